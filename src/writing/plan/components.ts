/**
 * Writes the components of a body: updates components with an id, creates components without an id, and removes the
 * components that the body omits.
 */

import type { ComponentAttribute, ScalarAttribute, ZoneAttribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { MutableNode } from '../change/mutable-copy.ts'
import { isLink, type WritableAttribute, type WriteModel, type WriteModels } from '../model.ts'
import { Refused, type WriteRefusal } from '../refusal.ts'
import { partModel } from '../tree.ts'
import { type StorageContext, storedValue } from './stored.ts'
import type { Transaction } from './transaction.ts'
import type { Task, TaskStep } from './turns.ts'

/** The context for writing the components of one row. */
export interface PartWriting {
  readonly transaction: Transaction
  readonly models: WriteModels
  readonly storage: StorageContext
  /** The components whose links are not written yet. Links are written only after all components of the row. */
  readonly linking: {
    readonly part: MutableNode
    readonly data: JsonObject
    readonly isNew: boolean
    top: string
  }[]
}

type Holding = ComponentAttribute | ZoneAttribute

const isHolding = (written: WritableAttribute): written is WritableAttribute & { attribute: Holding } =>
  written.attribute.kind === 'component' || written.attribute.kind === 'zone'

const ASKS: TaskStep = { kind: 'asks' }

/** Creates the components of a new row or component, and adds them to `into`. */
export function* createParts(
  writing: PartWriting,
  model: WriteModel,
  data: JsonObject,
  into: Record<string, MutableNode[]>,
  top?: string,
): Task {
  for (const [name, written] of model.attributes) {
    if (!isHolding(written)) continue
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    const list: MutableNode[] = []
    into[name] = list
    if (value === undefined || value === null) continue
    const items = isList(value) ? value : [value]
    yield {
      kind: 'all',
      tasks: listTasks(writing, { attribute: written.attribute, list, top: top ?? name }, items),
    }
  }
}

/** A list of components that is being built. */
interface PartList {
  readonly attribute: Holding
  readonly list: MutableNode[]
  /** The attribute of the row that contains the component, directly or through other components. */
  readonly top: string
}

/** A component that contains neither components nor links, so that only its values must be written. */
interface Leaf {
  readonly at: number
  readonly model: WriteModel
  readonly json: JsonObject
  readonly kept: MutableNode | undefined
}

/**
 * Makes one task per item, but a single task for adjacent leaves, which are components without components and links.
 * Strapi sends the two database queries of each leaf directly after the queries of the previous leaf, and a single
 * task keeps this order. A single task is also faster, because a body may have 50,000 leaves.
 */
function listTasks(
  writing: PartWriting,
  into: PartList,
  items: readonly Json[],
  kept: readonly (MutableNode | undefined)[] = [],
): readonly Task[] {
  const tasks: Task[] = []
  let leaves: Leaf[] = []
  items.forEach((json, at) => {
    const part = kept[at]
    const model =
      part === undefined ? partModel(json, into.attribute, writing.models) : writing.models.get(part.uid)
    if (model === undefined || !isObject(json)) return
    if (model.hasParts || model.hasLinks) {
      tasks.push(
        part === undefined
          ? createPart(writing, into, model, json, at)
          : updatePart(writing, into, model, json, at, part),
      )
      leaves = []
      return
    }
    if (leaves.length === 0) tasks.push(writeLeaves(writing, into, leaves))
    leaves.push({ at, model, json, kept: part })
  })
  return tasks
}

function* writeLeaves(writing: PartWriting, { list }: PartList, leaves: readonly Leaf[]): Task {
  const { storage } = writing
  const fresh = leaves.map(({ model, json, kept }) => {
    if (kept === undefined) return newValues(model, json, storage)
    writing.transaction.cite('write.component.kept')
    kept.values = { ...kept.values, ...givenValues(model, json, storage) }
    return undefined
  })
  yield ASKS
  leaves.forEach(({ at, model, kept }, index) => {
    list[at] = kept ?? newPart(writing, model, fresh[index] ?? {}, {})
  })
  yield ASKS
}

function newPart(
  { transaction }: PartWriting,
  model: WriteModel,
  values: Record<string, Json>,
  components: Record<string, MutableNode[]>,
): MutableNode {
  transaction.cite('write.component.new')
  return { uid: model.uid, id: transaction.ids.next(model.uid), values, links: noLinks(model), components }
}

function* createPart(
  writing: PartWriting,
  { list, top }: PartList,
  model: WriteModel,
  json: JsonObject,
  at: number,
): Task {
  const components: Record<string, MutableNode[]> = {}
  yield* createParts(writing, model, json, components, top)
  const values = newValues(model, json, writing.storage)
  yield ASKS
  const part = newPart(writing, model, values, components)
  list[at] = part
  writing.linking.push({ part, data: json, isNew: true, top })
  for (let left = questionsOf(model, json); left > 0; left--) yield ASKS
}

/** Returns the number of database queries that Strapi makes for a new component and its links. */
function questionsOf(model: WriteModel, json: JsonObject): number {
  let questions = 1
  for (const { attribute } of model.attributes.values()) {
    const value = Object.hasOwn(json, attribute.name) ? json[attribute.name] : null
    if (attribute.kind !== 'scalar' && value !== undefined && value !== null) questions++
  }
  return questions
}

/** Returns all scalar values of a new row or component: the value in the body, otherwise the default of the schema. */
export function newValues(
  model: WriteModel,
  data: JsonObject,
  context: StorageContext,
): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (const [name, { attribute }] of model.attributes) {
    if (attribute.kind !== 'scalar') continue
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    values[name] = value === undefined ? attribute.default : storedValue(attribute, value, context)
  }
  return values
}

/** Returns the scalar values that a body contains, without defaults. */
export function givenValues(
  model: WriteModel,
  data: JsonObject,
  context: StorageContext,
): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (const [name, { attribute }] of model.attributes) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (value !== undefined && isScalarAttribute(attribute))
      values[name] = storedValue(attribute, value, context)
  }
  return values
}

const isScalarAttribute = (attribute: WritableAttribute['attribute']): attribute is ScalarAttribute =>
  attribute.kind === 'scalar'

export function noLinks(model: WriteModel): MutableNode['links'] {
  const links: MutableNode['links'] = {}
  if (!model.hasLinks) return links
  for (const [name, { attribute }] of model.attributes) if (isLink(attribute)) links[name] = []
  return links
}

/** Writes the components of a body into an existing row or component. */
export function* updateParts(
  writing: PartWriting,
  model: WriteModel,
  data: JsonObject,
  holder: MutableNode,
  top?: string,
): Task {
  for (const [name, written] of model.attributes) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (!isHolding(written) || value === undefined) continue
    const { attribute } = written
    const items = isList(value) ? value : [value]
    const before = holder.components[name] ?? []
    const known = partsByKey(before, attribute)
    const found = items.map((item) => (hasId(item) ? findPart(known, item, attribute) : undefined))
    const named = found.filter((part) => part !== undefined)
    const kept = new Set(named)
    for (let removed = before.length - kept.size; removed > 0; removed--) yield ASKS
    const list: MutableNode[] = []
    yield { kind: 'all', tasks: listTasks(writing, { attribute, list, top: top ?? name }, items, found) }
    const after = list.filter((part) => part !== undefined)
    // Removes duplicates only if the body names a component twice, because making a `Set` is slow for a long list.
    holder.components[name] = kept.size === named.length ? after : [...new Set(after)]
  }
}

const hasId = (json: Json): json is JsonObject => isObject(json) && Object.hasOwn(json, 'id')

/**
 * Returns the key by which Strapi finds a component of an attribute: its id as text. In a dynamic zone, the uid of the
 * component is part of the key.
 */
const keyOf = (id: unknown, uid: unknown, { kind }: Holding): string =>
  kind === 'component' ? String(id) : `${typeof uid === 'string' ? uid : ''} ${String(id)}`

/**
 * Returns a map from each key of `keyOf` to the first component with this key. With a map, the lookup of a component
 * in a long list is fast.
 */
function partsByKey(parts: readonly MutableNode[], attribute: Holding): ReadonlyMap<string, MutableNode> {
  const known = new Map<string, MutableNode>()
  for (const part of parts) {
    const key = keyOf(part.id, part.uid, attribute)
    if (!known.has(key)) known.set(key, part)
  }
  return known
}

function findPart(
  parts: ReadonlyMap<string, MutableNode>,
  json: JsonObject,
  attribute: Holding,
): MutableNode {
  const found = parts.get(keyOf(json['id'], json['__component'], attribute))
  if (found === undefined) throw new Refused(unrelated(attribute))
  return found
}

function unrelated({ kind, name }: Holding): WriteRefusal {
  const message = `Some of the provided components in ${name} are not related to the entity`
  const isZone = kind === 'zone'
  return {
    status: 400,
    name: isZone ? 'Error' : 'ApplicationError',
    message,
    details: isZone ? undefined : {},
    rule: 'write.component.id',
  }
}

function* updatePart(
  writing: PartWriting,
  { list, top }: PartList,
  model: WriteModel,
  json: JsonObject,
  at: number,
  part: MutableNode,
): Task {
  writing.transaction.cite('write.component.kept')
  yield* updateParts(writing, model, json, part, top)
  part.values = {
    ...part.values,
    ...givenValues(model, json, writing.storage),
  }
  writing.linking.push({ part, data: json, isNew: false, top })
  list[at] = part
  for (let left = 1 + questionsOf(model, json); left > 0; left--) yield ASKS
}

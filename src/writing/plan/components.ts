/** Writes components: updates those with an id, creates those without one, removes the rest. */

import type { ComponentAttribute, ScalarAttribute, ZoneAttribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../model.ts'
import { Refused, type WriteRefusal } from '../refusal.ts'
import { isLink, partModel } from '../tree.ts'
import { type StorageContext, storedValue } from './stored.ts'
import type { MutableNode, Transaction } from './transaction.ts'
import type { Task, TaskStep } from './turns.ts'

/** The context of writing components. */
export interface PartWriting {
  readonly transaction: Transaction
  readonly models: WriteModels
  readonly storage: StorageContext
  /** Components whose links are still to be written. */
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

/** Whether entries of the model have components. Most components have none, and a body may have 50,000 of them. */
function holdsParts(model: WriteModel): boolean {
  for (const written of model.attributes.values()) if (isHolding(written)) return true
  return false
}

const ASKS: TaskStep = { kind: 'asks' }

/** Creates the components of a new row or component in `into`. */
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
    const tasks = items.map((item, at) => createPart(writing, written.attribute, item, list, at, top ?? name))
    yield { kind: 'all', tasks }
  }
}

function* createPart(
  writing: PartWriting,
  attribute: Holding,
  json: Json,
  list: MutableNode[],
  at: number,
  top: string,
): Task {
  const model = partModel(json, attribute, writing.models)
  if (!isObject(json) || model === undefined) return
  const components: Record<string, MutableNode[]> = {}
  if (holdsParts(model)) yield* createParts(writing, model, json, components, top)
  const { transaction } = writing
  const values = newValues(model, json, writing.storage)
  yield {
    kind: 'asks',
    done: () => {
      transaction.cite('write.component.new')
      const part: MutableNode = {
        uid: model.uid,
        id: transaction.ids.next(model.uid),
        values,
        links: noLinks(model),
        components,
      }
      list[at] = part
      writing.linking.push({ part, data: json, isNew: true, top })
    },
  }
  for (let left = questionsOf(model, json); left > 0; left--) yield ASKS
}

/** The number of queries that Strapi makes for a new component: for its links and for itself. */
function questionsOf(model: WriteModel, json: JsonObject): number {
  let questions = 1
  for (const { attribute } of model.attributes.values()) {
    const value = Object.hasOwn(json, attribute.name) ? json[attribute.name] : null
    if (attribute.kind !== 'scalar' && value !== undefined && value !== null) questions++
  }
  return questions
}

/** All scalars of a new row: given values or defaults. */
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

/** The given scalars only. */
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
    const remaining = new Set(found)
    for (const part of before) if (!remaining.has(part)) yield ASKS
    const list: MutableNode[] = []
    const tasks = items.map((item, at) => {
      const part = found[at]
      return part !== undefined && isObject(item)
        ? updatePart(writing, part, item, list, at, top ?? name)
        : createPart(writing, attribute, item, list, at, top ?? name)
    })
    yield { kind: 'all', tasks }
    holder.components[name] = [...new Set(list.filter((part) => part !== undefined))]
  }
}

const hasId = (json: Json): json is JsonObject => isObject(json) && Object.hasOwn(json, 'id')

/** Strapi compares ids as texts; in a zone the component's name must match as well. */
const keyOf = (id: unknown, uid: unknown, { kind }: Holding): string =>
  kind === 'component' ? String(id) : `${typeof uid === 'string' ? uid : ''} ${String(id)}`

/** The first part of each key. A list may have many parts, so each search must take constant time. */
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
  part: MutableNode,
  json: JsonObject,
  list: MutableNode[],
  at: number,
  top: string,
): Task {
  const model = writing.models.get(part.uid)
  if (model === undefined) return
  writing.transaction.cite('write.component.kept')
  if (holdsParts(model)) yield* updateParts(writing, model, json, part, top)
  part.values = {
    ...part.values,
    ...givenValues(model, json, writing.storage),
  }
  writing.linking.push({ part, data: json, isNew: false, top })
  list[at] = part
  for (let left = 1 + questionsOf(model, json); left > 0; left--) yield ASKS
}

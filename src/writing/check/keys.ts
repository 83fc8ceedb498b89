/**
 * The keys of a body, pass by pass over the whole tree: who the entry is, what the server keeps for itself, what the
 * schema does not know, and relations to what the role may not find. The first that is wrong is told.
 */

import { may } from '../../reference/access.ts'
import type { Role } from '../../reference/graph/graph.ts'
import { isInherited } from '../../reference/parse/url.ts'
import type { Attribute, Schema, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { WriteModel, WriteModels } from '../model.ts'
import { crashing, invalid, type WriteRefusal } from '../refusal.ts'
import type { WriteRuleId } from '../rules.ts'

export interface KeyChecking {
  readonly schema: Schema
  readonly models: WriteModels
  readonly role: Role
  readonly departs: Departs
}

/** A key of the tree as it is met. */
interface Visit {
  readonly key: string
  readonly value: Json
  readonly attribute: Attribute | undefined
  readonly model: WriteModel
  /** Names of attributes above and including the key where it is one; null for a stranger at the root. */
  readonly path: string | null
  /** What was gone into last: what decides on keys that are no attributes. */
  readonly parent: Attribute | undefined
  /** Whether it stands in an entry or a file that is linked. */
  readonly isLinked: boolean
}

/** What is wrong with the keys; undefined where they are sound. */
export function faultOfKeys(data: Json, model: WriteModel, checking: KeyChecking): WriteRefusal | undefined {
  for (const entry of isList(data) ? data : [data]) {
    const fault = faultOfEntry(entry, model, checking)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOfEntry(entry: Json, model: WriteModel, checking: KeyChecking): WriteRefusal | undefined {
  if (!isObject(entry)) return undefined
  const own = ['id', 'documentId'].find((key) => Object.hasOwn(entry, key))
  if (own !== undefined) {
    const message = `Invalid key ${own}`
    return invalid('write.keys.identity', message, { key: own, source: 'body' })
  }
  for (const judge of [faultOfKept, faultOfStranger, faultOfRelation, faultOfInherited]) {
    for (const visit of visits(entry, model, checking)) {
      const fault = visit === 'broken' ? BROKEN : judge(visit, checking)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

const BROKEN = crashing('morph-null-crash', 'write.morph', 'Invalid relations: expected entries, found null')

function invalidKey(rule: WriteRuleId, { key, path }: Visit): WriteRefusal {
  const place = path !== null && path !== '' && path !== key ? ` at ${path}` : ''
  return invalid(rule, `Invalid key ${key}${place}`, { key, path, source: 'body' })
}

function faultOfKept(visit: Visit): WriteRefusal | undefined {
  const { path, key, model } = visit
  const isKept = path === key && model.attributes.get(key)?.writable === false
  return isKept ? invalidKey('write.keys.kept', visit) : undefined
}

const OPERATIONS = ['connect', 'disconnect', 'set', 'options']
const IDS = ['id', 'documentId']
/** What a route knows besides attributes: the wrapper may stand in itself. */
const ROOT_KEYS = [...IDS, 'data']

function faultOfStranger(visit: Visit, { departs }: KeyChecking): WriteRefusal | undefined {
  const { key, attribute, model, path, parent } = visit
  if (attribute !== undefined || (isInherited(key) && departs('inherited-key-crash'))) return undefined
  if (path === null) return ROOT_KEYS.includes(key) ? undefined : invalidKey('write.keys.unknown', visit)
  const kind = parent?.kind
  const isLink = kind === 'relation' || kind === 'morphTo' || kind === 'morphBy' || kind === 'media'
  const isKnown =
    (kind === 'morphTo' && key === '__type') ||
    (model.isComponent && kind === 'zone' && key === '__component') ||
    (isLink && OPERATIONS.includes(key)) ||
    ((isLink || kind === 'component' || kind === 'zone') && IDS.includes(key))
  return isKnown ? undefined : invalidKey('write.keys.unknown', visit)
}

/** Below a relation nobody stumbles over what a key inherits. */
function faultOfInherited({ key, attribute, parent, isLinked }: Visit): WriteRefusal | undefined {
  if (attribute !== undefined || !isInherited(key) || isLinked) return undefined
  const place = parent === undefined ? '' : ` at ${parent.name}`
  return crashing('inherited-key-crash', 'write.keys.unknown', `Invalid key ${key}${place}`)
}

function faultOfRelation(visit: Visit, checking: KeyChecking): WriteRefusal | undefined {
  const { attribute } = visit
  if (attribute?.kind === 'morphTo') return faultOfMorph(visit, checking)
  if (attribute?.kind !== 'relation' && attribute?.kind !== 'morphBy') return undefined
  const isOwnCreator = attribute.kind === 'relation' && attribute.via === 'creator' && !attribute.private
  if (isOwnCreator || may(checking.role, attribute.target, 'find')) return undefined
  return invalidKey('write.relation.closed', visit)
}

/** A relation to anything takes lists of objects that name their type, plainly or under its words. */
function faultOfMorph(visit: Visit, { role }: KeyChecking): WriteRefusal | undefined {
  const { value } = visit
  const words = ['connect', 'set', 'disconnect']
  const isWorded = isObject(value) && [...words, 'options'].some((word) => Object.hasOwn(value, word))
  const lists: readonly Json[] = isWorded ? words.map((word) => value[word] || []) : [value]
  const isSound = (item: Json): boolean => {
    const type = isObject(item) ? item['__type'] : undefined
    return typeof type === 'string' && may(role, type, 'find')
  }
  const fits = lists.every((list) => isList(list) && list.every(isSound))
  return fits ? undefined : invalidKey('write.morph', visit)
}

/** Where a walk is: the members of one object that are left. */
interface Frame {
  readonly left: (readonly [string, Json])[]
  readonly model: WriteModel
  readonly path: string | null
  readonly isLinked: boolean
  parent: Attribute | undefined
}

/** Every key in reading order, without recursion; `broken` where an entry of a morph relation is null. */
function* visits(entry: JsonObject, top: WriteModel, checking: KeyChecking): Generator<Visit | 'broken'> {
  const frames: Frame[] = [
    { left: Object.entries(entry).reverse(), model: top, path: null, parent: undefined, isLinked: false },
  ]
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const next = frame.left.pop()
    if (next === undefined) {
      frames.pop()
      continue
    }
    const [key, value] = next
    const { model, parent } = frame
    const attribute = model.attributes.get(key)?.attribute
    const path = attribute === undefined ? frame.path : frame.path === null ? key : `${frame.path}.${key}`
    yield { key, value, attribute, model, path, parent, isLinked: frame.isLinked }
    if (value === null || attribute === undefined || attribute.kind === 'scalar') continue
    if (attribute.kind === 'zone' && !isList(value)) continue
    if (checking.departs('keys-after-relation')) frame.parent = attribute
    const items = isList(value) ? value : [value]
    const isMorph = attribute.kind === 'morphTo' || attribute.kind === 'morphBy'
    if (isMorph && items.includes(null)) yield 'broken'
    const inner = items.flatMap((item): Frame[] => {
      const below = modelBelow(attribute, item, checking)
      const isTree = typeof item === 'object' && item !== null
      return below === undefined || !isTree ? [] : [frameOf(item, below, path, attribute, frame)]
    })
    pushAll(frames, inner.reverse())
  }
}

function frameOf(
  tree: JsonObject | readonly Json[],
  model: WriteModel,
  path: string | null,
  parent: Attribute,
  above: Frame,
): Frame {
  const isLinked = above.isLinked || (parent.kind !== 'component' && parent.kind !== 'zone')
  return { left: Object.entries(tree).reverse(), model, path, parent, isLinked }
}

/** The model of what stands at an attribute. */
function modelBelow(attribute: Attribute, item: Json, { models }: KeyChecking): WriteModel | undefined {
  const named = (key: string): Uid | undefined => {
    const name = isObject(item) ? item[key] : undefined
    return typeof name === 'string' ? name : undefined
  }
  switch (attribute.kind) {
    case 'relation':
      return models.get(attribute.target)
    case 'media':
      return models.get(FILE_UID)
    case 'component':
      return models.get(attribute.component)
    case 'zone':
      return models.get(named('__component') ?? '')
    case 'morphTo':
    case 'morphBy':
      return models.get(named('__type') ?? '')
    case 'scalar':
      return undefined
  }
}

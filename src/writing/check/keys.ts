/**
 * Checks the keys in the body of a write, and reports the first fault that Strapi would report. Faults are ids,
 * read-only attributes, unknown keys, and relations to types that the role may not find.
 */

import { may } from '../../reference/access.ts'
import type { Role } from '../../reference/graph/graph.ts'
import { isInherited } from '../../reference/parse/url.ts'
import type { Attribute, Schema, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { WriteModel, WriteModels } from '../model.ts'
import { crashing, invalid, type WriteRefusal } from '../refusal.ts'
import type { WriteRuleId } from '../rules.ts'

export interface KeyChecking {
  readonly schema: Schema
  readonly models: WriteModels
  /** The role of the caller; undefined to skip the check of permissions. */
  readonly role: Role | undefined
  readonly departs: Departs
}

/** One key in a body, with the context that the checks of keys need. */
interface Visit {
  readonly key: string
  readonly value: Json
  readonly attribute: Attribute | undefined
  readonly model: WriteModel
  /**
   * The names of the attributes down to the key, joined by dots, with the key itself if it names an attribute; null for
   * an unknown key at the root.
   */
  readonly path: string | null
  /** The innermost attribute above the key, which decides which keys other than attribute names are valid. */
  readonly parent: Attribute | undefined
  /** Whether the key is inside a linked entry or file. */
  readonly isLinked: boolean
}

/** Returns the first fault in the keys of a body; undefined if all keys are valid. */
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
  return firstByCheck(visits(entry, model, checking), checking)
}

/** The checks in the order of Strapi, which walks the whole tree once for each check. */
const CHECKS = [faultOfReadOnly, faultOfUnknown, faultOfRelation, faultOfInherited]

/**
 * Returns the fault that Strapi would report: the first fault of the first failing check. Strapi walks over the body
 * once for each check; the function `firstByCheck` finds the same fault in a single walk. A null entry of a morph
 * relation (`broken`) fails in every check.
 */
function firstByCheck(keys: Iterable<Visit | 'broken'>, checking: KeyChecking): WriteRefusal | undefined {
  let fault: WriteRefusal | undefined
  /** The checks that run before the check that found `fault`; only these checks could still report another fault. */
  let open = CHECKS
  for (const visit of keys) {
    if (visit === 'broken') return BROKEN
    const at = open.findIndex((check) => check(visit, checking) !== undefined)
    if (at < 0) continue
    fault = open[at]?.(visit, checking)
    open = open.slice(0, at)
    if (at === 0) break
  }
  return fault
}

const BROKEN = crashing('morph-null-crash', 'write.morph', 'Invalid relations: expected entries, found null')

function invalidKey(rule: WriteRuleId, { key, path }: Visit): WriteRefusal {
  const place = path !== null && path !== '' && path !== key ? ` at ${path}` : ''
  return invalid(rule, `Invalid key ${key}${place}`, { key, path, source: 'body' })
}

function faultOfReadOnly(visit: Visit): WriteRefusal | undefined {
  const { path, key, model } = visit
  const isReadOnly = path === key && model.attributes.get(key)?.writable === false
  return isReadOnly ? invalidKey('write.keys.kept', visit) : undefined
}

const OPERATIONS = ['connect', 'disconnect', 'set', 'options']
const IDS = ['id', 'documentId']
/**
 * The keys that are valid at the root of a body although they are not attributes. The value of `data` may contain
 * another `data`.
 */
const ROOT_KEYS = [...IDS, 'data']

function faultOfUnknown(visit: Visit, { departs }: KeyChecking): WriteRefusal | undefined {
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

/**
 * Returns the fault of a key such as `constructor`, which every JavaScript object inherits. A real server crashes on
 * an inherited key, except below a relation.
 */
function faultOfInherited({ key, attribute, parent, isLinked }: Visit): WriteRefusal | undefined {
  if (attribute !== undefined || !isInherited(key) || isLinked) return undefined
  const place = parent === undefined ? '' : ` at ${parent.name}`
  return crashing('inherited-key-crash', 'write.keys.unknown', `Invalid key ${key}${place}`)
}

function faultOfRelation(visit: Visit, checking: KeyChecking): WriteRefusal | undefined {
  const { attribute } = visit
  const { role } = checking
  if (role === undefined) return undefined
  if (attribute?.kind === 'morphTo') return faultOfMorph(visit, role)
  if (attribute?.kind !== 'relation' && attribute?.kind !== 'morphBy') return undefined
  const isOwnCreator = attribute.kind === 'relation' && attribute.via === 'creator' && !attribute.private
  if (isOwnCreator || may(role, attribute.target, 'find')) return undefined
  return invalidKey('write.relation.closed', visit)
}

/**
 * Returns the fault of a morph relation. The value of a morph relation must be a list of objects with `__type`, or an
 * object with such lists under `connect`, `set` and `disconnect`.
 */
function faultOfMorph(visit: Visit, role: Role): WriteRefusal | undefined {
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

/** One level of the walk over a body: the values of one attribute, or the entry at the root. */
interface Level {
  readonly items: readonly Json[]
  readonly attribute: Attribute | undefined
  readonly path: string | null
  readonly isLinked: boolean
  /** The index of the next item in the list. */
  next: number
  model: WriteModel
  /** The remaining keys of the current item in reverse order: the last element is the next key. */
  left: (readonly [string, Json])[]
  parent: Attribute | undefined
}

/**
 * Yields every key in reading order, and `broken` for a null entry of a morph relation. The walk uses no recursion,
 * because a body may be deeply nested. Lists may be long, so the walk opens one item at a time.
 */
function* visits(entry: JsonObject, top: WriteModel, checking: KeyChecking): Generator<Visit | 'broken'> {
  const root = { items: [entry], attribute: undefined, path: null, isLinked: false }
  const levels: Level[] = [{ ...root, next: 0, model: top, left: [], parent: undefined }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.left.pop()
    if (next === undefined) {
      if (!openNext(level, checking)) levels.pop()
      continue
    }
    const [key, value] = next
    const { model, parent, isLinked } = level
    const attribute = model.attributes.get(key)?.attribute
    const path = attribute === undefined ? level.path : level.path === null ? key : `${level.path}.${key}`
    yield { key, value, attribute, model, path, parent, isLinked }
    if (value === null || attribute === undefined || attribute.kind === 'scalar') continue
    if (attribute.kind === 'zone' && !isList(value)) continue
    if (checking.departs('keys-after-relation')) level.parent = attribute
    const items = isList(value) ? value : [value]
    const isMorph = attribute.kind === 'morphTo' || attribute.kind === 'morphBy'
    if (isMorph && items.includes(null)) yield 'broken'
    const isPart = attribute.kind === 'component' || attribute.kind === 'zone'
    const below = { items, attribute, path, isLinked: isLinked || !isPart }
    levels.push({ ...below, next: 0, model, left: [], parent: attribute })
  }
}

/** Moves a level to the next item that has a model; returns false after the last item. */
function openNext(level: Level, checking: KeyChecking): boolean {
  while (level.next < level.items.length) {
    const item = level.items[level.next++]
    if (typeof item !== 'object' || item === null) continue
    const { attribute } = level
    const model = attribute === undefined ? level.model : modelBelow(attribute, item, checking)
    if (model === undefined) continue
    level.model = model
    level.left = Object.entries(item).reverse()
    level.parent = attribute
    return true
  }
  return false
}

/** Returns the model of one item in the value of an attribute; undefined if the item has no known model. */
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

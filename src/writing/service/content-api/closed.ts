/** Removes relations to types that the caller may not find from queries, entries and request bodies. */
import { findableTypes, may, mayFollow } from '../../../reference/access.ts'
import type { Role } from '../../../reference/graph/graph.ts'
import type { Schema } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { KEEP, type Outcome, REMOVE, removeIf, setTo, type Visit } from './walk.ts'

/** The role of the caller, and the schema. */
export interface Seen {
  readonly role: Role
  readonly schema: Schema
}

/**
 * Decides about the value of a relation: the value stays, is removed, or keeps only entries of types that the caller
 * may find.
 */
export function closedRelation({ attribute, value }: Visit, seen: Seen): Outcome {
  switch (attribute?.kind) {
    case 'relation':
    case 'morphBy':
      return removeIf(!mayFollow(seen.role, attribute))
    case 'morphTo':
      return morphOutcome(value, seen)
    default:
      return KEEP
  }
}

const CHANGES = ['connect', 'set', 'disconnect']

function morphOutcome(value: Json | undefined, seen: Seen): Outcome {
  if (isObject(value)) {
    const on = member(value, 'on')
    if (!Object.hasOwn(value, '__type') && (isObject(on) || isList(on))) return openFragments(value, on, seen)
    if (isTrue(member(value, 'count')) && !Object.hasOwn(value, 'on')) return everyFragment(value, seen)
    if (typeof member(value, 'count') === 'number' && Object.keys(value).length === 1) return KEEP
    if (CHANGES.some((word) => Object.hasOwn(value, word))) return setTo(openChanges(value, seen))
  }
  if (isTrue(value)) return everyFragment(undefined, seen)
  if (value === undefined || value === null || value === false || value === 0 || value === '') return KEEP
  const open = openEntries(value, seen)
  if (open.length > 0) return setTo(isList(value) ? open : (open[0] ?? null))
  return removeIf(!(isList(value) && value.length === 0))
}

const isTrue = (value: Json | undefined): boolean => value === true || value === 'true'

/**
 * Keeps only those fragments under `on` of a morph relation whose types the caller may find. Removes the populate of
 * the relation if the caller may find no type under `on`.
 */
function openFragments(value: JsonObject, on: JsonObject | readonly Json[], { role }: Seen): Outcome {
  const open = Object.entries(on).filter(([uid]) => may(role, uid, 'find'))
  if (open.length === 0) return REMOVE
  const count = member(value, 'count')
  const counted = isTrue(count) ? { count: true } : {}
  return setTo({ ...value, ...counted, on: Object.fromEntries(open) })
}

/**
 * Adds a fragment under `on` for each type that the caller may find, to a morph relation that the query populates
 * without `on`.
 */
function everyFragment(value: JsonObject | undefined, seen: Seen): Outcome {
  const types = findableTypes(seen)
  if (types.length === 0) return REMOVE
  const on = Object.fromEntries(types.map((uid) => [uid, true]))
  return setTo(value === undefined ? { on } : { ...value, count: true, on })
}

function openEntries(value: Json, { role }: Seen): readonly Json[] {
  return (isList(value) ? value : [value]).filter((entry) => {
    const type = isObject(entry) ? member(entry, '__type') : undefined
    return typeof type === 'string' && may(role, type, 'find')
  })
}

const POSITIONS: Readonly<Record<string, (value: Json) => boolean>> = {
  strict: (value) => typeof value === 'boolean',
}

/** Keeps only those entries under `connect`, `set` and `disconnect` whose types the caller may find. */
function openChanges(value: JsonObject, seen: Seen): Json {
  const changes = CHANGES.map((word) => [word, openEntries(member(value, word) || [], seen)] as const)
  const options = member(value, 'options')
  const known = isObject(options)
    ? Object.entries(options).filter(([key, option]) => POSITIONS[key]?.(option) === true)
    : []
  const kept = changes.filter(([, entries]) => entries.length > 0)
  return { ...Object.fromEntries(kept), options: Object.fromEntries(known) }
}

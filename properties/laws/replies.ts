/** Helpers that read answers and make variants of requests. */

import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Model } from '../../src/reference/schema/schema.ts'
import { mayFind } from '../../src/semantics/access.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { roll } from '../arbitraries/dice.ts'
import { knownIn } from '../arbitraries/filters.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import type { ExperimentInput, Fault, Reply } from './law.ts'

/** Returns a member of an object; undefined for a value that is not an object. */
export const member = (json: Json | undefined, key: string): Json | undefined =>
  isObject(json) ? json[key] : undefined

/** Returns `meta.pagination` of an answer. */
export const pageOf = (json: Json | undefined): Json | undefined => member(member(json, 'meta'), 'pagination')

/** Returns the entries of a list, or the single entry; undefined for an error. */
export function entriesOf({ status, json }: Reply): readonly JsonObject[] | undefined {
  if (status !== 200) return undefined
  const data = member(json, 'data')
  return isList(data) ? data.filter(isObject) : isObject(data) ? [data] : undefined
}

/** Returns the linked entries or components that an entry shows in an attribute. */
export function below(entry: JsonObject, name: string): readonly JsonObject[] {
  const value = entry[name]
  return isList(value) ? value.filter(isObject) : isObject(value) ? [value] : []
}

/** Returns all entries of a list; undefined for an error, or if the answer contains only one of several pages. */
export function allEntries(reply: Reply): readonly JsonObject[] | undefined {
  const entries = entriesOf(reply)
  const total = member(pageOf(reply.json), 'total')
  return entries !== undefined && entries.length === total ? entries : undefined
}

/**
 * Returns the entries of several answers; undefined if one of the answers is an error or contains only one of several
 * pages.
 */
export function allOf(replies: readonly Reply[]): readonly (readonly JsonObject[])[] | undefined {
  const found = replies.map(allEntries).filter((entries) => entries !== undefined)
  return found.length === replies.length ? found : undefined
}

/**
 * Judges the replies to a valid request and to invalid variants of the request. If the valid request succeeds, the
 * server must refuse all variants.
 */
export const allRefused =
  (wrong: readonly QueryTree[]) =>
  ([right, ...replies]: readonly Reply[]): Fault => {
    const at = right?.status === 200 ? replies.findIndex(({ status }) => status !== 400) : -1
    return at < 0 ? undefined : `${replies[at]?.status} for ${JSON.stringify(wrong[at]).slice(0, 200)}`
  }

export const idsOf = (entries: readonly JsonObject[]): ReadonlySet<Json> =>
  new Set(entries.flatMap(({ id }) => (id === undefined ? [] : [id])))

/** Returns an object without some of its members. */
export const without = <T>(
  object: { readonly [key: string]: T },
  ...keys: readonly string[]
): { [key: string]: T } => Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** Changes some parameters of a request; the value undefined removes a parameter. */
export function changing(ask: Ask, change: { readonly [key: string]: QueryTree | undefined }): ApiRequest {
  const query: Record<string, QueryTree> = {}
  for (const [key, value] of Object.entries({ ...ask.query, ...change }))
    if (value !== undefined) query[key] = value
  return requestOf({ ...ask, query })
}

/**
 * Returns entries without the attribute `localizations`, because real servers omit localizations that are on the same
 * page.
 */
export const bare = (entries: readonly JsonObject[]): Json =>
  JSON.parse(JSON.stringify(entries, (key, value: Json) => (key === 'localizations' ? undefined : value)))

/**
 * The `pagination` for a page of at most 100 entries with the total. In generated worlds, a page of 100 entries
 * contains the whole list.
 */
export const EVERYTHING: QueryObject = { limit: '100', withCount: 'true' }

/**
 * Returns a generated request changed to a request for a whole list, without filters, sort, search, `populate` and
 * `fields`.
 */
export function wholeList(
  { ask, dice }: ExperimentInput,
  graph: Graph,
): { readonly ask: Ask; readonly scene: Scene } {
  const list = ask(graph, { listsOnly: true })
  const query = {
    ...without(list.query, 'filters', 'sort', '_q', 'populate', 'fields'),
    pagination: EVERYTHING,
  }
  return { ask: { ...list, query }, scene: sceneOf(list, graph, dice) }
}

/**
 * Replaces a request for a single document by a request for the list that contains the document, if the role may read
 * the list.
 */
export const listed = (ask: Ask): Ask =>
  ask.target === 'document' && mayFind(ask.role, ask.type.uid)
    ? { ...ask, target: 'list', documentId: '' }
    : ask

export const sceneOf = (
  { role, type, settings }: Ask,
  graph: Graph,
  dice: ExperimentInput['dice'],
): Scene => ({
  graph,
  role,
  roll: roll(dice),
  settings,
  documentIds: knownIn(type, 'documentId', graph),
})

/**
 * Calls `visit` for an entry and for all entries and components below the entry. If `visit` returns a fault, the walk
 * stops and returns the fault.
 */
export function walk(
  entry: JsonObject,
  model: Model,
  graph: Graph,
  visit: (entry: JsonObject, model: Model, path: string) => string | undefined,
  path = model.uid,
): string | undefined {
  const fault = visit(entry, model, path)
  if (fault !== undefined) return fault
  for (const attribute of model.attributes.values()) {
    const value = entry[attribute.name]
    if (value === undefined || attribute.kind === 'scalar') continue
    for (const one of isList(value) ? value : [value]) {
      if (!isObject(one) || isCount(one)) continue
      const uid = String(attribute.kind === 'zone' ? one.__component : one.__type)
      const { contentTypes, components } = graph.schema
      const target = leadsTo(attribute, graph.schema) ?? components.get(uid) ?? contentTypes.get(uid)
      const here = `${path}.${attribute.name}`
      if (target === undefined) return `${here}: an element of an unknown type: ${JSON.stringify(one)}`
      const below = walk(one, target, graph, visit, here)
      if (below !== undefined) return below
    }
  }
  return undefined
}

/** Returns whether a value is `{count: n}`. */
export const isCount = (json: JsonObject): boolean =>
  Object.keys(json).join() === 'count' && json.id === undefined

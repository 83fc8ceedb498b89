/** Reading answers, and making variants of requests. */

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
import type { Fault, Luck, Reply } from './law.ts'

/** A member of an object; undefined of anything else. */
export const member = (json: Json | undefined, key: string): Json | undefined =>
  isObject(json) ? json[key] : undefined

/** The entries of a list, or the one entry; undefined where the answer is an error. */
export function entriesOf({ status, json }: Reply): readonly JsonObject[] | undefined {
  if (status !== 200) return undefined
  const data = member(json, 'data')
  return isList(data) ? data.filter(isObject) : isObject(data) ? [data] : undefined
}

/** All entries there are; undefined where the answer is an error or only a page of them. */
export function allEntries(reply: Reply): readonly JsonObject[] | undefined {
  const entries = entriesOf(reply)
  const total = member(member(member(reply.json, 'meta'), 'pagination'), 'total')
  return entries !== undefined && entries.length === total ? entries : undefined
}

/** The same of several answers; undefined if it is undefined of one. */
export function allOf(replies: readonly Reply[]): readonly (readonly JsonObject[])[] | undefined {
  const found = replies.map(allEntries).filter((entries) => entries !== undefined)
  return found.length === replies.length ? found : undefined
}

/** Judges a right request and the wrong ones after it: where the right one is answered, each other is refused. */
export const allRefused =
  (wrong: readonly QueryTree[]) =>
  ([right, ...replies]: readonly Reply[]): Fault => {
    const at = right?.status === 200 ? replies.findIndex(({ status }) => status !== 400) : -1
    return at < 0 ? undefined : `${replies[at]?.status} for ${JSON.stringify(wrong[at]).slice(0, 200)}`
  }

export const idsOf = (entries: readonly JsonObject[]): ReadonlySet<Json> =>
  new Set(entries.flatMap(({ id }) => (id === undefined ? [] : [id])))

/** An object without some of its members. */
export const without = <T>(
  object: { readonly [key: string]: T },
  ...keys: readonly string[]
): { [key: string]: T } => Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** The request with some parameters changed, and undefined ones left out. */
export function changing(ask: Ask, change: { readonly [key: string]: QueryTree | undefined }): ApiRequest {
  const query: Record<string, QueryTree> = {}
  for (const [key, value] of Object.entries({ ...ask.query, ...change }))
    if (value !== undefined) query[key] = value
  return requestOf({ ...ask, query })
}

/** As many entries as the server gives, with their number. */
export const EVERYTHING: QueryObject = { limit: '100', withCount: 'true' }

/** A list without filters, sort, pages and search, as its other parameters have it. */
export function wholeList({ ask, dice }: Luck, graph: Graph): { readonly ask: Ask; readonly scene: Scene } {
  const list = ask(graph, { listsOnly: true })
  const query = {
    ...without(list.query, 'filters', 'sort', '_q', 'populate', 'fields'),
    pagination: EVERYTHING,
  }
  return { ask: { ...list, query }, scene: sceneOf(list, graph, dice) }
}

/** In place of one document the list that has it among others, where the role may find it. */
export const listed = (ask: Ask): Ask =>
  ask.target === 'document' && mayFind(ask.role, ask.type.uid)
    ? { ...ask, target: 'list', documentId: '' }
    : ask

/** What the generators need to make more parameters for a request. */
export const sceneOf = ({ role, type, settings }: Ask, graph: Graph, dice: Luck['dice']): Scene => ({
  graph,
  role,
  roll: roll(dice),
  settings,
  documentIds: knownIn(type, 'documentId', graph),
})

/** An entry with what stands under each of its attributes, however deep; `visit` may return a fault to stop. */
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
      if (target === undefined) return `${here}: an element without a known kind: ${JSON.stringify(one)}`
      const below = walk(one, target, graph, visit, here)
      if (below !== undefined) return below
    }
  }
  return undefined
}

/** `{count: n}` in place of entries. */
export const isCount = (json: JsonObject): boolean =>
  Object.keys(json).join() === 'count' && json.id === undefined

/**
 * Makes faulty servers from the reference, by changes of the request, of the reference's data or profile, or of its
 * answer.
 */

import type { Server } from '../../properties/server.ts'
import { type ApiRequest, type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Decision } from '../../src/reference/strapi/databases/database.ts'
import type { DatabaseName } from '../../src/reference/strapi/databases/databases.ts'
import type { QuirkId } from '../../src/reference/strapi/quirks.ts'
import type { Json } from '../../src/util/json.ts'
import { type EditableDataset, editGraph } from '../../src/writing/edit/edit.ts'

export interface Fault {
  readonly id: string
  /** The sentence that describes the fault. */
  readonly says: string
  readonly server: (graph: Graph) => Server
}

export type JsonObject = { readonly [key: string]: Json }
export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
const isList = (json: Json): json is readonly Json[] => Array.isArray(json)

type Answer = (request: ApiRequest) => ApiResponse
export const right = (graph: Graph): Answer => createReferenceApi(graph).answer

/** Makes a fault that wraps the conforming server. */
export const around = (id: string, says: string, wrap: (answer: Answer, graph: Graph) => Server): Fault => ({
  id,
  says,
  server: (graph) => wrap(right(graph), graph),
})

/** Makes a fault that turns on a quirk of the real server. */
export const quirky = (quirk: QuirkId, says: string): Fault => ({
  id: `quirk ${quirk}`,
  says,
  server: (graph) => createReferenceApi(graph, { profile: `documented,+${quirk}` }).answer,
})

/** Makes a fault: the server makes one decision, such as the order of nulls, like another database. */
export const ofDatabase = (decision: Decision, name: DatabaseName, says: string): Fault => ({
  id: `decision ${decision}=${name}`,
  says,
  server: (graph) => createReferenceApi(graph, { profile: `documented,${decision}=${name}` }).answer,
})

/** Makes a fault whose server has loaded a slightly different dataset. */
export const edited = (id: string, says: string, recipe: (dataset: EditableDataset) => void): Fault => ({
  id,
  says,
  server: (graph) => right(editGraph(graph, recipe)),
})

/** Makes a fault that rewrites the decoded parts `key=value` of the query before the reference reads them. */
export const misread = (
  id: string,
  says: string,
  read: (parts: readonly string[]) => readonly string[],
): Fault =>
  around(id, says, (answer) => (request) => {
    const [path = '', ...rest] = request.url.split('?')
    const search = rest.join('?')
    if (search === '') return answer(request)
    const decoded = search.split('&').map(decode)
    const changed = read(decoded)
    if (changed === decoded || changed.join('&') === decoded.join('&')) return answer(request)
    const parts = changed.map((part) => {
      const at = part.includes(']=') ? part.indexOf(']=') + 1 : part.indexOf('=')
      if (at < 0) return encodeURIComponent(part)
      return `${encodeURIComponent(part.slice(0, at))}=${encodeURIComponent(part.slice(at + 1))}`
    })
    return answer({ ...request, url: parts.length === 0 ? path : `${path}?${parts.join('&')}` })
  })

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** Makes a fault that replaces a text in the parts of the query. */
export const takenFor = (id: string, says: string, from: RegExp, to: string): Fault =>
  misread(id, says, (parts) => parts.map((part) => part.replace(from, to)))

/** Makes a fault that ignores the parts of the query that match a pattern. */
export const blindTo = (id: string, says: string, pattern: RegExp): Fault =>
  misread(id, says, (parts) => parts.filter((part) => !pattern.test(part)))

/** Makes a fault that changes the body of every JSON answer. */
export const spoiled = (
  id: string,
  says: string,
  spoil: (body: JsonObject, request: ApiRequest) => Json,
): Fault =>
  around(id, says, (answer) => (request) => {
    const response = answer(request)
    const body: Json = response.body.startsWith('{') ? JSON.parse(response.body) : null
    return isObject(body) ? { ...response, body: JSON.stringify(spoil(body, request)) } : response
  })

/** Makes a fault that changes every object in every answer, the innermost first. */
export const everyObject = (
  id: string,
  says: string,
  spoil: (object: JsonObject, key: string) => Json,
): Fault => spoiled(id, says, (body) => walk(body, '', spoil))

/** Makes a fault that changes every value in every answer, except objects and lists. */
export const everyValue = (id: string, says: string, spoil: (value: Json, key: string) => Json): Fault =>
  spoiled(id, says, (body) => leaves(body, '', spoil))

function walk(json: Json, key: string, spoil: (object: JsonObject, key: string) => Json): Json {
  if (isList(json)) return json.map((item) => walk(item, key, spoil))
  if (!isObject(json)) return json
  const members = Object.entries(json).map(([name, value]) => [name, walk(value, name, spoil)])
  return spoil(Object.fromEntries(members), key)
}

function leaves(json: Json, key: string, spoil: (value: Json, key: string) => Json): Json {
  if (isList(json)) return json.map((item) => leaves(item, key, spoil))
  if (!isObject(json)) return spoil(json, key)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, leaves(value, name, spoil)]))
}

/** Makes a fault that changes every populated list, except empty lists. */
export const everyList = (
  id: string,
  says: string,
  spoil: (list: readonly JsonObject[], key: string) => Json,
): Fault =>
  everyObject(id, says, (object, key) =>
    key === '' || key === 'pagination' || key === 'error'
      ? object
      : Object.fromEntries(
          Object.entries(object).map(([name, value]) =>
            isList(value) && value.length > 0 && value.every(isEntry)
              ? [name, spoil(value, name)]
              : [name, value],
          ),
        ),
  )

export const isEntry = (json: Json): json is JsonObject => isObject(json) && typeof json.id === 'number'

export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Changes the pagination in the body of a list. */
export const pagination = (body: JsonObject, change: (page: JsonObject) => JsonObject): JsonObject => {
  const { meta } = body
  if (!isObject(meta) || !isObject(meta.pagination)) return body
  return { ...body, meta: { ...meta, pagination: change(meta.pagination) } }
}

/**
 * Makes servers from the reference that each have one fault in how they write. A fault changes the schema, the write
 * request, the answer to the write, or the stored state.
 */

import type { Server } from '../../../src/oracle/index.ts'
import { type ApiResponse, createReferenceApi } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../../src/reference/load/build.ts'
import { type Json, parseJson } from '../../../src/util/json.ts'
import { type EditableDataset, editGraph } from '../../../src/writing/edit/edit.ts'
import {
  firstState,
  type WriteRuleId,
  type WritingState,
  withGraph,
  write,
} from '../../../src/writing/index.ts'
import { isObject, type JsonObject } from '../faulty.ts'

/** A write request in the form that a fault receives. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: string
  /** The value of `data` in the JSON body of the write. */
  readonly data: JsonObject | undefined
}

export interface Wrong {
  /** Changes the schema that the faulty server has loaded. */
  readonly dataset?: (dataset: EditableDataset) => void
  /** Changes the write request before the server evaluates the write. */
  readonly taken?: (asked: Asked, graph: Graph) => Partial<Asked>
  /** Changes the answer to a write. */
  readonly answered?: (answer: ApiResponse, asked: Asked) => ApiResponse
  /** Changes the state after a write. */
  readonly kept?: (
    before: WritingState,
    after: WritingState,
    asked: Asked,
    answer: ApiResponse,
  ) => WritingState
}

export interface WriteFault extends Wrong {
  readonly id: string
  /** The rule of writing that the faulty server breaks. */
  readonly rule: WriteRuleId
  /** The maximum number of requests in the example of the fault's cause. The default is 3. */
  readonly most?: number
  /** The id of a write session of the suite that shows the fault. */
  readonly shownBy: string
}

/** A server function in this process that accepts writes, with access to the server's state. */
export interface WritingServer {
  readonly server: Server
  readonly graph: () => Graph
  /** Returns the number of writes that the server received. */
  readonly writes: () => number
}

/** Makes a server function from the reference that accepts writes and optionally has a fault. */
export function writingServer(base: Graph, wrong: Wrong = {}, profile = 'documented'): WritingServer {
  const graph = wrong.dataset === undefined ? base : rebuilt(editGraph(base, wrong.dataset))
  let state = firstState(graph, { seed: 'another' })
  let writes = 0
  const server: Server = (request) => {
    const { body, ...rest } = request
    const asked = askedOf(rest.method ?? 'GET', rest.url, body)
    const taken = { ...asked, ...wrong.taken?.(asked, state.graph) }
    const text = taken.data === asked.data ? body : JSON.stringify({ data: taken.data })
    const url = taken.query === '' ? taken.path : `${taken.path}?${taken.query}`
    const bytes = text === undefined ? {} : { body: new TextEncoder().encode(text) }
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(asked.method)
    const written = isRead ? undefined : write(state, { ...rest, url, ...bytes }, { profile })
    if (written === undefined) return createReferenceApi(state.graph, { profile }).answer(rest)
    writes++
    const before = state
    state = wrong.kept?.(before, written.state, asked, written.answer) ?? written.state
    return wrong.answered?.(written.answer, asked) ?? written.answer
  }
  return { server, graph: () => state.graph, writes: () => writes }
}

/** Builds the graph again from the dataset's JSON files, including the schema. */
function rebuilt(graph: Graph): Graph {
  const built = buildGraph(filesOf(graph) ?? { contentTypes: {} })
  if ('faults' in built) throw new Error('the dataset is sound')
  return built.graph
}

function askedOf(method: string, url: string, body: string | undefined): Asked {
  const [path = '', query = ''] = url.split('?', 2)
  const json = body === undefined ? undefined : parseJson(body)
  const data = isObject(json) ? json['data'] : undefined
  return { method, path, query, data: isObject(data) ? data : undefined }
}

const changedData = (answer: ApiResponse, change: (data: JsonObject) => JsonObject): ApiResponse => {
  const body: Json = answer.body.startsWith('{') ? JSON.parse(answer.body) : null
  const data = isObject(body) ? body['data'] : undefined
  return isObject(body) && isObject(data)
    ? { ...answer, body: JSON.stringify({ ...body, data: change(data) }) }
    : answer
}

/** Returns the write with changes to those members of `data` that are objects. */
const withObjects = (data: JsonObject | undefined, change: (value: JsonObject) => Json): Partial<Asked> => {
  if (data === undefined) return {}
  const members = Object.entries(data).map(([name, value]) => [name, isObject(value) ? change(value) : value])
  return { data: Object.fromEntries(members) }
}

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

const listOf = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? json : json === undefined || json === null ? [] : [json]

const AUTHOR = ['email', 'born', 'score']

export const WRITE_FAULTS: readonly WriteFault[] = [
  {
    id: 'PUT sets the omitted attributes to null',
    rule: 'write.update',
    shownBy: 'writes.update',
    taken: ({ method, path, data }) =>
      method === 'PUT' && path.startsWith('/api/authors/') && data !== undefined
        ? { data: { ...Object.fromEntries(AUTHOR.map((name) => [name, null])), ...data } }
        : {},
  },
  {
    id: 'DELETE answers 200 with a body',
    rule: 'write.delete',
    shownBy: 'writes.delete',
    answered: (answer, { method }) =>
      method === 'DELETE' ? { ...answer, status: 200, body: '{"data":null}' } : answer,
  },
  {
    id: 'connect adds links at the front of the list',
    rule: 'write.relation.connect',
    shownBy: 'writes.relation.connect',
    taken: ({ data }) =>
      withObjects(data, (value) => {
        const items = listOf(value['connect']).filter((item) => typeof item === 'string')
        if (items.length === 0) return value
        const connect = items.map((documentId) => ({ documentId, position: { start: true } }))
        return { ...value, connect }
      }),
  },
  {
    id: 'publication keeps one old value of the published row',
    rule: 'write.publish.row',
    most: 4,
    shownBy: 'writes.publish.whole',
    kept: (before, after, { method, path, query, data }) => {
      const documentId = path.split('/').at(-1) ?? ''
      if (method !== 'PUT' || !path.startsWith('/api/reviews/') || query.includes('status=draft'))
        return after
      const versions = ({ tables }: Graph) =>
        tables.get('api::review.review')?.byDocument.get(documentId) ?? []
      const old = versions(before.graph).find(({ status }) => status === 'published')
      const made = versions(after.graph).find(({ status }) => status === 'published')
      if (old === undefined || made === undefined || data === undefined || 'score' in data) return after
      const graph = editGraph(after.graph, ({ entries }) => {
        const row = entries['review']?.find((one) => one['id'] === made.id)
        if (row !== undefined) Object.assign(row, { score: old.values['score'] })
      })
      return withGraph(after, graph)
    },
  },
  {
    id: 'unique values are not checked',
    rule: 'write.values.unique',
    shownBy: 'writes.values.unique',
    dataset: ({ contentTypes }) => {
      Object.assign(Object(Object(contentTypes['category'])['attributes'])['name'], { unique: false })
    },
  },
  {
    id: 'required values are not checked on publication',
    rule: 'write.values',
    shownBy: 'writes.values.publish',
    dataset: ({ contentTypes }) => {
      Object.assign(Object(Object(contentTypes['article'])['attributes'])['title'], { required: false })
    },
  },
  {
    id: 'a component with an id in the body becomes a new component',
    rule: 'write.component.kept',
    shownBy: 'writes.component.kept',
    taken: ({ method, data }) =>
      method === 'PUT'
        ? withObjects(data, (value) =>
            'id' in value && Object.keys(value).length > 1 ? without(value, 'id') : value,
          )
        : {},
  },
  {
    id: 'the locale is ignored',
    rule: 'write.locale',
    shownBy: 'writes.locale',
    taken: ({ method, query }) =>
      method === 'DELETE' ? {} : { query: query.replace(/(^|&)locale=(fr|de)/, '') },
  },
  {
    id: 'POST answers 200',
    rule: 'write.create',
    shownBy: 'writes.create',
    answered: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
  },
  {
    id: 'another message for a value',
    rule: 'write.values',
    shownBy: 'writes.values.text',
    answered: (answer) => ({
      ...answer,
      body: answer.body.replaceAll('must be a `string` type', 'has to be text'),
    }),
  },
  {
    id: 'disconnect does nothing',
    rule: 'write.relation.disconnect',
    most: 6,
    shownBy: 'writes.relation.disconnect',
    taken: ({ data }) =>
      withObjects(data, (value) =>
        'disconnect' in value ? { ...without(value, 'disconnect'), connect: [] } : value,
      ),
  },
  {
    id: 'createdAt has the value of updatedAt',
    rule: 'write.stamps',
    shownBy: 'writes.update',
    answered: (answer, { method }) =>
      method === 'PUT'
        ? changedData(answer, (data) =>
            'createdAt' in data ? { ...data, createdAt: data['updatedAt'] ?? null } : data,
          )
        : answer,
  },
  {
    id: 'updatedAt stays',
    rule: 'write.stamps',
    shownBy: 'writes.update',
    answered: (answer, { method }) =>
      method === 'PUT'
        ? changedData(answer, (data) =>
            'createdAt' in data ? { ...data, updatedAt: data['createdAt'] ?? null } : data,
          )
        : answer,
  },
  {
    id: 'defaults are left out',
    rule: 'write.values.defaults',
    shownBy: 'writes.values.defaults',
    dataset: ({ contentTypes }) => {
      Reflect.deleteProperty(
        Object(Object(Object(contentTypes['article'])['attributes'])['featured']),
        'default',
      )
    },
  },
  {
    id: 'a list is stored in reverse order',
    rule: 'write.relation.set',
    shownBy: 'writes.relation.set',
    taken: ({ data }) =>
      data === undefined || !Array.isArray(data['critics'])
        ? {}
        : { data: { ...data, critics: listOf(data['critics']).toReversed() } },
  },
  {
    id: 'unknown keys in the body are ignored',
    rule: 'write.keys.unknown',
    shownBy: 'writes.keys.unknown',
    taken: ({ data }) => (data !== undefined && 'nope' in data ? { data: without(data, 'nope') } : {}),
  },
]

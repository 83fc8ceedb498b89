/** A test server: a content API over HTTP, with some other endpoints of a real server. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
}

export interface Running {
  readonly url: string
  readonly asked: readonly Asked[]
  readonly stop: () => Promise<void>
}

/** A handler of requests; returns true if it has answered. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: string) => boolean

export const json = (response: ServerResponse, status: number, body: unknown): true => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}

/** Starts a server that calls `first`, and then `last` if `first` has not answered. */
export async function running(last: Handler, first: Handler = () => false): Promise<Running> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, token: headers.authorization?.replace('Bearer ', '') })
    response.on('error', () => undefined)
    if (!first(request, response, url) && !last(request, response, url)) json(response, 404, { data: null })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Returns the list of uploaded files or of users. The list has no member `data`, and is complete unless the request
 * uses keyset pagination.
 */
function bareList(path: string, url: string, graph: Graph): readonly unknown[] {
  const uid = path === '/api/users' ? 'plugin::users-permissions.user' : 'plugin::upload.file'
  const after = Number(/\[\$gt\]=(\d+)/.exec(url)?.[1] ?? 0)
  const { rows = [], type } = graph.tables.get(uid) ?? {}
  return rows.flatMap(({ id, documentId, values, links }) => {
    const shown = Object.entries(values).filter(([name]) => type?.attributes.get(name)?.private === false)
    const related = links['related']?.map((ref) => ({
      __type: ref.type,
      id: ref.id,
      documentId: `of ${ref.id}`,
    }))
    const more = related === undefined ? {} : { related, isUrlSigned: false }
    return id > after ? [{ id, documentId, ...Object.fromEntries(shown), ...more }] : []
  })
}

const objectIn = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

/**
 * Returns a handler that serves the content API of a graph. The token `full` may also read the content-type builder and
 * the locales.
 */
export function serverOf(graph: Graph, full: string): Handler {
  const api = createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })
  const { contentTypes = {}, components = {} } = filesOf(graph) ?? {}
  const types = Object.values(contentTypes).flatMap((schema) => {
    if (!isObject(schema)) return []
    const { uid, info, options, ...rest } = schema
    const [names, { draftAndPublish = false }] = [objectIn(info), objectIn(options)]
    const usual = `api::${String(names['singularName'])}.${String(names['singularName'])}`
    return [{ uid: uid ?? usual, schema: { draftAndPublish, ...names, ...rest } }]
  })
  const parts = Object.entries(components).map(([stem, schema]) => ({
    uid: stem.replace('/', '.'),
    schema,
  }))
  const { locales } = graph
  const beside: Readonly<Record<string, unknown>> = {
    '/api/content-type-builder/content-types': { data: types },
    '/api/content-type-builder/components': { data: parts },
    '/api/i18n/locales': locales.codes.map(({ code, name }) => ({
      code,
      name,
      isDefault: code === locales.default,
    })),
  }
  return (request, response, url) => {
    const path = url.split('?')[0] ?? ''
    if (path.startsWith('/api/upload/files') || path.startsWith('/api/users')) {
      const isFull = request.headers.authorization === `Bearer ${full}`
      return json(response, isFull ? 200 : 403, isFull ? bareList(path, url, graph) : { data: null })
    }
    if (path in beside) {
      const isFull = request.headers.authorization === `Bearer ${full}`
      return json(
        response,
        isFull ? 200 : 403,
        isFull ? beside[path] : { data: null, error: { status: 403 } },
      )
    }
    const { authorization } = request.headers
    const answer = api.answer({
      method: request.method ?? 'GET',
      url,
      headers: authorization === undefined ? {} : { authorization },
    })
    response.writeHead(answer.status, answer.headers).end(answer.body)
    return true
  }
}

/**
 * `/_populace`: the endpoints with which tests control the server. Pages of other origins cannot use these endpoints:
 * the server refuses their requests, no answer has a CORS header, and preflight requests fail.
 */

import type { RoleOfToken } from '../../reference/access.ts'
import type { ApiResponse } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Json } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { ReplaceableFaults } from '../faults/changing.ts'
import { harOf } from '../journal/har.ts'
import type { Journal, JournalQuery } from '../journal/journal.ts'
import type { Layer, MockRequest } from '../layer.ts'
import type { Mock } from '../mock.ts'
import { changesBetween } from '../world/changes.ts'
import type { NewIds } from '../world/workshop.ts'
import { BASE, isWorldName, namedWorld } from '../worlds/named.ts'
import { PatchError, patched } from '../worlds/patch.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { type AdminAccess, LOCAL, loginAnswer, whyRefused } from './access.ts'
import {
  badName,
  bodyOf,
  json,
  NOTHING,
  notAllowed,
  nothing,
  PREFIX,
  readOnly,
  worldIn,
  wrong,
} from './answers.ts'
import type { CopyWorld, ExplorerOptions } from './explained.ts'
import { explorerAnswer, isExplanationWanted, type Serving, withExplanation } from './explorer.ts'
import { adminDocument, schemaNamed } from './grammar.ts'
import { HELP } from './help.ts'
import type { Metrics } from './metrics.ts'
import { metricsAnswer } from './scrape.ts'
import { changeFaults } from './trouble.ts'

export interface AdminOptions {
  readonly version: string
  readonly journal: Journal
  readonly worlds: Worlds
  /** The counters of requests for the metrics. */
  readonly metrics: Metrics
  readonly faults: ReplaceableFaults
  /** The default world: its current graph, and functions that replace the graph. */
  readonly base: {
    readonly graph: () => Graph
    /** Returns the graph with which the default world started. */
    readonly began: () => Graph
    readonly trace: Mock['trace']
    readonly make: CopyWorld
    readonly use: (graph: Graph) => void
    readonly reset: () => void
    /** The ids that rows of the default world have already used, so that new rows get other ids. */
    readonly newIds: NewIds
    /** Returns the role of an API token that the graph does not list. */
    readonly roleOfToken?: RoleOfToken
  }
  /** The rights to use the endpoints below `/_populace`; by default, only this machine may use them. */
  readonly access?: AdminAccess
  /**
   * The options of the explorer page. Without these options, the server has no explorer page and gives no explanations
   * over HTTP.
   */
  readonly explorer?: ExplorerOptions
  /** Returns the origin of the server, such as `http://127.0.0.1:1337`. */
  readonly origin: () => string
}

export function adminLayer(options: AdminOptions): Layer {
  const serving = servingOf(options)
  const own = ownLayer(options, serving)
  const { access = LOCAL } = options
  return (request) => {
    const { path } = splitTarget(request.url)
    const isOwn = path === PREFIX || path.startsWith(`${PREFIX}/`)
    // A path below `/_populace/in/` leads to a named world, which frontends of other origins may request.
    if (path.startsWith(`${PREFIX}/in/`)) return undefined
    if (!isOwn && (serving === undefined || !isExplanationWanted(request, serving))) return undefined
    const why = whyRefused(request, access)
    if (why !== undefined) return wrong(403, why)
    if (isOwn) return loginAnswer(request, access) ?? own(request)
    return serving && withExplanation(request, serving)
  }
}

/** Returns the layer that answers the endpoints below `/_populace`. */
function ownLayer(options: AdminOptions, serving: Serving | undefined): Layer {
  return async (request) => {
    const { path, search: query } = splitTarget(request.url)
    const [what = '', name = '', ...more] = path.slice(PREFIX.length + 1).split('/')
    const shown =
      serving === undefined ? undefined : await explorerAnswer(request, { what, name, query }, serving)
    if (shown !== undefined) return shown
    if (more.length > 0) return nothing()
    switch (what) {
      case '':
        return json(200, { version: options.version, ...HELP })
      case 'openapi.json':
        return name === '' ? readOnly(request, adminDocument(options.version)) : nothing()
      case 'schemas':
        return readOnly(request, schemaNamed(name))
      case 'worlds':
        return name === '' ? listed(request, options) : changed(request, name, options)
      case 'changes':
        return name === '' ? changes(request, new URLSearchParams(query), options) : nothing()
      case 'requests':
      case 'requests.har':
        return name === '' ? asked(request, what, new URLSearchParams(query), options) : nothing()
      case 'metrics':
        return name === '' ? scraped(request, options) : nothing()
      case 'trouble':
        return name === '' ? changeFaults(request, new URLSearchParams(query), options.faults) : nothing()
      default:
        return nothing()
    }
  }
}

function scraped({ method = 'GET' }: MockRequest, { metrics, worlds, version }: AdminOptions): ApiResponse {
  if (method !== 'GET') return notAllowed('GET')
  return metricsAnswer(metrics, { version, worlds: worlds.counts() })
}

/**
 * Lists the changes of a world. The parameter `world`, the header or the cookie names the world; without a name, the
 * endpoint lists the changes of the default world.
 */
function changes(request: MockRequest, query: URLSearchParams, { worlds, base }: AdminOptions): ApiResponse {
  if ((request.method ?? 'GET') !== 'GET') return notAllowed('GET')
  const given = worldIn(query)
  if (typeof given === 'object') return given
  const named = namedWorld(request)
  if (given === undefined && named === 'bad') return badName()
  const name = given ?? (named === undefined || named === 'bad' ? BASE : named.name)
  const all = name === BASE ? changesBetween(base.began(), base.graph()) : worlds.changes(name)
  return json(200, { count: all.length, changes: all.map((one): Json => ({ ...one })) })
}

function servingOf({ explorer, worlds, base }: AdminOptions): Serving | undefined {
  if (explorer === undefined) return undefined
  const { graph, trace, make: copy, roleOfToken = () => undefined } = base
  return {
    options: explorer,
    world: (name) => {
      const mock = name === null ? undefined : worlds.get(name)
      if (name !== null && mock === undefined) return undefined
      return mock === undefined
        ? { graph: graph(), roleOfToken, trace, copy }
        : { graph: mock.api.graph, roleOfToken: mock.roleOfToken, trace: mock.trace, copy }
    },
  }
}

function listed({ method = 'GET' }: MockRequest, { worlds }: AdminOptions): ApiResponse {
  if (method !== 'GET') return notAllowed('GET')
  return json(200, { worlds: worlds.list().map(({ name, isChanged }) => ({ name, changed: isChanged })) })
}

async function changed(request: MockRequest, name: string, options: AdminOptions): Promise<ApiResponse> {
  const { method = 'GET' } = request
  const { worlds, base, faults } = options
  if (!isWorldName(name))
    return wrong(400, 'Expected a name of letters, digits, dots, dashes and underscores')
  switch (method) {
    case 'PUT':
    case 'DELETE':
      if (name === BASE) base.reset()
      else worlds.reset(name)
      faults.use([], [], name)
      return NOTHING
    case 'PATCH': {
      const patch = await bodyOf(request)
      if (typeof patch === 'string') return wrong(400, patch)
      return change(name, patch.value, options)
    }
    default:
      return notAllowed('PUT, PATCH, DELETE')
  }
}

function change(name: string, patch: Json, { worlds, base }: AdminOptions): ApiResponse {
  const mock = name === BASE ? undefined : worlds.get(name)
  if (name !== BASE && mock === undefined) return wrong(503, worlds.full)
  try {
    const { graph, created } = patched(mock?.api.graph ?? base.graph(), patch, (mock ?? base).newIds)
    if (mock === undefined) base.use(graph)
    else mock.use(graph)
    return json(200, { created })
  } catch (error) {
    if (error instanceof PatchError) return json(422, { error: error.message, pointer: error.pointer })
    if (error instanceof Error && error.name === 'DatasetError') {
      return wrong(422, error.message)
    }
    throw error
  }
}

function asked(
  { method = 'GET' }: MockRequest,
  what: 'requests' | 'requests.har',
  query: URLSearchParams,
  { journal, origin, version }: AdminOptions,
): ApiResponse {
  if (method === 'DELETE' && what === 'requests') {
    journal.clear()
    return NOTHING
  }
  if (method !== 'GET') return notAllowed(what === 'requests' ? 'GET, DELETE' : 'GET')
  const wanted = wantedIn(query)
  if (typeof wanted === 'string') return wrong(400, wanted)
  const found = journal.find(wanted)
  if (what === 'requests.har') return json(200, harOf(found, origin(), version))
  return json(200, { count: found.length, requests: found.map((one): Json => ({ ...one })) })
}

/**
 * Reads the parameters of `/_populace/requests`, which filter the journal. The parameter `url` must be the last
 * parameter, because the value of `url` may contain query parameters.
 */
function wantedIn(query: URLSearchParams): JournalQuery | string {
  const known = ['method', 'status', 'world', 'after', 'url']
  const own = new Map<string, string>()
  const more: string[] = []
  for (const [name, value] of query) {
    if (own.has('url')) more.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    else if (known.includes(name)) own.set(name, value)
    else return `Expected ${known.join(', ')}, found ${JSON.stringify(name)}`
  }
  const [status, after] = [own.get('status'), own.get('after')].map((text) =>
    text === undefined ? undefined : Number(text),
  )
  if (Number.isNaN(status) || Number.isNaN(after))
    return 'Expected numbers for the parameters status and after'
  const [url, method, world] = [own.get('url'), own.get('method'), own.get('world')]
  return {
    ...(url === undefined ? {} : { url: more.length === 0 ? url : `${url}&${more.join('&')}` }),
    ...(method === undefined ? {} : { method }),
    ...(world === undefined ? {} : { world: world === BASE ? null : world }),
    ...(status === undefined ? {} : { status }),
    ...(after === undefined ? {} : { after }),
  }
}

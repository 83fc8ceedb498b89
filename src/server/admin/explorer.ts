/**
 * Answers the requests of the explorer page below `/_populace`. The server loads the modules of the explorer at the
 * first such request, so that the server starts fast.
 */

import type { ApiResponse } from '../../reference/api.ts'
import { isObject, parseJson } from '../../util/json.ts'
import { withRan } from '../code/ran.ts'
import type { MockRequest } from '../layer.ts'
import { namedWorld } from '../worlds/named.ts'
import type { ExplainedRequest, ExplorerOptions, WorldRequest } from './explained.ts'

export interface Serving {
  readonly options: ExplorerOptions
  /** Finds a world by name; null names the default world. Returns undefined if the limit of worlds is reached. */
  readonly world: (name: string | null) => WorldRequest | undefined
}

interface ExplorerRequest {
  /** The first segment after `/_populace/` in the path. */
  readonly what: string
  readonly name: string
  readonly query: string
}

/** Answers a request of the explorer page; undefined if the path is not an endpoint of the explorer. */
export async function explorerAnswer(
  request: MockRequest,
  { what, name, query }: ExplorerRequest,
  serving: Serving,
): Promise<ApiResponse | undefined> {
  const isPage = what === '' && wantsHtml(request)
  const isOwn = isPage || what === 'explorer' || isExplained(what)
  if (!isOwn) return undefined
  const isWrite = what === 'explain' && name === '' && request.method === 'POST'
  if (isWrite) return inWorld(request, serving, (asked) => explainedWrite(request, query, asked, serving))
  if (!['GET', 'HEAD'].includes(request.method ?? 'GET'))
    return wrong(405, 'Expected GET', { allow: what === 'explain' ? 'GET, HEAD, POST' : 'GET, HEAD' })
  if (isPage || what === 'explorer')
    return (await import('./page.ts')).pageFile(serving.options.file, name, request)
  if (name !== '' || !isExplained(what)) return undefined
  return inWorld(request, serving, (asked) => explainedAnswer(request, what, query, asked, serving))
}

const isExplained = (what: string): what is ExplainedRequest['what'] =>
  ['schema', 'explain', 'otherwise', 'answer'].includes(what)

/** Returns whether the client requests HTML. A client that accepts any content type gets JSON. */
const wantsHtml = ({ headers = {} }: MockRequest): boolean =>
  /(?:^|,)\s*text\/html/.test(headers['accept'] ?? '')

/** Calls `answerFor` with the world that the request names. */
async function inWorld(
  request: MockRequest,
  { options, world }: Serving,
  answerFor: (asked: WorldRequest) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (options.explains === 'no')
    return wrong(
      403,
      'Explanations are off: remove --no-explain, or pass --explain if other machines can reach this server',
    )
  const named = namedWorld(request)
  if (named === 'bad')
    return wrong(400, 'Expected a world name of letters, digits, dots, dashes and underscores')
  const asked = world(named?.name ?? null)
  if (asked === undefined)
    return wrong(
      503,
      'The limit of worlds is reached, and all worlds have changes: DELETE /_populace/worlds/NAME frees one',
    )
  try {
    return await answerFor(asked)
  } catch (error) {
    if (error instanceof Error && error.name === 'ProfileError') return wrong(400, error.message)
    throw error
  }
}

async function explainedAnswer(
  request: MockRequest,
  what: ExplainedRequest['what'],
  query: string,
  asked: WorldRequest,
  { options }: Serving,
): Promise<ApiResponse> {
  const wanted = wantedIn(query)
  if (what !== 'schema' && !wanted.url.startsWith('/')) return noPath(what, wanted.url)
  const { explained } = await import('./explained.ts')
  const { status, body, bytes } = await explained(
    { what, ...wanted, headers: request.headers ?? {} },
    asked,
    options,
  )
  if (request.method === 'HEAD') return { status, headers: HEADERS, body: '' }
  return { status, headers: HEADERS, body, ...(bytes === undefined ? {} : { bytes }) }
}

const noPath = (what: string, url: string): ApiResponse =>
  wrong(400, `Expected /_populace/${what}?url=/api/…, found ${JSON.stringify(url.slice(0, 100))}`)

const WRITES: readonly string[] = ['POST', 'PUT', 'DELETE']

/**
 * The maximum size in bytes of the body of an explained write. The search for a valid body tries many variants, so a
 * long body would delay other requests.
 */
const MOST_BYTES = 16 * 1024

/**
 * Answers a request to explain a write. The query names the method of the write, and the body of the request is the
 * body of the write.
 */
async function explainedWrite(
  request: MockRequest,
  query: string,
  asked: WorldRequest,
  { options }: Serving,
): Promise<ApiResponse> {
  const { url, profile, method } = wantedIn(query)
  if (!url.startsWith('/')) return noPath('explain', url)
  if (!WRITES.includes(method))
    return wrong(
      400,
      `Expected a method of ${WRITES.join(', ')}, found ${JSON.stringify(method.slice(0, 100))}`,
    )
  const body = await request.body?.()
  if (typeof body === 'string' || (body?.length ?? 0) > MOST_BYTES)
    return wrong(413, `Expected a body of at most ${MOST_BYTES} bytes`)
  const { explainedWrite: explain } = await import('./explained.ts')
  const write = { method, url, profile, headers: request.headers ?? {}, body: body ?? new Uint8Array() }
  const { status, body: text } = explain(write, asked, options)
  return { status, headers: HEADERS, body: text }
}

/**
 * Reads the query parameters of an explorer request. The last parameter is `url`, whose value is percent-encoded, or a
 * plain URL with query parameters.
 */
function wantedIn(
  query: string,
): Pick<ExplainedRequest, 'url' | 'profile' | 'why'> & { readonly method: string } {
  const at = `&${query}`.indexOf('&url=')
  const before = new URLSearchParams(at < 0 ? query : query.slice(0, at))
  const method = before.get('method') ?? 'POST'
  const own = { profile: before.get('profile'), why: before.get('why'), method: method.toUpperCase() }
  if (at < 0) return { url: '', ...own }
  const written = query.slice(at + 'url='.length)
  return { url: written.startsWith('/') ? written : (new URLSearchParams(query).get('url') ?? ''), ...own }
}

/**
 * The name of the header that requests an explanation. The header value `true` explains the whole answer; a path as
 * the header value explains one value of the answer.
 */
const WANTED = 'populace-explain'

/** Returns whether the server gives explanations and a GET request has the header that requests an explanation. */
export const isExplanationWanted = (
  { headers = {}, method = 'GET' }: MockRequest,
  { options }: Serving,
): boolean => headers[WANTED] !== undefined && options.explains !== 'no' && method === 'GET'

/**
 * Adds the member `explanation`, with the effect of the project's own code, to an answer whose body is a JSON object.
 */
export async function withExplanation(
  request: MockRequest,
  { options, world }: Serving,
): Promise<ApiResponse | undefined> {
  const { headers = {}, url } = request
  const wanted = headers[WANTED]
  const named = namedWorld(request)
  const asked = named === 'bad' ? undefined : world(named?.name ?? null)
  if (asked === undefined) return undefined
  const traced = await asked.trace(request)
  const { answer, effect } = traced
  const json = parseJson(answer.body)
  if (!isObject(json)) return answer
  const { explained } = await import('./explained.ts')
  const why = wanted === undefined || wanted === 'true' ? null : wanted
  const question = { what: 'explain', url, profile: null, why, headers, traced } as const
  const { body } = await explained(question, asked, options)
  return withRan({ ...answer, body: JSON.stringify({ ...json, explanation: parseJson(body) }) }, effect?.ran)
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const wrong = (status: number, error: string, more: Readonly<Record<string, string>> = {}): ApiResponse => ({
  status,
  headers: { ...HEADERS, ...more },
  body: JSON.stringify({ error }),
})

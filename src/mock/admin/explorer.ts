/** The explorer's part of `/_populace`. What it needs is loaded when somebody asks for it, never with the server. */
import { isObject, parseJson } from '../../ground/json.ts'
import type { ApiResponse } from '../../reference/api.ts'
import type { MockRequest } from '../layer.ts'
import { namedWorld } from '../worlds/named.ts'
import type { ExplainedRequest, ExplorerOptions, WorldAsked } from './explained.ts'

export interface Serving {
  readonly options: ExplorerOptions
  /** The world of a name, or of whoever names none; undefined where there are too many. */
  readonly world: (name: string | null) => WorldAsked | undefined
}

interface Asked {
  /** `/_populace/WHAT/NAME?QUERY` */
  readonly what: string
  readonly name: string
  readonly query: string
}

/** undefined for what is not the explorer's. */
export async function explorerAnswer(
  request: MockRequest,
  { what, name, query }: Asked,
  serving: Serving,
): Promise<ApiResponse | undefined> {
  const isPage = what === '' && wantsHtml(request)
  const isOwn = isPage || what === 'explorer' || isExplained(what)
  if (!isOwn) return undefined
  if (!['GET', 'HEAD'].includes(request.method ?? 'GET'))
    return wrong(405, 'Expected GET', { allow: 'GET, HEAD' })
  if (isPage || what === 'explorer')
    return (await import('./page.ts')).pageFile(serving.options.file, name, request)
  return name === '' && isExplained(what) ? explainedAnswer(request, what, query, serving) : undefined
}

const isExplained = (what: string): what is ExplainedRequest['what'] =>
  ['schema', 'explain', 'otherwise', 'answer'].includes(what)

/** Whoever asks for anything is answered with JSON, as ever. */
const wantsHtml = ({ headers = {} }: MockRequest): boolean =>
  /(?:^|,)\s*text\/html/.test(headers['accept'] ?? '')

async function explainedAnswer(
  request: MockRequest,
  what: ExplainedRequest['what'],
  query: string,
  { options, world }: Serving,
): Promise<ApiResponse> {
  if (options.explains === 'no')
    return wrong(
      403,
      'Explanations are off, as others than this machine reach this server: --explain turns them on',
    )
  const named = namedWorld(request)
  if (named === 'bad') return wrong(400, 'Expected a world of letters, digits, dots, dashes and underscores')
  const asked = world(named?.name ?? null)
  if (asked === undefined) return wrong(503, 'Too many worlds that are changed: DELETE some')
  const wanted = wantedIn(query)
  if (what !== 'schema' && !wanted.url.startsWith('/'))
    return wrong(
      400,
      `Expected /_populace/${what}?url=/api/…, found ${JSON.stringify(wanted.url.slice(0, 100))}`,
    )
  const { explained } = await import('./explained.ts')
  try {
    const { status, body } = explained({ what, ...wanted, headers: request.headers ?? {} }, asked, options)
    return { status, headers: HEADERS, body: request.method === 'HEAD' ? '' : body }
  } catch (error) {
    if (error instanceof Error && error.name === 'ProfileError') return wrong(400, error.message)
    throw error
  }
}

/** `url` is the last parameter: encoded, or as it is with parameters of its own. */
function wantedIn(query: string): Pick<ExplainedRequest, 'url' | 'profile' | 'why'> {
  const at = `&${query}`.indexOf('&url=')
  const before = new URLSearchParams(at < 0 ? query : query.slice(0, at))
  const own = { profile: before.get('profile'), why: before.get('why') }
  if (at < 0) return { url: '', ...own }
  const written = query.slice(at + 'url='.length)
  return { url: written.startsWith('/') ? written : (new URLSearchParams(query).get('url') ?? ''), ...own }
}

/** The header by which a request wants its answer explained: all of it for `true`, or one path of it. */
const WANTED = 'populace-explain'

/**
 * An answer of the content API with a member `explanation` beside its others; undefined where none is asked for, or where
 * explanations are off. Pages of other origins may not send the header.
 */
export function explainedBeside(
  request: MockRequest,
  serving: Serving,
): Promise<ApiResponse | undefined> | undefined {
  const { headers = {}, method = 'GET' } = request
  const wanted = headers[WANTED]
  const isTold = wanted !== undefined && serving.options.explains !== 'no' && method === 'GET'
  return isTold ? withExplanation(request, wanted, serving) : undefined
}

async function withExplanation(
  request: MockRequest,
  wanted: string,
  { options, world }: Serving,
): Promise<ApiResponse | undefined> {
  const { headers = {}, url } = request
  const named = namedWorld(request)
  const asked = named === 'bad' ? undefined : world(named?.name ?? null)
  if (asked === undefined) return undefined
  const answer = asked.answer(request)
  const json = parseJson(answer.body)
  if (!isObject(json)) return answer
  const { explained } = await import('./explained.ts')
  const why = wanted === 'true' ? null : wanted
  const { body } = explained({ what: 'explain', url, profile: null, why, headers }, asked, options)
  return { ...answer, body: JSON.stringify({ ...json, explanation: parseJson(body) }) }
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

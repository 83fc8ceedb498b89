/**
 * The layer of a project's code. The layer answers the requests that concern the code, such as requests to its routes.
 */
import type { ApiResponse } from '../../reference/api.ts'
import { corsHeaders } from '../../reference/respond/http.ts'
import type { CodeAnswer, CodeHost, CodeRequest, ProjectCode } from '../../sources/runner/project-code.ts'
import type { CallerMessage } from '../../sources/runner/protocol.ts'
import { isForm } from '../../writing/index.ts'
import { errorAnswer } from '../errors.ts'
import type { Layer, MockRequest, NoBody } from '../layer.ts'
import { withRan } from './ran.ts'
import { repeatedAnswer } from './repeated.ts'

interface CodeLayerParts {
  readonly code: ProjectCode
  /**
   * Creates the object through which the code accesses the world of a request. The function `body` reads the request
   * body, and may be called only once.
   */
  readonly hostOf: (body: MockRequest['body']) => CodeHost
}

/**
 * Creates the layer that answers requests through the code. The layer ignores CORS preflights, and requests that the
 * code does not concern.
 */
export function codeLayer(parts: CodeLayerParts): Layer {
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    // The content API answers every CORS preflight.
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (isPreflight || !parts.code.concerns(method, targetOf(url))) return undefined
    return throughCode(request, parts).then((answer) => ('answer' in answer ? answer.answer : answer.refused))
  }
}

/** Answers a request through the project's code, and returns the answer with the effect of the code. */
export async function tracedAnswer(
  request: MockRequest,
  parts: CodeLayerParts,
): Promise<{ readonly answer: ApiResponse; readonly effect: CodeAnswer['effect'] }> {
  const found = await throughCode(request, parts, { trace: true })
  return 'answer' in found ? found : { answer: found.refused, effect: undefined }
}

type Through =
  | { readonly answer: ApiResponse; readonly effect: CodeAnswer['effect'] }
  | { readonly refused: ApiResponse }

async function throughCode(
  request: MockRequest,
  { code, hostOf }: CodeLayerParts,
  options?: { readonly trace: boolean },
): Promise<Through> {
  const body = await bodyOf(request, code, hostOf)
  if (typeof body === 'string') return { refused: refusalOf(body, request) }
  const { read, bytes } = body
  const { response, core, effect, ran } = await code.answer(
    codeRequest(request, bytes),
    hostOf(read),
    options,
  )
  const { status, headers } = response
  const around = { status, headers, ran, origin: request.headers?.['origin'] }
  const kept = request.method === 'HEAD' ? undefined : core
  const answer = repeatedAnswer(kept, around, () => answerOf(response, request))
  return { answer: withRan(answer, ran), effect }
}

/** Converts the answer of the project's code to an answer of the server. */
function answerOf({ status, headers, body }: CodeAnswer['response'], request: MockRequest): ApiResponse {
  const own = Object.entries(headers).filter(([name]) => !CONNECTION.has(name))
  const all = { ...corsHeaders(request.headers ?? {}, () => undefined), ...Object.fromEntries(own) }
  const isText = typeof body === 'string'
  const text = isText && request.method !== 'HEAD' ? body : ''
  return { status, headers: all, body: text, ...(isText ? {} : { bytes: body }) }
}

/** The names of the headers that only the server writes, because these headers depend on the connection. */
const CONNECTION = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive'])

interface TakenBody {
  /**
   * The body that the project's code receives; undefined stands for no body, or for a form with files on one of
   * Strapi's own routes.
   */
  readonly bytes: Uint8Array | undefined
  /** Reads the request body for the content API. */
  readonly read: MockRequest['body']
}

/**
 * Reads the request body for the project's code. Strapi's own routes read a form with files themselves, because its
 * size limit depends on the caller's permissions.
 */
async function bodyOf(
  { body, headers = {}, method = 'GET', url }: MockRequest,
  code: ProjectCode,
  hostOf: CodeLayerParts['hostOf'],
): Promise<TakenBody | NoBody> {
  if (body === undefined) return { bytes: undefined, read: undefined }
  const isOfFiles = isForm(headers['content-type'] ?? '')
  if (isOfFiles && !code.hasRoute(method, targetOf(url))) return { bytes: undefined, read: body }
  const caller = (): CallerMessage => hostOf(undefined).caller(headers['authorization'])
  const taken = await body(
    isOfFiles && code.mayUse?.(method, targetOf(url), caller()) === true ? 'files' : 'text',
  )
  if (typeof taken === 'string') return taken
  return { bytes: taken, read: async () => taken }
}

function codeRequest(
  { method = 'GET', url, headers = {} }: MockRequest,
  body: Uint8Array | undefined,
): CodeRequest {
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { method, target: targetOf(url), headers: Object.fromEntries(sent), body, ip: '127.0.0.1' }
}

/** Returns the path and query of a URL, without the scheme and host that the URL may have. */
export function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const at = url.indexOf('://')
  const slash = at < 0 ? -1 : url.indexOf('/', at + 3)
  return slash < 0 ? '/' : url.slice(slash)
}

function refusalOf(reason: NoBody, { headers = {} }: MockRequest): ApiResponse {
  const { origin } = headers
  if (reason === 'no-room') {
    const message = 'The server is reading too many request bodies. Try again in a moment'
    return errorAnswer({ status: 503, name: 'ServiceUnavailableError', message }, origin)
  }
  return errorAnswer(
    { status: 413, name: 'PayloadTooLargeError', message: 'request entity too large' },
    origin,
  )
}

/**
 * A cache of whole answers. The role and the cache key of an answer contain everything that determines the answer,
 * except for the graph.
 */
import type { CachePartition } from '../../util/cache/lru.ts'
import { isPrintable } from '../../util/printable.ts'
import type { Role } from '../graph/graph.ts'
import type { GivenMap } from '../parse/given.ts'
import type { ApiRequest } from '../request.ts'
import { type ApiResponse, keptAnswer } from '../response.ts'

/**
 * The bytes of memory for one character of an answer's body. The cache stores each body twice: as text and as bytes
 * to send.
 */
const BYTES_OF_CHARACTER = 4

/** The role of a caller; undefined if the caller has no role. */
export interface CallerRole {
  readonly role: Role | undefined
}

interface AnswerCacheOptions {
  readonly partition: () => CachePartition<ApiResponse>
  /** Returns the role for an `authorization` header. */
  readonly roleOf: (authorization: string | undefined) => Role | undefined
}

/** The cached answers for each role. */
type ByRole = WeakMap<Role, CachePartition<ApiResponse>>

/**
 * Makes a function that returns cached answers, and calls `work` for all other requests. The cache stores an answer
 * with status 200 when the same request comes a second time. The function `work` receives the caller if the cache has
 * already looked up the role.
 */
export function cachingAnswers(
  work: (request: ApiRequest, caller?: CallerRole) => ApiResponse,
  { partition, roleOf }: AnswerCacheOptions,
): (request: ApiRequest) => ApiResponse {
  const requested = partition()
  const [toPages, toOthers]: readonly [ByRole, ByRole] = [new WeakMap(), new WeakMap()]
  return (request) => {
    const name = nameOf(request)
    if (name === undefined) return work(request)
    const { origin, authorization } = request.headers ?? NO_HEADERS
    const role = roleOf(authorization)
    if (role === undefined) return work(request, { role })
    const byRole = origin === undefined ? toOthers : toPages
    const answers = byRole.get(role)
    const known = answers?.get(name)
    if (known !== undefined) return known
    const isRepeated = requested.isRepeated(name)
    const answer = work(request, { role })
    if (!isRepeated || answer.status !== 200) return answer
    const cached = keptAnswer(answer)
    const own = answers ?? partition()
    byRole.set(role, own)
    own.set(name, cached, BYTES_OF_CHARACTER * answer.body.length)
    return cached
  }
}

/**
 * Returns the cache key of an answer: all parts of its request except the role. The cache key is undefined for a
 * request that cannot be cached, or that has invalid values.
 */
function nameOf(request: ApiRequest): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const { method = 'GET', url: given, headers = NO_HEADERS } = request
  // A line feed separates the parts of the cache key, so a URL with a line feed has no key.
  if (method !== 'GET' || typeof given !== 'string' || given.includes('\n')) return undefined
  if (typeof headers !== 'object' || headers === null) return undefined
  if (headers['strapi-response-format'] !== undefined || headers['strapi-encode-source-maps'] !== undefined)
    return undefined
  const url = targetName(request, given)
  const { origin, authorization } = headers
  if (url === undefined) return undefined
  if (authorization !== undefined && typeof authorization !== 'string') return undefined
  if (origin === undefined) return url
  // A printable origin contains no line feed, so the cache key is unambiguous.
  return typeof origin === 'string' && isPrintable(origin) ? `${origin}\n${url}` : undefined
}

/** Returns the URL as part of the cache key, with the changes that project code made to its query. */
function targetName({ query, open }: ApiRequest, url: string): string | undefined {
  if (query === undefined) return open === true ? `open\n${url}` : url
  const text = textOfQuery(query)
  return text === undefined ? undefined : `${open === true ? 'open' : ''}\n${url}\n${text}`
}

/**
 * The maximum length of the JSON text of a query that project code sets, as part of a cache key. Longer queries are
 * rare, and would fill the cache.
 */
const MAX_QUERY_CHARACTERS = 4_000

/**
 * Returns the JSON of a query that project code sets, as part of the cache key; undefined if the JSON is too long, or
 * if a value has no exact JSON, such as NaN.
 */
function textOfQuery(query: GivenMap): string | undefined {
  let isExact = true
  const exact = function (this: unknown, name: string, value: unknown): unknown {
    const isItself = Object.is(Object(this)[name], value)
    if (!isItself || !isJson(value)) isExact = false
    return value
  }
  try {
    const text = JSON.stringify(query, exact)
    return isExact && text.length <= MAX_QUERY_CHARACTERS ? text : undefined
  } catch {
    // `JSON.stringify` throws for cyclic values, which untyped callers may pass.
    return undefined
  }
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'object' || typeof value === 'string' || typeof value === 'boolean'
}

const NO_HEADERS: NonNullable<ApiRequest['headers']> = {}

/** A cache of whole answers, by everything that they depend on besides the graph. */
import type { CachePartition } from '../../util/cache/lru.ts'
import { isPrintable } from '../../util/printable.ts'
import type { Role } from '../graph/graph.ts'
import type { ApiRequest } from '../request.ts'
import { type ApiResponse, keptAnswer } from '../response.ts'

/** The bytes of a character of a body: as text, and as it is sent. */
const BYTES_OF_CHARACTER = 4

/** The role of a caller; undefined for a caller without a role. */
export interface CallerRole {
  readonly role: Role | undefined
}

interface AnswerCacheOptions {
  readonly partition: () => CachePartition<ApiResponse>
  /** The role for an `authorization` header. */
  readonly roleOf: (authorization: string | undefined) => Role | undefined
}

/** The cached answers to each role. */
type ByRole = WeakMap<Role, CachePartition<ApiResponse>>

/**
 * Answers from the cache, or by `work`. An answer is cached when its request comes for the second time. `work` receives
 * the caller if the cache has looked it up already.
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
 * Everything besides the role that the answer to a read depends on. undefined for other requests, and for values that
 * are no request, which callers without types may pass.
 */
function nameOf(request: ApiRequest): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const { method = 'GET', url, headers = NO_HEADERS, query, open } = request
  if (method !== 'GET' || typeof url !== 'string' || query !== undefined || open === true) return undefined
  if (typeof headers !== 'object' || headers === null) return undefined
  if (headers['strapi-response-format'] !== undefined || headers['strapi-encode-source-maps'] !== undefined)
    return undefined
  const { origin, authorization } = headers
  if (authorization !== undefined && typeof authorization !== 'string') return undefined
  if (origin === undefined) return url
  // A printable origin contains no line break, so the name is unambiguous.
  return typeof origin === 'string' && isPrintable(origin) ? `${origin}\n${url}` : undefined
}

const NO_HEADERS: NonNullable<ApiRequest['headers']> = {}

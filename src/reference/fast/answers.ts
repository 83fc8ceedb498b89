/** Whole answers, kept by all that they depend on besides the graph. */
import type { Shelf } from '../../util/cache/lru.ts'
import { isPrintable } from '../../util/printable.ts'
import type { Role } from '../graph/graph.ts'
import type { ApiRequest } from '../request.ts'
import { type ApiResponse, keptAnswer } from '../response.ts'

/** Bytes of a character of a body: as text, and as it is sent. */
const BYTES_OF_CHARACTER = 4

/** Who asks: somebody of a role, or nobody that is known. */
export interface WhoAsks {
  readonly role: Role | undefined
}

interface Remembering {
  readonly shelf: () => Shelf<ApiResponse>
  /** Who asks; undefined for nobody that is known. */
  readonly roleOf: (authorization: string | undefined) => Role | undefined
}

/** Answers to a role. */
type ByRole = WeakMap<Role, Shelf<ApiResponse>>

/**
 * Works out an answer where it is not kept, and keeps it from the second time on. `work` is told who asks where that was
 * looked up already.
 */
export function remembering(
  work: (request: ApiRequest, who?: WhoAsks) => ApiResponse,
  { shelf, roleOf }: Remembering,
): (request: ApiRequest) => ApiResponse {
  const wanted = shelf()
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
    const isWanted = wanted.again(name)
    const answer = work(request, { role })
    if (!isWanted || answer.status !== 200) return answer
    const kept = keptAnswer(answer)
    const those = answers ?? shelf()
    byRole.set(role, those)
    those.set(name, kept, BYTES_OF_CHARACTER * answer.body.length)
    return kept
  }
}

/**
 * All but the role that the answer to a read depends on, and whether a page of some origin asks; undefined for any other request, and where a caller without
 * types hands in what is none.
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
  // What can be printed has no end of a line in it.
  return typeof origin === 'string' && isPrintable(origin) ? `${origin}\n${url}` : undefined
}

const NO_HEADERS: NonNullable<ApiRequest['headers']> = {}

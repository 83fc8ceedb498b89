/**
 * Reuses earlier answers. An answer is reused if the code of a project passes on the same cached answer of the content
 * API, with the same status and headers.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { CodePlace } from '../../reference/code-effect.ts'
import { isKept, keptAnswer } from '../../reference/response.ts'

/** The result of the project's code for one answer of the content API. */
export interface Around {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly ran: readonly CodePlace[] | undefined
  /** The origin of the page that sent the request. */
  readonly origin: string | undefined
}

interface Known {
  readonly around: Around
  readonly answer: ApiResponse
}

const known = new WeakMap<ApiResponse, Known>()

/**
 * Returns the answer that the project's code makes of `core`, an answer of the content API. The function stores the
 * first answer object with its prepared bytes, and returns this object whenever the code makes the same result.
 */
export function repeatedAnswer(
  core: ApiResponse | undefined,
  around: Around,
  make: () => ApiResponse,
): ApiResponse {
  if (core === undefined || !isKept(core)) return make()
  const before = known.get(core)
  if (before !== undefined) return isSame(before.around, around) ? before.answer : make()
  const answer = keptAnswer(make())
  known.set(core, { around, answer })
  return answer
}

const isSame = (one: Around, other: Around): boolean =>
  one.status === other.status &&
  one.origin === other.origin &&
  isSameHeaders(one.headers, other.headers) &&
  isSamePlaces(one.ran ?? [], other.ran ?? [])

/**
 * Returns whether two lists of headers are equal, including their order, because the server writes headers in this
 * order.
 */
function isSameHeaders(one: Around['headers'], other: Around['headers']): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && one[name] === other[name])
  )
}

const isSamePlaces = (one: readonly CodePlace[], other: readonly CodePlace[]): boolean =>
  one.length === other.length &&
  one.every(({ file, line }, at) => other[at]?.file === file && other[at].line === line)

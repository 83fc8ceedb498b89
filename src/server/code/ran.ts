/** Records which code of a project ran for an answer. The request journal shows this code. */
import type { ApiResponse } from '../../reference/api.ts'
import type { CodePlace } from '../../reference/code-effect.ts'

const places = new WeakMap<ApiResponse, readonly CodePlace[]>()

/** Records the code that ran for an answer, and returns the answer. */
export function withRan(answer: ApiResponse, ran: readonly CodePlace[] | undefined): ApiResponse {
  if (ran !== undefined && ran.length > 0) places.set(answer, ran)
  return answer
}

/** Returns the code that ran for an answer, in order; undefined if no code ran. */
export const ranFor = (answer: ApiResponse): readonly CodePlace[] | undefined => places.get(answer)

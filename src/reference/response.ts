/** What is answered. */

export interface ApiResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const kept = new WeakSet<ApiResponse>()

/** The answer as it is kept: the same object each time that it is given, which nobody can change. */
export function keptAnswer({ status, headers, body }: ApiResponse): ApiResponse {
  const answer = Object.freeze({ status, headers: Object.freeze({ ...headers }), body })
  kept.add(answer)
  return answer
}

/** Whether it may be given again, so that whoever sends it may keep more with it. */
export const isKept = (answer: ApiResponse): boolean => kept.has(answer)

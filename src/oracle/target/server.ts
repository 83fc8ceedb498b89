/** A server in this process, as a target. */
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { failed, type Outcome, received, type Target } from './target.ts'

/** A request, and the text of what it writes. */
export interface ServerRequest extends ApiRequest {
  readonly body?: string
}

/**
 * Anything that answers requests in this process. What it throws, or answers beside this form, is a failure
 * of it.
 */
export type Server = (request: ServerRequest) => ApiResponse | Promise<ApiResponse>

interface ServerTargetOptions {
  /** Milliseconds until a request counts as unanswered. A server that never yields cannot be stopped. */
  readonly timeout: number
  readonly name?: string
}

/** A function as a target; `name`, which the report calls it by, is `server` where it is left out. */
export function serverTarget(server: Server, { timeout, name = 'server' }: ServerTargetOptions): Target {
  return {
    name,
    ask: async (request) => {
      try {
        const { status, headers, body } = await within(timeout, async () => server(request))
        return received(status, body, headers)
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: async () => undefined,
  }
}

class Late extends Error {
  override readonly name = 'Late'
}

/** What was thrown may be anything, also what throws when it is looked at. */
function outcomeOf(error: unknown): Outcome {
  try {
    if (error instanceof Late) return failed('timeout', error.message)
    return failed('crash', String(error instanceof Error ? error.message : error))
  } catch {
    return failed('crash', 'it threw what has no words')
  }
}

async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

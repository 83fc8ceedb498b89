/** A server in this process as a target. */
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { failed, type Outcome, received, type Target } from './target.ts'

/** A request with its body as text. */
export interface ServerRequest extends ApiRequest {
  readonly body?: string
}

/**
 * A function that answers requests in this process. If it throws or returns another form, that is a failure of the
 * server.
 */
export type Server = (request: ServerRequest) => ApiResponse | Promise<ApiResponse>

interface ServerTargetOptions {
  /** Milliseconds until a request counts as unanswered. A server that blocks the event loop cannot be stopped. */
  readonly timeout: number
  readonly name?: string
}

/** A function as a target. `name` is its name in the report; default: `server`. */
export function serverTarget(server: Server, { timeout, name = 'server' }: ServerTargetOptions): Target {
  return {
    name,
    ask: async (request) => {
      try {
        const { status, headers, body } = await withTimeout(timeout, async () => server(request))
        return received(status, body, headers)
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: async () => undefined,
  }
}

class TimeoutError extends Error {
  override readonly name = 'Late'
}

/** The thrown value may be anything, even an object that throws on access. */
function outcomeOf(error: unknown): Outcome {
  try {
    if (error instanceof TimeoutError) return failed('timeout', error.message)
    return failed('crash', String(error instanceof Error ? error.message : error))
  } catch {
    return failed('crash', 'it threw what has no words')
  }
}

async function withTimeout<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

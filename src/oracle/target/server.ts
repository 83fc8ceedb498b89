/** A target that is a server function in the process of the check. */
import { setImmediate } from 'node:timers/promises'
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { failed, type Outcome, received, type Target } from './target.ts'

/** A request to a server function, with the request body as text. */
export interface ServerRequest extends ApiRequest {
  readonly body?: string
}

/**
 * The answer of a server function: an answer like that of the reference, an answer with a parsed JSON body, or a
 * `Response`.
 */
type ServerAnswer = ApiResponse | AnswerWithJson | Response

interface AnswerWithJson {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Json
}

/**
 * A function that answers requests in this process. If the function throws or returns anything but a response, the
 * request counts as failed.
 */
export type Server = (request: ServerRequest) => ApiResponse | Promise<ApiResponse>

/** A server function that may return any supported form of answer, also a `Response`. */
export type AnyServer = (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>

interface ServerTargetOptions {
  /**
   * The time in milliseconds after which a request without an answer counts as unanswered. A server that blocks the
   * event loop cannot be stopped.
   */
  readonly timeout: number
  readonly name?: string
}

/**
 * Makes a target from a server function. The parameter `name` is the name of the target in the report. Default:
 * `server`.
 */
export function serverTarget(server: AnyServer, { timeout, name = 'server' }: ServerTargetOptions): Target {
  return {
    name,
    ask: async (request) => {
      try {
        return await withTimeout(timeout, async () => outcomeFrom(await server(request)))
      } catch (error) {
        return outcomeOf(error)
      }
    },
    // V8 keeps each object that a `WeakRef` has returned until the event loop turns. A function that answers at once
    // never lets it turn, so several checks in one process would keep the caches of all of them.
    close: async () => void (await setImmediate()),
  }
}

async function outcomeFrom(answer: ServerAnswer): Promise<Outcome> {
  if (answer instanceof Response)
    return received(answer.status, await answer.text(), Object.fromEntries(answer.headers))
  const { status, headers, body } = answer
  return received(status, isObject(body) || isList(body) ? JSON.stringify(body) : body, headers)
}

class TimeoutError extends Error {
  override readonly name = 'Late'
}

/**
 * Returns the outcome of a request for which the server function threw a value. The thrown value may be anything, even
 * an object that throws when its members are read.
 */
function outcomeOf(error: unknown): Outcome {
  try {
    if (error instanceof TimeoutError) return failed('timeout', error.message)
    return failed('crash', String(error instanceof Error ? error.message : error))
  } catch {
    return failed('crash', 'the target threw a value that cannot be printed')
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

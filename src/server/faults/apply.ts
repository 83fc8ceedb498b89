/** Applies an injected fault to a response. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { ApiResponse } from '../../reference/api.ts'
import type { JsonObject } from '../../util/json.ts'
import { pascalCase } from '../../util/text/case.ts'
import type { InjectedFault } from './faults.ts'
import type { Drip } from './rule.ts'

/** Waits for a number of milliseconds; the promise resolves earlier if the connection closes. */
export function waited(milliseconds: number, response: ServerResponse): Promise<void> {
  if (milliseconds === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(over, milliseconds)
    function over(): void {
      clearTimeout(timer)
      response.off('close', over)
      resolve()
    }
    response.once('close', over)
  })
}

/** Returns the body of an error in the format of the real server. Only an unexpected error (500) has no `details`. */
function errorBody(status: number): JsonObject {
  const message = STATUS_CODES[status] ?? 'Unknown'
  const identifier = pascalCase(message.replaceAll("'", ''))
  const name = identifier.endsWith('Error') ? identifier : `${identifier}Error`
  return { data: null, error: { status, name, message, ...(status === 500 ? {} : { details: {} }) } }
}

/** Builds the answer that replaces the correct answer, with the status and body of the fault. */
export function answerInstead(
  { status, body }: NonNullable<InjectedFault['answer']>,
  right: ApiResponse,
): ApiResponse {
  return {
    status,
    headers: { ...right.headers, 'content-type': 'application/json; charset=utf-8' },
    body:
      status === 204 || status === 304
        ? ''
        : JSON.stringify(body ?? (status < 400 ? null : errorBody(status))),
  }
}

const HALF: Drip = { bytes: 1_000_000, delay: 1 }

/**
 * Writes an answer in pieces and returns its status. If `isCut` is true, the function closes the connection in the
 * middle of the answer.
 */
export function drip(
  response: ServerResponse,
  answer: ApiResponse,
  pace: Drip = HALF,
  isCut = false,
): number {
  const body = Buffer.from(answer.body)
  const end = isCut ? Math.floor(body.length / 2) : body.length
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.on('error', () => undefined)
  let at = 0
  const next = (): void => {
    if (response.destroyed) return
    const till = Math.min(at + pace.bytes, end)
    response.write(body.subarray(at, till))
    at = till
    if (at < end) setTimeout(next, pace.delay)
    else if (isCut) setTimeout(() => response.destroy(), pace.delay)
    else response.end()
  }
  response.flushHeaders()
  setTimeout(next, pace.delay)
  return answer.status
}

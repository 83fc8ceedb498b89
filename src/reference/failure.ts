/**
 * Handles an exception during a request. The client gets the body that the real server returns for its own errors.
 * The terminal shows one line for each exception.
 */

import { printable } from '../util/printable.ts'
import { urlWithoutSecrets } from '../util/secrets.ts'
import type { ApiResponse } from './api.ts'

/** A request that failed with an exception. */
export interface Failure {
  readonly method: string
  readonly url: string
  readonly error: unknown
}

const BODY = JSON.stringify({
  data: null,
  error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
})

/**
 * Returns the answer to a request that failed with an exception. Web pages of any origin may read the answer to a
 * failed request, like every answer.
 */
export function internalError(origin: string | undefined): ApiResponse {
  const cors =
    origin === undefined
      ? {}
      : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
  return {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Origin', ...cors },
    body: BODY,
  }
}

const MAX_SHOWN = 300

/** Formats the method, URL and exception of a failed request as one line that is safe to print. */
export function formatFailure({ method, url, error }: Failure): string {
  const request = `${printable(method, 20)} ${printable(urlWithoutSecrets(url), MAX_SHOWN)}`
  return `Not answered: ${request}: ${printable(textOf(error), MAX_SHOWN)}`
}

/** Returns the message of an exception, with its code position if there is one. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${error.name}: ${printable(error.message, MAX_SHOWN / 2)}${place.replace('    at ', ' at ')}`
}

/** Prints a failed request on standard error. */
export const printFailure = (failure: Failure): void => console.error(formatFailure(failure))

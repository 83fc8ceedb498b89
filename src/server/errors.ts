/** The server's own errors, in the error format of the real server. */
import type { ApiResponse } from '../reference/api.ts'

interface ErrorBody {
  readonly status: 400 | 403 | 413 | 503 | 507
  readonly name: string
  readonly message: string
}

/** Creates the answer for an error of the server. A page of any origin may read the answer. */
export function errorAnswer(error: ErrorBody, origin: string | undefined): ApiResponse {
  const cors = origin === undefined ? {} : { 'access-control-allow-origin': origin }
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Origin', ...cors },
    body: JSON.stringify({ data: null, error: { ...error, details: {} } }),
  }
}

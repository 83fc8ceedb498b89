/** Errors that the server itself answers with, in the real server's form. */
import type { ApiResponse } from '../reference/api.ts'

interface ErrorBody {
  readonly status: 400 | 403 | 503
  readonly name: string
  readonly message: string
}

/** Any origin may read it, so that a page can show what is wrong. */
export function errorAnswer(error: ErrorBody, origin: string | undefined): ApiResponse {
  const cors = origin === undefined ? {} : { 'access-control-allow-origin': origin }
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Origin', ...cors },
    body: JSON.stringify({ data: null, error: { ...error, details: {} } }),
  }
}

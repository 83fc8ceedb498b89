/** Builds the request that a case sends. */
import type { ApiRequest } from '../../reference/api.ts'
import type { SuiteCase } from './case.ts'

/** Returns the request of a case, with its token in the `authorization` header. */
export function requestOf({ request: { method, url, headers, token } }: SuiteCase): ApiRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { method, url, headers: { ...headers, ...authorization } }
}

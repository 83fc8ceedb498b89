/** Builds the HTTP request that a suite case sends. */
import type { ApiRequest } from '../../reference/api.ts'
import type { SuiteCase } from './case.ts'

/** Returns the HTTP request of a suite case, with the case's token in the `authorization` header. */
export function requestOf({ request: { method, url, headers, token } }: SuiteCase): ApiRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { method, url, headers: { ...headers, ...authorization } }
}

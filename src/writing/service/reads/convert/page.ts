/**
 * Converts the pagination of the document service for the query engine: `start` becomes `offset`, and `limit` stays.
 * `findPage` later converts `page` and `pageSize`.
 */
import type { Json, JsonObject } from '../../../../util/json.ts'
import { ServiceFault, validationFault } from '../../fault.ts'
import { given } from '../parameters.ts'

/** Returns the parameters of the query engine that select a page. @throws ServiceFault */
export function convertPage(params: JsonObject): JsonObject {
  const [page, pageSize] = [given(params, 'page'), given(params, 'pageSize')]
  const [start, limit] = [given(params, 'start'), given(params, 'limit')]
  if ((page !== undefined || pageSize !== undefined) && (start !== undefined || limit !== undefined))
    throw paginationFault(
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    )
  const size = limit === undefined ? -1 : notNegative('convertLimitQueryParams', limit, -1)
  return {
    ...(page === undefined ? {} : { page: positive('page', page) }),
    ...(pageSize === undefined ? {} : { pageSize: positive('pageSize', pageSize) }),
    ...(start === undefined ? {} : { offset: notNegative('convertStartQueryParams', start, 0) }),
    ...(size === -1 ? {} : { limit: size }),
  }
}

const paginationFault = (message: string): ServiceFault => new ServiceFault('PaginationError', message, 400)

function positive(name: string, value: Exclude<Json, null>): number {
  const found = numberOf(value)
  if (Number.isInteger(found) && found > 0) return found
  throw paginationFault(`Invalid '${name}' parameter. Expected an integer > 0, received: ${String(value)}`)
}

function notNegative(name: string, value: Exclude<Json, null>, least: number): number {
  const found = numberOf(value)
  if (Number.isInteger(found) && found >= least) return found
  throw validationFault(`${name} expected a positive integer got ${found}`)
}

/** Converts a value to a number, as JavaScript's `Number` does. */
const numberOf = (value: Exclude<Json, null>): number =>
  Number(typeof value === 'object' ? String(value) : value)

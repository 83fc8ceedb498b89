/** Computes the pagination of a list from the parameters of a request and the settings in `api.rest`. */
import { at, type Bag, bagOf, isNil } from '../reach.ts'
import { configOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'
import {
  transformOffsetPaginationInfo,
  transformPagedPaginationInfo,
  withDefaultPagination,
} from '../utils/pagination.ts'

/** Returns `start` and `limit` for a request. The request may contain `page` and `pageSize`, or `start` and `limit`. */
export function pageOf(strapi: object, params: Bag): Bag {
  const defaultLimit = Number(configOf(strapi, 'api.rest.defaultLimit', 25))
  const maxLimit = Number(configOf(strapi, 'api.rest.maxLimit')) || -1
  const defaults = { offset: { limit: defaultLimit }, page: { pageSize: defaultLimit } }
  const { start, limit } = withDefaultPagination(bagOf(params['pagination'] || {}), { defaults, maxLimit })
  return { start, limit }
}

const TRUE: readonly unknown[] = ['true', 't', '1', 1]
const FALSE: readonly unknown[] = ['false', 'f', '0', 0]

/**
 * Returns whether the answer to a request contains the total number of entries. @throws ValidationError for a
 * `withCount` that is not a boolean.
 */
export function shouldCount(strapi: object, { pagination }: Bag): boolean {
  const withCount = at(pagination, 'withCount')
  if (typeof pagination !== 'object' || pagination === null || !Object.hasOwn(pagination, 'withCount'))
    return Boolean(configOf(strapi, 'api.rest.withCount', true))
  if (typeof withCount === 'boolean') return withCount
  if (withCount === undefined) return false
  if (TRUE.includes(withCount)) return true
  if (FALSE.includes(withCount)) return false
  throw new errors.ValidationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"')
}

/**
 * Returns the object `pagination` of an answer. If the request has `start` or `limit`, and neither `page` nor
 * `pageSize`, the object contains `start` and `limit`; otherwise it contains `page` and `pageSize`.
 */
export function pageInfo(params: Bag, page: Bag, total: unknown): Bag {
  const has = (name: string): boolean => Object.hasOwn(Object(params['pagination'] ?? {}), name)
  const isPaged = has('page') || has('pageSize') || !(has('start') || has('limit'))
  const info = isPaged
    ? transformPagedPaginationInfo(page, total)
    : transformOffsetPaginationInfo(page, total)
  if (!isNil(total)) return info
  const { total: _total, pageCount: _pageCount, ...rest } = info
  return rest
}

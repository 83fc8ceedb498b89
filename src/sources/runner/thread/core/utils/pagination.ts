/**
 * Implements `pagination` of `@strapi/utils`. The functions convert page numbers to positions in a list, and make
 * the object `pagination` of an answer.
 */
import { type Bag, bagOf, isNil } from '../reach.ts'
import { errors } from './errors.ts'

interface Defaults {
  readonly defaults?: { readonly offset?: Bag; readonly page?: Bag }
  /** The maximum value of `limit`; -1 means that there is no maximum. */
  readonly maxLimit?: number
}

/**
 * A section of a list. The types of `start` and `limit` are unknown, because a request contains strings, and code
 * may pass numbers.
 */
interface Cut {
  readonly start: unknown
  readonly limit: unknown
}

const PAGE_KEYS = ['start', 'limit', 'page', 'pageSize']

/**
 * Converts pagination parameters (`page` and `pageSize`, or `start` and `limit`) to `start` and `limit`.
 * @throws PaginationError if the arguments contain both pairs of parameters.
 */
export function withDefaultPagination(args: Bag, { defaults = {}, maxLimit = -1 }: Defaults = {}): Bag {
  const has = (name: string): boolean => !isNil(args[name])
  const isPaged = has('page') || has('pageSize')
  const isOffset = has('start') || has('limit')
  const offset = { start: 0, limit: 10, ...defaults.offset }
  if (!isPaged && !isOffset) return { ...args, ...bounded(cutOf(offset), maxLimit) }
  if (isPaged && isOffset)
    throw new errors.PaginationError('Cannot use both page & offset pagination in the same query')
  const cut = isPaged
    ? pageCut(args, { page: 1, pageSize: 10, ...defaults.page }, maxLimit)
    : cutOf({ ...offset, ...args })
  const whole = cut.limit === -1 ? { ...cut, limit: maxLimit } : cut
  const rest = Object.entries(args).filter(([name]) => !PAGE_KEYS.includes(name))
  return { ...Object.fromEntries(rest), ...bounded(whole, maxLimit) }
}

const cutOf = ({ start, limit }: Bag): Cut => ({ start, limit })

function pageCut(args: Bag, defaults: Bag, maxLimit: number): Cut {
  const given = isNil(args['pageSize']) ? defaults['pageSize'] : Math.max(1, Number(args['pageSize']))
  const page = Number(args['page'] ?? defaults['page'])
  const { limit } = bounded({ start: 0, limit: Number(given) }, maxLimit)
  return { start: (page - 1) * limit, limit }
}

function bounded(
  { start, limit }: Cut,
  maxLimit: number,
): { readonly start: number; readonly limit: number } {
  const least = limit === -1 ? limit : Math.max(Number(limit), 1)
  return { start: Math.max(Number(start), 0), limit: maxLimit === -1 || least < maxLimit ? least : maxLimit }
}

/** Returns the object `pagination` of an answer, with `page`, `pageSize`, `pageCount` and `total`. */
export function transformPagedPaginationInfo(given: unknown, total: unknown): Bag {
  const info = bagOf(given)
  if (!isNil(info['page'])) return paged(Number(info['page']), info['pageSize'] ?? total, total)
  if (isNil(info['start'])) return { ...info, page: 1, pageSize: 10, pageCount: 1, total }
  const limit = info['limit'] ?? total
  return paged(Math.floor(Number(info['start']) / Number(limit)) + 1, limit, total)
}

const paged = (page: number, pageSize: unknown, total: unknown): Bag => {
  const pageCount = Number(pageSize) > 0 ? Math.ceil(Number(total) / Number(pageSize)) : 0
  return { page, pageSize, pageCount, total }
}

/** Returns the object `pagination` of an answer, with `start`, `limit` and `total`. */
export function transformOffsetPaginationInfo(given: unknown, total: unknown): Bag {
  const info = bagOf(given)
  if (!isNil(info['page'])) {
    const limit = Number(info['pageSize'] ?? total)
    return { start: (Number(info['page']) - 1) * limit, limit, total }
  }
  if (isNil(info['start'])) return { ...info, start: 0, limit: 10, total }
  return { start: info['start'], limit: info['limit'] ?? total, total }
}

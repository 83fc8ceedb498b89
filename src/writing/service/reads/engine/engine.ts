/** The query engine: it finds the rows of a query and renders them as entries. */

import type { Entry } from '../../../../reference/evaluate/populate.ts'
import { renderValues } from '../../../../reference/evaluate/render.ts'
import { parseQuery } from '../../../../reference/parse/query.ts'
import type { QueryPlan } from '../../../../reference/plan/plan.ts'
import type { Prepared, RefusedRead } from '../../../../reference/prepare.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { scanOrder } from '../../../../reference/strapi/plan/scan-order.ts'
import type { JsonObject } from '../../../../util/json.ts'
import { plainFault, type ServiceFault } from '../../fault.ts'
import { given, picked } from '../parameters.ts'
import type { ReadLevel, ServicePlace } from '../place.ts'
import { planLevel } from './level.ts'

export interface EngineQuery {
  readonly type: ContentType
  readonly params: JsonObject
  readonly place: ServicePlace
  /**
   * The locale that all requested rows have, if known. The locale of the rows determines which index the database
   * reads.
   */
  readonly locale?: string
}

/** The entries of a query, and the number of entries without pagination. */
interface Found {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** Returns the entries that match the query. @throws ServiceFault */
export const findMany = (query: EngineQuery): readonly Entry[] => run(query, 'many').entries

/** Returns the first entry that matches the query; null if none matches. @throws ServiceFault */
export const findOne = (query: EngineQuery): Entry | null => run(query, 'first').entries[0] ?? null

/** Returns the number of entries that match the query, regardless of pagination. @throws ServiceFault */
export function count({ params, ...query }: EngineQuery): number {
  const known = picked(params, ['_q', 'where'])
  return run({ ...query, params: { ...known, select: ['id'] } }, 'none').total
}

const NO_QUERY = parseQuery({})

type Wanted = 'many' | 'first' | 'none'

function run({ type, params, place: outer, locale }: EngineQuery, wanted: Wanted): Found {
  const filters = given(params, 'filters')
  const place = filters === undefined ? outer : { ...outer, filters }
  const level = planLevel(params, type, { isJoined: false, adds: [], isFirst: wanted === 'first' }, place)
  const isCutLate = level.isDistinct && wanted !== 'none'
  const plan = planOf(
    type,
    isCutLate ? { ...level, cut: { ...level.cut, ...UNCUT } } : level,
    isCutLate ? 'many' : wanted,
    locale,
    place,
  )
  const found = place.reader.perform(preparedOf(plan, place), renderValues)
  if (!found.ok) throw faultOf(found, place)
  const { result } = found
  const { start, limit } = level.cut
  const end = wanted === 'first' ? start + 1 : limit === null ? undefined : start + limit
  const entries = isCutLate ? distinct(result.entries).slice(start, end) : result.entries
  return { entries, total: result.kind === 'page' ? result.total : entries.length }
}

/** Wraps a plan as a prepared query, which a reader evaluates. */
const preparedOf = (plan: QueryPlan, place: ServicePlace): Prepared => ({
  ok: true,
  syntax: NO_QUERY,
  context: place,
  late: place.faults.refusals,
  plan,
  isAsAsked: true,
})

/**
 * Returns the error of a refused read: the error of a populated level, or the error for a limit that the answer
 * exceeds.
 */
const faultOf = ({ refusal }: RefusedRead, { faults }: ServicePlace): ServiceFault =>
  (refusal === null ? undefined : faults.of(refusal)) ??
  plainFault(refusal?.message ?? 'Internal Server Error')

const UNCUT = { start: 0, limit: null } as const

/** Returns a list of entries without duplicates. */
function distinct(entries: readonly Entry[]): readonly Entry[] {
  const known = new Map(entries.map((entry) => [JSON.stringify(entry), entry]))
  return [...known.values()]
}

function planOf(
  type: ContentType,
  { where, order: { sort }, select, search, cut, isRestricted }: ReadLevel,
  wanted: Wanted,
  locale: string | undefined,
  place: ServicePlace,
): QueryPlan {
  const { rows } = place
  const limit = wanted === 'first' ? 1 : wanted === 'none' ? 0 : cut.limit
  // Releases from 5.46.0 on sort rows by id if the query has `limit` or `offset`.
  const isOrdered = cut.isPaged && !place.has('unsorted-list-by-id')
  const ties =
    isOrdered && wanted !== 'first'
      ? 'id'
      : unsortedOrder(
          { type, rows, where, sort, select, search, isRestricted, isFirst: wanted === 'first', locale },
          place,
        )
  return {
    type,
    target: { kind: 'list' },
    isAsked: null,
    rows,
    locale: null,
    where,
    search,
    sort,
    ties,
    page: { start: cut.start, limit, withCount: false, style: 'page', asReal: null },
    select,
  }
}

const isEmpty = (where: QueryPlan['where']): boolean => where.kind === 'all' && where.of.every(isEmpty)

interface Unsorted extends Pick<QueryPlan, 'type' | 'rows' | 'where' | 'sort' | 'select' | 'search'> {
  readonly isRestricted: boolean
  readonly isFirst: boolean
  readonly locale: string | undefined
}

/** Returns the order in which a database returns rows if the query does not determine their order. */
function unsortedOrder(
  { type, rows, where, sort, select, search, isRestricted, isFirst, locale }: Unsorted,
  place: ServicePlace,
): QueryPlan['ties'] {
  const names = select.columns ?? []
  // If a query without conditions needs only ids, the database reads the index on `createdBy` instead of the table,
  // because the index also contains the ids.
  if (names.every((name) => name === 'id') && isEmpty(where) && search === null && rows.status === null)
    return 'id'
  const paths = sort.map(({ column }) => [typeof column === 'string' ? column : column.name])
  const syntax = {
    ...NO_QUERY,
    search: search === null ? undefined : search.text,
    fields: isRestricted ? ({ kind: 'names', names } as const) : ({ kind: 'all' } as const),
    sort: {
      keys: paths.map(
        (path, item) => ({ path, order: { kind: 'none' }, form: 'object', item, depth: 0 }) as const,
      ),
      meaningful: paths.length > 0,
    },
  }
  const has: ServicePlace['has'] = (departure) => departure === 'unsorted-list-by-id' || place.has(departure)
  const target = { kind: isFirst ? 'single' : 'list' } as const
  const locales = locale === undefined ? null : [locale]
  // Without a status, the query does not filter by publication.
  const read = rows.status === null ? { ...type, draftAndPublish: false } : type
  return scanOrder(
    { syntax, type: read, target, locale: locales, rows, where, sort, populate: select.populate },
    { ...place, has },
  )
}

/**
 * Builds sequences of lifecycle events. A sequence contains the events of one read or one write of the query engine.
 */
import type { Json } from '../../../../util/json.ts'

export type LifecycleAction = `${'before' | 'after'}${
  | 'Create'
  | 'CreateMany'
  | 'Update'
  | 'UpdateMany'
  | 'Delete'
  | 'DeleteMany'
  | 'FindOne'
  | 'FindMany'
  | 'Count'}`

/** A row that exists before the call is sent. */
export interface KnownRow {
  readonly id: number
  readonly status: 'draft' | 'published'
  readonly locale: string | null
}

/** The row to which a lifecycle event belongs. */
export type EventRow =
  | { readonly kind: 'known'; readonly row: KnownRow }
  /**
   * The event belongs to a row that the call creates, and the `data` of the event contains the values of the new
   * row.
   */
  | { readonly kind: 'new'; readonly status: KnownRow['status']; readonly locale: string | null }
  /** The event belongs to no single row, such as the event of a read or of `updateMany`. */
  | { readonly kind: 'none' }

/** The members of `event.params` that are known before the call is sent to the server. */
export interface EventParams {
  /** The value of `where` in the parameters of the lifecycle event; undefined stands for `{}`. */
  readonly where?: Json
  /**
   * The origin of `data` in the parameters of the lifecycle event. The origin `given` stands for the `data` of the
   * call, with timestamps and `publishedAt`. The origin `copy` stands for the values of the source row.
   */
  readonly data?: 'given' | 'copy'
  readonly select?: Json
  /** The `populate` of the event. The `populate` value `deep` stands for all relations, media and components. */
  readonly populate?: Json | 'deep'
}

/** The kind of value in `event.result`. A `before` event has no result. */
export type EventResult = 'entry' | 'entries' | 'count' | 'counted' | 'nothing'

export interface LifecycleStep {
  readonly action: LifecycleAction
  readonly on: EventRow
  readonly params: EventParams
  readonly result?: EventResult
}

/**
 * The state on which the lifecycle events of a call depend: the content type, and the document's rows in the locales
 * of the call.
 */
export interface EventWorld {
  readonly draftAndPublish: boolean
  /** Whether the content type has components or dynamic zones. */
  readonly hasComponents: boolean
  /** The locale of new rows; null if the content type is not localized. */
  readonly locale: string | null
  readonly rows: readonly KnownRow[]
  /** Whether the document has a row in any locale. */
  readonly exists: boolean
}

export interface EventCall {
  readonly service: 'documents' | 'query' | 'entity'
  readonly method: string
  readonly args: readonly Json[]
}

export type Steps = readonly LifecycleStep[]

export const NONE: EventRow = { kind: 'none' }
export const DEEP: EventParams = { populate: 'deep' }

export const known = (row: KnownRow): EventRow => ({ kind: 'known', row })

export const inStatus = ({ rows }: EventWorld, status: KnownRow['status']): readonly EventRow[] =>
  rows.filter((row) => row.status === status).map(known)

/** Returns the locale of the row to which a lifecycle event belongs; null if the event belongs to no row. */
export const localeOf = (on: EventRow): string | null =>
  on.kind === 'known' ? on.row.locale : on.kind === 'new' ? on.locale : null

export const created = ({ locale }: EventWorld, status: KnownRow['status'], like?: EventRow): EventRow => ({
  kind: 'new',
  status,
  locale: like === undefined ? locale : localeOf(like),
})

/**
 * Returns the first lifecycle event for each row, then the second event for each row, and so on. The events of
 * several rows fire in turns, because Strapi handles rows concurrently.
 */
export function inTurns(
  rows: readonly EventRow[],
  events: readonly ((on: EventRow) => LifecycleStep)[],
): Steps {
  return events.flatMap((event) => rows.map(event))
}

const whereId = (on: EventRow): EventParams => (on.kind === 'known' ? { where: { id: on.row.id } } : {})

const readsOne: readonly ((on: EventRow) => LifecycleStep)[] = [
  (on) => ({ action: 'beforeFindOne', on, params: whereId(on) }),
  (on) => ({ action: 'afterFindOne', on, params: whereId(on), result: 'entry' }),
]

export const create = (rows: readonly EventRow[], data: 'given' | 'copy'): Steps =>
  inTurns(rows, [
    (on) => ({ action: 'beforeCreate', on, params: { data } }),
    ...readsOne,
    (on) => ({ action: 'afterCreate', on, params: { data }, result: 'entry' }),
  ])

export const change = (on: EventRow): Steps =>
  inTurns(
    [on],
    [
      () => ({ action: 'beforeUpdate', on, params: { ...whereId(on), data: 'given' } }),
      ...readsOne,
      () => ({ action: 'afterUpdate', on, params: { ...whereId(on), data: 'given' }, result: 'entry' }),
    ],
  )

/**
 * Returns the lifecycle events that fire when Strapi removes rows. If the content type has components, Strapi reads
 * each row before it removes any row.
 */
export const remove = (rows: readonly EventRow[], world?: EventWorld): Steps => [
  ...(world?.hasComponents === true ? inTurns(rows, readsOne) : []),
  ...inTurns(rows, [
    (on) => ({ action: 'beforeDelete', on, params: whereId(on) }),
    ...readsOne,
    (on) => ({ action: 'afterDelete', on, params: whereId(on), result: 'entry' }),
  ]),
]

/** Returns the lifecycle events of the reads with which Strapi checks that the documentIds of new rows are unique. */
export const uniqueness = (rows: readonly EventRow[]): Steps =>
  inTurns(rows, [
    () => ({ action: 'beforeFindOne', on: NONE, params: { select: ['id'] } }),
    () => ({ action: 'afterFindOne', on: NONE, params: { select: ['id'] }, result: 'nothing' }),
  ])

export function find(
  name: 'FindOne' | 'FindMany' | 'Count',
  on: EventRow,
  result: EventResult,
  params: EventParams = {},
): Steps {
  return [
    { action: `before${name}`, on, params },
    { action: `after${name}`, on, params, result },
  ]
}

/** Results and refusals → status and body. */

import type { Answer } from '../evaluate/populate.ts'
import type { Evaluated } from '../evaluate/query.ts'
import type { PagePlan, QueryPlan } from '../plan/plan.ts'
import { notFound, type Refusal } from '../refusal.ts'
import type { Cite } from '../rules.ts'
import type { Departure } from '../strapi/changes.ts'
import type { EntryText, Pieces } from './pieces.ts'

/** A status and a body that is still a value. */
export interface Answered {
  readonly status: number
  readonly body: Answer
}

/** The entries of a result as text, and how many there are on all pages. */
export interface WrittenEntries {
  readonly entries: readonly EntryText[]
  readonly total: number
}

/** A body whose entries are written already. */
export interface Written {
  readonly status: 200
  readonly pieces: Pieces
}

/** A list with its page, or one entry; nothing found is 404. */
export function respond(result: Evaluated, page: PagePlan, cite: Cite): Answered {
  if (result.kind === 'entry') {
    if (result.entry === null) cite('endpoint.not-found')
    return result.entry === null
      ? refuse(notFound('endpoint.not-found'), () => false)
      : { status: 200, body: { data: result.entry, meta: {} } }
  }
  cite('endpoint.envelope')
  cite('list.data')
  return {
    status: 200,
    body: { data: result.entries, meta: { pagination: pagination(page, result.total, cite) } },
  }
}

/** The envelope around entries that are written already. */
export function respondWritten(
  { entries, total }: WrittenEntries,
  { target, page }: QueryPlan,
  cite: Cite,
): Written {
  if (target.kind !== 'list')
    return { status: 200, pieces: { before: '{"data":', entries, after: ',"meta":{}}' } }
  const meta = JSON.stringify({ pagination: pagination(page, total, cite) })
  return { status: 200, pieces: { before: '{"data":[', entries, after: `],"meta":${meta}}` } }
}

function pagination({ start, limit, withCount, style }: PagePlan, total: number, cite: Cite): Answer {
  const size = limit ?? total
  if (style === 'offset') return withCount ? { start, limit: size, total } : { start, limit: size }
  cite('list.page')
  cite('list.page-size')
  const page = Math.floor(start / size) + 1
  if (!withCount) return { page, pageSize: size }
  cite('list.page-count')
  cite('list.total')
  return { page, pageSize: size, pageCount: Math.ceil(total / size), total }
}

/** Nothing is said but that it happened. */
export const CRASH: Answered = {
  status: 500,
  body: {
    data: null,
    error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
  },
}

/** An error body. Where the profile follows the real server into a crash, nothing is said but that it happened. */
export function refuse(refusal: Refusal, has: (departure: Departure) => boolean): Answered {
  const { crash } = refusal
  if (crash === 'database' || (crash !== undefined && has(crash))) return CRASH
  const { status, name, message, details } = refusal
  const error = { status, name, message, ...(details === undefined ? {} : { details }) }
  return { status, body: { data: null, error } }
}

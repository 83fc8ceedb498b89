/** Results and refusals → status and body. */

import type { Answer } from '../evaluate/populate.ts'
import type { Evaluated } from '../evaluate/query.ts'
import type { PagePlan, QueryPlan } from '../plan/plan.ts'
import type { Departure } from '../profile/changes.ts'
import { notFound, type Refusal } from '../refusal.ts'
import type { Cite } from '../rules.ts'

/** A status and a body that is still a value. */
export interface Answered {
  readonly status: number
  readonly body: Answer
}

/** The entries of a result as text, and how many there are on all pages. */
export interface WrittenEntries {
  readonly texts: readonly string[]
  readonly total: number
}

/** A body that is written already. */
export interface Written {
  readonly status: 200
  readonly text: string
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
  { texts, total }: WrittenEntries,
  { target, page }: QueryPlan,
  cite: Cite,
): Written {
  const data = target.kind === 'list' ? `[${strung(texts)}]` : strung(texts)
  const meta = target.kind === 'list' ? { pagination: pagination(page, total, cite) } : {}
  return { status: 200, text: `{"data":${data},"meta":${JSON.stringify(meta)}}` }
}

/** With commas between; put together by the engine when the whole is read, and not before. */
function strung([first = '', ...others]: readonly string[]): string {
  let text = first
  for (const other of others) text += `,${other}`
  return text
}

function pagination({ start, limit, withCount, style }: PagePlan, total: number, cite: Cite): Answer {
  const size = limit ?? total
  if (style === 'offset') return { start, limit: size, ...(withCount ? { total } : {}) }
  cite('list.page')
  cite('list.page-size')
  const shown = { page: Math.floor(start / size) + 1, pageSize: size }
  if (!withCount) return shown
  cite('list.page-count')
  cite('list.total')
  return { ...shown, pageCount: Math.ceil(total / size), total }
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

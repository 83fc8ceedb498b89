/** Converts the result of a read, or a refusal, to a status and a body. */

import type { EntryValue } from '../evaluate/populate.ts'
import type { Evaluated } from '../evaluate/query.ts'
import type { Values } from '../evaluate/render.ts'
import type { PagePlan } from '../plan/plan.ts'
import { notFound, type Refusal } from '../refusal.ts'
import type { Cite } from '../rules.ts'
import type { Departure } from '../strapi/changes.ts'
import { crashesAt } from '../strapi/respond.ts'
import type { Pieces, Texts } from './pieces.ts'

/** An answer: a status, and a body that is not written as text yet. */
export interface Answered {
  readonly status: number
  readonly body: EntryValue
}

/** An answer whose entries are cached texts. */
export interface Written {
  readonly status: 200
  readonly pieces: Pieces
}

/** Returns the answer for a list with its page, or for one entry; 404 if the entry does not exist. */
export function respond(result: Evaluated, page: PagePlan, cite: Cite): Answered
export function respond(result: Evaluated<Values | Texts>, page: PagePlan, cite: Cite): Answered | Written
export function respond(result: Evaluated<Values | Texts>, page: PagePlan, cite: Cite): Answered | Written {
  if (result.kind === 'entry') {
    if (result.entries.length === 0) {
      cite('endpoint.not-found')
      return refuse(notFound('endpoint.not-found'), () => false)
    }
    return result.form === 'texts'
      ? written('{"data":', result, ',"meta":{}}')
      : { status: 200, body: { data: result.entries[0] ?? null, meta: {} } }
  }
  cite('endpoint.envelope')
  cite('list.data')
  const meta = { pagination: pagination(page, result.total, cite) }
  return result.form === 'texts'
    ? written('{"data":[', result, `],"meta":${JSON.stringify(meta)}}`)
    : { status: 200, body: { data: result.entries, meta } }
}

const written = (before: string, { entries }: Texts, after: string): Written => ({
  status: 200,
  pieces: { before, entries, after },
})

function pagination({ start, limit, withCount, style }: PagePlan, total: number, cite: Cite): EntryValue {
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

/** The answer of the real server to a request at which its code fails: status 500 without details. */
export const CRASH: Answered = {
  status: 500,
  body: {
    data: null,
    error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
  },
}

/**
 * Returns the error answer for a refusal, or `CRASH` if the real server fails at the request and the profile imitates
 * this.
 */
export function refuse(refusal: Refusal, has: (departure: Departure) => boolean): Answered {
  if (crashesAt(refusal, { has })) return CRASH
  const { status, name, message, details } = refusal
  const error = { status, name, message, ...(details === undefined ? {} : { details }) }
  return { status, body: { data: null, error } }
}

/** What a write is refused with: as the refusals of reading, with the names and details that only writing has. */

import type { EntryValue } from '../reference/evaluate/populate.ts'
import type { WriteQuirkId } from '../reference/strapi/write-quirks.ts'
import type { Json, JsonObject } from '../util/json.ts'
import type { WriteRuleId } from './rules.ts'

export interface WriteRefusal {
  readonly status: 400 | 401 | 403 | 404 | 413 | 500
  readonly name: string
  readonly message: string
  /** undefined: the body carries no `details` member at all. */
  readonly details: JsonObject | undefined
  readonly rule: WriteRuleId
  /** The real server fails here with an internal error instead, where this departure is on. */
  readonly crash?: WriteQuirkId
}

/** The only thing that is thrown for a refusal; caught where a write begins. */
export class Refused extends Error {
  readonly refusal: WriteRefusal

  constructor(refusal: WriteRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** A 400 ValidationError. */
export const invalid = (rule: WriteRuleId, message: string, details: JsonObject = {}): WriteRefusal => ({
  status: 400,
  name: 'ValidationError',
  message,
  details,
  rule,
})

/** A 400 here, an internal error on the real server. */
export const crashing = (crash: WriteQuirkId, rule: WriteRuleId, message: string): WriteRefusal => ({
  ...invalid(rule, message),
  crash,
})

/** One value that is not as its attribute wants it. */
export interface ValueFault {
  /** As messages name it: `openingHours[0].day`. */
  readonly path: string
  readonly message: string
  /** undefined where there is none. */
  readonly value: Json | undefined
}

/** All that is wrong with the values of an entry, in one refusal. */
export function valueFaults(rule: WriteRuleId, faults: readonly ValueFault[]): WriteRefusal {
  const [first] = faults
  const message =
    first !== undefined && faults.length === 1 ? first.message : `${faults.length} errors occurred`
  const errors = faults.map(({ path, message: text, value }): JsonObject => {
    const error = { path: segmentsOf(path), message: text, name: 'ValidationError' }
    return value === undefined ? error : { ...error, value }
  })
  return invalid(rule, message, { errors })
}

/** `a[0].b` → `a`, `0`, `b`. */
const segmentsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((part) => part !== '')

/** The body of an answer that refuses. */
export function errorBody({ status, name, message, details }: WriteRefusal): EntryValue {
  const error = { status, name, message, ...(details === undefined ? {} : { details }) }
  return { data: null, error }
}

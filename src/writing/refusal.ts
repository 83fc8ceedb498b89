/** Refusals of writes: like those of reads, with additional names and details. */

import type { EntryValue } from '../reference/evaluate/populate.ts'
import type { WriteQuirkId } from '../reference/strapi/write-quirks.ts'
import type { Json, JsonObject } from '../util/json.ts'
import type { WriteRuleId } from './rules.ts'

export interface WriteRefusal {
  readonly status: 400 | 401 | 403 | 404 | 413 | 500
  readonly name: string
  readonly message: string
  /** undefined: the body has no `details` member at all. */
  readonly details: JsonObject | undefined
  readonly rule: WriteRuleId
  /** With this departure the real server fails with an internal error instead. */
  readonly crash?: WriteQuirkId
}

/** The only exception that stands for a refusal; `write` catches it. */
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

/** A 400 here, but an internal error on the real server. */
export const crashing = (crash: WriteQuirkId, rule: WriteRuleId, message: string): WriteRefusal => ({
  ...invalid(rule, message),
  crash,
})

/** One invalid value. */
export interface ValueFault {
  /** As in messages: `openingHours[0].day`. */
  readonly path: string
  readonly message: string
  /** undefined for a missing value. */
  readonly value: Json | undefined
}

/** Combines all invalid values of an entry in one refusal. */
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

/** The body of a refusal. */
export function errorBody({ status, name, message, details }: WriteRefusal): EntryValue {
  const error = { status, name, message, ...(details === undefined ? {} : { details }) }
  return { data: null, error }
}

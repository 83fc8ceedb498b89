/** Refusals of writes, which have more error names and details than refusals of reads. */

import type { EntryValue } from '../reference/evaluate/populate.ts'
import type { WriteQuirkId } from '../reference/strapi/write-quirks.ts'
import type { Json, JsonObject } from '../util/json.ts'
import type { WriteRuleId } from './rules.ts'

export interface WriteRefusal {
  readonly status: 400 | 401 | 403 | 404 | 413 | 500
  readonly name: string
  readonly message: string
  /** The member `details` of the error; undefined for an error body without details. */
  readonly details: JsonObject | undefined
  readonly rule: WriteRuleId
  /** The departure with which a real server fails with an internal error instead of this refusal. */
  readonly crash?: WriteQuirkId
}

/** The exception for a refused write. The function `write` catches the exception and answers with the refusal. */
export class Refused extends Error {
  readonly refusal: WriteRefusal

  constructor(refusal: WriteRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Makes a refusal with status 400 and the name `ValidationError`. */
export const invalid = (rule: WriteRuleId, message: string, details: JsonObject = {}): WriteRefusal => ({
  status: 400,
  name: 'ValidationError',
  message,
  details,
  rule,
})

/** Makes a refusal with status 400 for a request on which a real server fails with an internal error. */
export const crashing = (crash: WriteQuirkId, rule: WriteRuleId, message: string): WriteRefusal => ({
  ...invalid(rule, message),
  crash,
})

/** Returns the refusal of a morph link to an entry of a type that the schema lacks. */
export const unknownType = (uid: string): WriteRefusal =>
  crashing('morph-type-crash', 'write.morph', `Model ${uid} not found`)

/** An invalid value in the body of a write, with its path and the error message. */
export interface ValueFault {
  /** The path of the value in error messages, such as `openingHours[0].day`. */
  readonly path: string
  readonly message: string
  /** The invalid value; undefined if a value is missing. */
  readonly value: Json | undefined
}

/** Makes one refusal from all invalid values of an entry. */
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

/** Returns the segments of a path: `a[0].b` → `a`, `0`, `b`. */
const segmentsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((part) => part !== '')

/** Returns the error body of the answer to a refused write. */
export function errorBody({ status, name, message, details }: WriteRefusal): EntryValue {
  const error = { status, name, message, ...(details === undefined ? {} : { details }) }
  return { data: null, error }
}

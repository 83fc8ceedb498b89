/**
 * The caller's fault: what a request is refused with. A refusal is a value; the only thing ever thrown for it is
 * `Refused`, and only by the code that gives up on a request.
 */

import type { Raw } from './parse/url.ts'
import type { QuirkId } from './profile/quirks.ts'
import type { RuleId } from './rules.ts'

export type ErrorName =
  | 'ValidationError'
  | 'PaginationError'
  | 'UnauthorizedError'
  | 'ForbiddenError'
  | 'NotFoundError'
  | 'BadRequestError'

/** The `details` member of an error body. */
export type Details = Readonly<Record<string, Raw>>

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404
  readonly name: ErrorName
  readonly message: string
  /** undefined: the body carries no `details` member at all. */
  readonly details: Details | undefined
  /** The rule that refuses. */
  readonly rule: RuleId
  /** The real server fails here with an internal error instead; the responder says so where the quirk is on. */
  readonly crash: QuirkId | undefined
}

/**
 * When the real server would notice, first to last. A request can be wrong in several ways at once, and the
 * earliest stage speaks; within a stage, what was written first. One walk over the query reports in any order,
 * and `Refusals` picks.
 */
export const STAGES = [
  'publicationFilter',
  'strictParams',
  'filters.unknown',
  'filters.zone',
  'filters.morph',
  'filters.password',
  'filters.private',
  'filters.permission',
  'sort.unknown',
  'sort.zone',
  'sort.morph',
  'sort.password',
  'sort.private',
  'sort.incomplete',
  'sort.permission',
  'fields.unknown',
  'fields.private',
  'fields.password',
  'populate.names',
  'pagination.style',
  'names.again',
  'locale',
  'convert.sort',
  'convert.filters',
  'convert.fields',
  'convert.populate',
  'convert.pagination',
  'convert.publication',
  'query.sort',
  'query.filters',
  'query.run',
  'populated.rows',
  'count',
] as const
export type Stage = (typeof STAGES)[number]

/** Collects what is wrong with a request. */
export class Refusals {
  private earliest: { readonly stage: Stage; readonly refusal: Refusal } | undefined

  add(stage: Stage, refusal: Refusal): void {
    const isEarlier =
      this.earliest === undefined || STAGES.indexOf(stage) < STAGES.indexOf(this.earliest.stage)
    if (isEarlier) this.earliest = { stage, refusal }
  }

  get stage(): Stage | undefined {
    return this.earliest?.stage
  }

  /** The refusal the caller is told, or undefined for a sound request. */
  get first(): Refusal | undefined {
    return this.earliest?.refusal
  }
}

/** Where refusals of one part of the query go. */
export type Report = (stage: Stage, refusal: Refusal) => void

interface Where {
  readonly rule: RuleId
  /** The attribute names above and including the key, dotted; null at the root. */
  readonly path: string | null
  /** The parameter named in `details`; null leaves `source` and `param` out. */
  readonly param: string | null
}

/** `Invalid key K at P`: the name cannot be used here. */
export function invalidKey(key: string, { rule, path, param }: Where): Refusal {
  const place = path !== null && path !== '' && path !== key ? ` at ${path}` : ''
  const source = param === null ? {} : { source: 'query', param }
  return validation(rule, `Invalid key ${key}${place}`, { key, path, ...source })
}

/** A 400 ValidationError. */
export function validation(rule: RuleId, message: string, details: Details = {}): Refusal {
  return { status: 400, name: 'ValidationError', message, details, rule, crash: undefined }
}

/** A 400 PaginationError. */
export function paginationError(rule: RuleId, message: string): Refusal {
  return { status: 400, name: 'PaginationError', message, details: {}, rule, crash: undefined }
}

/** A 400 here, an internal error on the real server. `at` names the key and where it stands. */
export function crash(quirk: QuirkId, rule: RuleId, message: string, details: Details = {}): Refusal {
  return { ...validation(rule, message, details), crash: quirk }
}

export const notFound = (rule: RuleId): Refusal => ({
  status: 404,
  name: 'NotFoundError',
  message: 'Not Found',
  details: {},
  rule,
  crash: undefined,
})

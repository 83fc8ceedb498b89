/**
 * Refusals: the faults of a request. A refusal is a value. Only code that gives up on a request throws one, as `Refused`.
 */

import type { Raw } from './parse/url.ts'
import type { Cite, RuleId } from './rules.ts'
import type { Departure } from './strapi/changes.ts'

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
  /**
   * The departure with which the real server fails instead, with an internal error. `database`: the database of the
   * profile fails.
   */
  readonly crash: Departure | 'database' | undefined
}

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
export function crash(
  departure: Departure | 'database',
  rule: RuleId,
  message: string,
  details: Details = {},
): Refusal {
  return { ...validation(rule, message, details), crash: departure }
}

export const notFound = (rule: RuleId): Refusal => ({
  status: 404,
  name: 'NotFoundError',
  message: 'Not Found',
  details: {},
  rule,
  crash: undefined,
})

/** The refusal of an unknown token. */
export const unauthorized = (): Refusal => ({
  ...notFound('access.unknown-token'),
  status: 401,
  name: 'UnauthorizedError',
  message: 'Missing or invalid credentials',
})

/** The refusal of an action that the role may not do. */
export const forbidden = (): Refusal => ({
  ...notFound('access.forbidden'),
  status: 403,
  name: 'ForbiddenError',
  message: 'Forbidden',
})

/** An answer with more members or characters than it may have. */
export function tooLarge(cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page'
  return validation('limit.answer-size', message)
}

/** An answer that takes more steps than its budget. `work` names the part of the query that takes them. */
export function tooMuch(work: string, budget: number, cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    `Invalid ${work}: answering it would take more than ${budget} steps; ` +
    'ask for fewer conditions, keys or levels, or for a shorter page'
  return validation('limit.answer-size', message)
}

/** `a` under `b` is `b.a`: how messages name a place. */
export const join = (above: string | null, name: string): string =>
  above === null ? name : `${above}.${name}`

/**
 * Refusals describe the faults of a request. A refusal is a plain value. Code throws a refusal, as `Refused`, only to
 * stop the handling of a request.
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
  /** The `details` of the error; undefined if the error body has no such member. */
  readonly details: Details | undefined
  /** The rule that demands the refusal. */
  readonly rule: RuleId
  /**
   * The departure by which the real server answers with an internal error instead. The value `database` means that the
   * database of the profile fails.
   */
  readonly crash: Departure | 'database' | undefined
}

interface Where {
  readonly rule: RuleId
  /** The names of the attributes on the path including the key, with dots; null at the root. */
  readonly path: string | null
  /** The parameter that `details` names; null if `details` has no `source` and `param`. */
  readonly param: string | null
}

/** The refusal `Invalid key K at P`: the query may not use this name here. */
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

/** A refusal with 400 for a request at which the real server fails with an internal error. */
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

/** The refusal of an action for which the role has no permission. */
export const forbidden = (): Refusal => ({
  ...notFound('access.forbidden'),
  status: 403,
  name: 'ForbiddenError',
  message: 'Forbidden',
})

/** The refusal of a request whose answer would exceed the limit of members or characters. */
export function tooLarge(cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page'
  return validation('limit.answer-size', message)
}

/**
 * The refusal of a request whose answer would exceed the budget of steps. `work` names the part of the query that takes
 * the steps.
 */
export function tooMuch(work: string, budget: number, cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    `Invalid ${work}: answering it would take more than ${budget} steps; ` +
    'ask for fewer conditions, keys or levels, or for a shorter page'
  return validation('limit.answer-size', message)
}

/** Joins a path and a name: `a` below `b` is `b.a`. Messages print paths with dots between the names. */
export const join = (above: string | null, name: string): string =>
  above === null ? name : `${above}.${name}`

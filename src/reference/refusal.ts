/**
 * Refusals: the error answers for faults of a request. A refusal is a plain value. Code throws the refusal as
 * `Refused` only to stop the handling of a request.
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
  /** The member `details` of the error body; undefined if the body has no `details`. */
  readonly details: Details | undefined
  /** The rule that demands the refusal. */
  readonly rule: RuleId
  /**
   * The departure by which the real server answers 500 instead of this refusal. If `crash` is `database`, the real
   * server answers 500 because its database fails.
   */
  readonly crash: Departure | 'database' | undefined
}

interface Where {
  readonly rule: RuleId
  /**
   * The attribute names on the path to the wrong key, with dots between them, in some errors with the key at the end;
   * null at the root.
   */
  readonly path: string | null
  /** The query parameter that the error details name; null if `details` has no `source` and `param`. */
  readonly param: string | null
}

/** Makes the refusal `Invalid key K at P`: the query may not use the name K at this path. */
export function invalidKey(key: string, { rule, path, param }: Where): Refusal {
  const place = path !== null && path !== '' && path !== key ? ` at ${path}` : ''
  const source = param === null ? {} : { source: 'query', param }
  return validation(rule, `Invalid key ${key}${place}`, { key, path, ...source })
}

/** Makes a refusal with status 400 and the name ValidationError. */
export function validation(rule: RuleId, message: string, details: Details = {}): Refusal {
  return { status: 400, name: 'ValidationError', message, details, rule, crash: undefined }
}

/** Makes a refusal with status 400 and the name PaginationError. */
export function paginationError(rule: RuleId, message: string): Refusal {
  return { status: 400, name: 'PaginationError', message, details: {}, rule, crash: undefined }
}

/** Makes a refusal with 400 for a request at which the real server fails with an internal error. */
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

/** Returns the refusal of a request whose caller has no role, such as a request with an unknown token. */
export const unauthorized = (): Refusal => ({
  ...notFound('access.unknown-token'),
  status: 401,
  name: 'UnauthorizedError',
  message: 'Missing or invalid credentials',
})

/** Returns the refusal of a request for which the role has no permission. */
export const forbidden = (): Refusal => ({
  ...notFound('access.forbidden'),
  status: 403,
  name: 'ForbiddenError',
  message: 'Forbidden',
})

/** Returns the refusal of a request whose answer would exceed the maximum number of members or characters. */
export function tooLarge(cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page'
  return validation('limit.answer-size', message)
}

/**
 * Returns the refusal of a request whose answer would take more steps than its budget. The parameter `work` names the
 * part of the query that takes too many steps.
 */
export function tooMuch(work: string, budget: number, cite: Cite): Refusal {
  cite('limit.answer-size')
  const message =
    `Invalid ${work}: answering it would take more than ${budget} steps; ` +
    'ask for fewer conditions, keys or levels, or for a shorter page'
  return validation('limit.answer-size', message)
}

/** Joins a path and a name with a dot, in the form that error messages print: `a` below `b` is `b.a`. */
export const join = (above: string | null, name: string): string =>
  above === null ? name : `${above}.${name}`

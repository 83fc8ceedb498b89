/** Errors of the service calls, with the names that Strapi's own code gives them. */
import type { Json } from '../../util/json.ts'

/**
 * The names of error classes of JavaScript and of the SQLite driver. By default, the `details` of these errors are
 * null, and the `details` of all other errors are an empty object.
 */
const PLAIN: readonly string[] = ['Error', 'TypeError', 'RangeError', 'SqliteError']

/** The exception that ends a service call with an error. */
export class ServiceFault extends Error {
  override readonly name: string
  readonly status: number
  readonly details: Json

  constructor(name: string, message: string, status = 500, details: Json = PLAIN.includes(name) ? null : {}) {
    super(message)
    this.name = name
    this.status = status
    this.details = details
  }
}

/** Makes an error of JavaScript's class `Error`. */
export const plainFault = (message: string): ServiceFault => new ServiceFault('Error', message)

export const typeFault = (message: string): ServiceFault => new ServiceFault('TypeError', message)

/** Makes a `ValidationError` of `@strapi/utils`. */
export const validationFault = (message: string, details: Json = {}): ServiceFault =>
  new ServiceFault('ValidationError', message, 400, details)

/** Returns the error for a name that is invalid at a path; the path is null at the root. */
export const invalidKey = (key: string, path: string | null): ServiceFault =>
  validationFault(
    path !== null && path !== '' && path !== key ? `Invalid key ${key} at ${path}` : `Invalid key ${key}`,
    { key, path },
  )

/**
 * Returns the error for a column that the table does not have. Unlike the real message, this message does not begin
 * with the SQL statement.
 */
export const columnFault = (name: string, alias = 't0'): ServiceFault =>
  new ServiceFault('SqliteError', `no such column: ${alias}.${name}`)

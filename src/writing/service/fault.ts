/** Errors of the services, as Strapi's own code throws them. */
import type { Json } from '../../util/json.ts'

/** Classes of JavaScript and of the SQLite driver, whose errors have no details. */
const PLAIN: readonly string[] = ['Error', 'TypeError', 'RangeError', 'SqliteError']

/** Ends a call with an error. */
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

/** An error of JavaScript's class `Error`. */
export const plainFault = (message: string): ServiceFault => new ServiceFault('Error', message)

export const typeFault = (message: string): ServiceFault => new ServiceFault('TypeError', message)

/** A `ValidationError` of `@strapi/utils`. */
export const validationFault = (message: string, details: Json = {}): ServiceFault =>
  new ServiceFault('ValidationError', message, 400, details)

/** A name that may not stand there. `path` is null at the root. */
export const invalidKey = (key: string, path: string | null): ServiceFault =>
  validationFault(
    path !== null && path !== '' && path !== key ? `Invalid key ${key} at ${path}` : `Invalid key ${key}`,
    { key, path },
  )

/** A column that the table lacks. The statement before the database's own words is left out. */
export const columnFault = (name: string, alias = 't0'): ServiceFault =>
  new ServiceFault('SqliteError', `no such column: ${alias}.${name}`)

/** Errors of service calls that write, with Strapi's class names. */
import type { Json } from '../../../util/json.ts'
import { Refused } from '../../refusal.ts'
import { ServiceFault as ReadFault } from '../fault.ts'
import type { ServiceOutcome } from '../request.ts'

type ServiceError = Extract<ServiceOutcome, { ok: false }>['error']

/** The exception that ends a service call with an error. */
export class ServiceFault extends Error {
  readonly error: ServiceError

  constructor(name: string, message: string, status: number, details: Json = null) {
    super(message)
    this.error = { name, message, status, details }
  }
}

/**
 * The exception for an error after writes that were not in a transaction. The member `leaves` says what remains of the
 * call: the written rows, or only the used ids if the database undid the insert.
 */
export class LateFault extends Error {
  readonly error: ServiceError
  readonly leaves: 'rows' | 'only ids'

  constructor(error: ServiceError, leaves: LateFault['leaves']) {
    super(error.message)
    this.error = error
    this.leaves = leaves
  }
}

/**
 * Makes an error of the class `Error`, as Strapi's own code throws it. Strapi answers 500 if a call throws an error
 * of this class.
 */
export const failure = (message: string): ServiceFault => new ServiceFault('Error', message, 500)

/** Makes a `ValidationError`. */
export const invalidParam = (message: string): ServiceFault =>
  new ServiceFault('ValidationError', message, 400, {})

/** Makes an `ApplicationError`. */
export const inapplicable = (message: string): ServiceFault =>
  new ServiceFault('ApplicationError', message, 400, {})

/** Makes an error of the database driver. */
export const ofDatabase = (message: string): ServiceFault => new ServiceFault('SqliteError', message, 500)

const NO_ID = 'Invalid id, expected a string or integer, got undefined'

/** Returns the service error that an exception carries; undefined if the exception has another origin. */
export function errorOf(exception: unknown): ServiceError | undefined {
  if (exception instanceof ServiceFault || exception instanceof LateFault) return exception.error
  if (exception instanceof ReadFault) {
    const { name, message, status, details } = exception
    return { name, message, status, details }
  }
  if (!(exception instanceof Refused)) return undefined
  const { name, message, status, details = null, crash } = exception.refusal
  if (crash === undefined) return { name, message, status, details }
  const text = crash === 'morph-one-crash' || crash === 'relation-id-crash' ? NO_ID : message
  return { name: 'Error', message: text, status: 500, details: null }
}

/**
 * Implements the error classes of `@strapi/utils`. The answer to a request depends on the class name of a thrown
 * error.
 */
import createError from 'http-errors'
import { at, listOf } from '../reach.ts'

export class ApplicationError extends Error {
  details: unknown

  constructor(message = 'An application error occurred', details: unknown = {}) {
    super(message)
    this.name = 'ApplicationError'
    this.details = details
  }
}

class ValidationError extends ApplicationError {
  constructor(message?: string, details?: unknown) {
    super(message, details)
    this.name = 'ValidationError'
  }
}

/**
 * A validation error made from an error of the library yup. The member `details` contains the inner errors of the
 * yup error.
 */
class YupValidationError extends ValidationError {
  constructor(error: unknown, message?: string) {
    super('Validation')
    const inner = listOf(at(error, 'inner'))
    const errors = (inner.length === 0 ? [error] : inner).map((one) => ({
      path: String(at(one, 'path') ?? '')
        .split(/[.[\]]+/)
        .filter((part) => part !== ''),
      message: at(one, 'message'),
      name: at(one, 'name'),
      value: at(one, 'value'),
    }))
    this.message = message || String(at(error, 'message'))
    this.details = { errors }
  }
}

class PaginationError extends ApplicationError {
  constructor(message = 'Invalid pagination', details?: unknown) {
    super(message, details)
    this.name = 'PaginationError'
  }
}

class NotFoundError extends ApplicationError {
  constructor(message = 'Entity not found', details?: unknown) {
    super(message, details)
    this.name = 'NotFoundError'
  }
}

class ForbiddenError extends ApplicationError {
  constructor(message = 'Forbidden access', details?: unknown) {
    super(message, details)
    this.name = 'ForbiddenError'
  }
}

class UnauthorizedError extends ApplicationError {
  constructor(message = 'Unauthorized', details?: unknown) {
    super(message, details)
    this.name = 'UnauthorizedError'
  }
}

class RateLimitError extends ApplicationError {
  constructor(message = 'Too many requests, please try again later.', details?: unknown) {
    super(message, details || {})
    this.name = 'RateLimitError'
  }
}

class PayloadTooLargeError extends ApplicationError {
  constructor(message = 'Entity too large', details?: unknown) {
    super(message, details)
    this.name = 'PayloadTooLargeError'
  }
}

class PolicyError extends ForbiddenError {
  constructor(message = 'Policy Failed', details?: unknown) {
    super(message, details || {})
    this.name = 'PolicyError'
  }
}

class NotImplementedError extends ApplicationError {
  constructor(message = 'This feature is not implemented yet', details?: unknown) {
    super(message, details)
    this.name = 'NotImplementedError'
  }
}

export const errors = {
  HttpError: createError.HttpError,
  ApplicationError,
  ValidationError,
  YupValidationError,
  PaginationError,
  NotFoundError,
  ForbiddenError,
  UnauthorizedError,
  RateLimitError,
  PayloadTooLargeError,
  PolicyError,
  NotImplementedError,
}
export type ErrorConstructors = typeof errors

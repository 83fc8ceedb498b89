/** Makes the same answers to errors as the middleware `strapi::errors` of Strapi. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import createError, { HttpError } from 'http-errors'
import type Koa from 'koa'
import { capitalized } from '../../../../util/text/case.ts'
import type { ServiceError } from '../../protocol.ts'
import { cannotWorkIn, sentenceOf } from '../cannot-work.ts'
import { placeIn } from '../guard/place.ts'
import type { ErrorClasses } from '../loaded.ts'
import { exchangeOf } from './exchange.ts'
import { propertyOf } from './settings.ts'

/**
 * The HTTP status of each error class. The first class in the list to which an error belongs decides about the
 * status.
 */
const STATUS_OF_CLASS: readonly (readonly [string, number])[] = [
  ['UnauthorizedError', 401],
  ['ForbiddenError', 403],
  ['PolicyError', 403],
  ['NotFoundError', 404],
  ['PayloadTooLargeError', 413],
  ['RateLimitError', 429],
  ['NotImplementedError', 501],
]

const OTHER_CLASSES = ['ApplicationError', 'ValidationError', 'YupValidationError', 'PaginationError']
const KNOWN: ReadonlySet<string> = new Set([...STATUS_OF_CLASS.map(([name]) => name), ...OTHER_CLASSES])

/** The class for errors of the content API, in projects in which `@strapi/utils` is not installed. */
class ApplicationError extends Error {
  readonly details: unknown

  constructor({ name, message, details }: ServiceError) {
    super(message)
    this.name = name
    this.details = details
  }
}

/** Recognizes the error classes by their names, because a project may contain several copies of `@strapi/utils`. */
export const CLASSES_BY_NAME: ErrorClasses = {
  isApplication: (error) =>
    error instanceof ApplicationError ||
    (error instanceof Error &&
      Object.hasOwn(error, 'details') &&
      !('expose' in error) &&
      (KNOWN.has(error.name) || classNamesOf(error).includes('ApplicationError'))),
  create: (error) => new ApplicationError(error),
}

/** Returns the name of an error, the name of the error's class, and the names of all base classes. */
function classNamesOf(error: Error): readonly string[] {
  const names: string[] = [error.name]
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = Object.getPrototypeOf(one)) {
    const name = propertyOf(propertyOf(one, 'constructor'), 'name')
    if (typeof name === 'string') names.push(name)
  }
  return names
}

/** Returns whether an error is an instance of the class with the given name in `@strapi/utils`. */
export const isOfClass = (error: unknown, name: string, classes: ErrorClasses): boolean =>
  error instanceof Error && classes.isApplication(error) && classNamesOf(error).includes(name)

export interface ErrorAnswer {
  readonly status: number
  readonly body: {
    readonly data: null
    readonly error: {
      readonly status: number
      readonly name: string
      readonly message: string
      readonly details: unknown
    }
  }
}

/** Returns the answer to an HTTP error, in Strapi's format. */
export function formatHttpError(error: {
  readonly status: number
  readonly name: string
  readonly message: string
}): ErrorAnswer {
  const { status, name, message } = error
  return {
    status,
    body: { data: null, error: { status, name, message, details: propertyOf(error, 'details') } },
  }
}

/**
 * Returns the answer to a request whose code threw an error. The member `isFault` is true for an unexpected error of
 * the project's code, which the caller must log.
 */
export function answerTo(
  error: unknown,
  classes: ErrorClasses,
  folder: string,
): ErrorAnswer & { readonly isFault: boolean } {
  const lack = cannotWorkIn(error)
  if (lack !== undefined) return { ...formatHttpError(lackAnswer(sentenceOf(lack, folder))), isFault: true }
  if (error instanceof Error && classes.isApplication(error)) {
    const names = classNamesOf(error)
    const status = STATUS_OF_CLASS.find(([name]) => names.includes(name))?.[1] ?? 400
    return { ...formatHttpError({ ...wordsOf(error), status }), isFault: false }
  }
  const formatted = formatInternal(error)
  return { ...formatted, isFault: formatted.status >= 500 && !(error instanceof HttpError) }
}

/**
 * Returns the answer with status 500 for a call that cannot work in Populace. The error message in the answer states
 * the reason why the call cannot work.
 */
const lackAnswer = (sentence: string) => ({
  status: 500,
  name: 'InternalServerError',
  message: `${startsWithPath(sentence) ? sentence : capitalized(sentence)}.`,
  details: {},
})

/**
 * Returns whether the first word of an error message contains a slash, like a file path. The first letter of a
 * message that begins with a file path must not become a capital.
 */
const startsWithPath = (text: string): boolean => text.split(' ', 1)[0]?.includes('/') === true

const wordsOf = (error: Error) => ({
  name: error.name,
  message: error.message,
  details: propertyOf(error, 'details'),
})

function formatInternal(error: unknown): ErrorAnswer {
  if (!(error instanceof Error)) return formatHttpError(createError(500))
  if (error instanceof HttpError) return formatHttpError(error)
  const given = propertyOf(error, 'status') ?? propertyOf(error, 'statusCode')
  const status = typeof given === 'number' && given >= 400 && given < 600 ? given : 500
  if (status < 500) return formatHttpError({ ...wordsOf(error), status })
  return formatHttpError(createError(status))
}

/**
 * Returns the advice to send the token of a user, if the project's code failed because the request has no user. The
 * cause is a missing user if the code reads a member of `user`. For all other errors, the function returns an empty
 * text.
 */
export function userAdvice(context: Koa.Context, error: unknown, folder: string): string {
  if (!(error instanceof TypeError) || exchangeOf(context).request.caller.kind === 'user') return ''
  const place = placeIn(folder, error.stack)
  if (place === undefined || !readsUser(error.message, lineAt(join(folder, place.file), place.line)))
    return ''
  return '; the request has no user: send the token of a user, for example from POST /api/auth/local'
}

/** The messages of V8 about a member of undefined, such as `Cannot read properties of undefined (reading 'id')`. */
const READ = /^Cannot read properties of (?:undefined|null) \(reading '([^']*)'\)$/
const DESTRUCTURED =
  /^Cannot destructure property '[^']*' of '(?:[^']*\.)?user' as it is (?:undefined|null)\.$/

/** Returns whether an error is about a member of `user` that a line of code reads. */
function readsUser(message: string, line: string): boolean {
  const [, name] = READ.exec(message) ?? []
  return (
    DESTRUCTURED.test(message) ||
    [...line.matchAll(/(?<![\w$])user(?:\?\.|\.)([\w$]*)/g)].some(([, read]) => read === name)
  )
}

function lineAt(file: string, line: number): string {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1] ?? ''
  } catch {
    return ''
  }
}

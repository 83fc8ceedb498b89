/** Errors of HTTP as Strapi writes them. */

/** What a status is called. */
const TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  418: "I'm a Teapot",
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

/** Names of errors that have a status of their own. */
const STATUSES: Readonly<Record<string, number>> = {
  ApplicationError: 400,
  ValidationError: 400,
  YupValidationError: 400,
  PaginationError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  PolicyError: 403,
  NotFoundError: 404,
  PayloadTooLargeError: 413,
  RateLimitError: 429,
  NotImplementedError: 501,
}

/** An error with a status, as `ctx.throw` makes it. */
export class HttpError extends Error {
  readonly status: number
  readonly details: unknown

  constructor(status: number, message?: string, details?: unknown) {
    super(message ?? TEXTS[status] ?? 'Error')
    this.status = status
    this.name = nameOf(status)
    this.details = details ?? {}
  }
}

/** An answer of Strapi's own controller that is none. */
export class NotAnAnswer extends Error {
  readonly status: number
  readonly details: unknown
  readonly body: string

  constructor(status: number, body: string) {
    const error: unknown = Reflect.get(Object(JSON.parse(body)), 'error')
    super(String(Reflect.get(Object(error), 'message')))
    this.status = status
    this.name = String(Reflect.get(Object(error), 'name'))
    this.details = Reflect.get(Object(error), 'details')
    this.body = body
  }
}

/** `Bad Request` → `BadRequestError` */
function nameOf(status: number): string {
  const name = (TEXTS[status] ?? 'Internal Server Error').replaceAll(/[^A-Za-z]/g, '')
  return name.endsWith('Error') ? name : `${name}Error`
}

/** Status and body of an error; null for one that nobody is told of. */
export function answerOf(error: unknown): { readonly status: number; readonly body: string } | null {
  if (error instanceof NotAnAnswer) return { status: error.status, body: error.body }
  if (!(error instanceof Error)) return null
  const given = Reflect.get(error, 'status')
  const status = typeof given === 'number' ? given : STATUSES[error.name]
  if (status === undefined || status < 400 || status > 599) return null
  return { status, body: bodyOf(status, error.name, error.message, Reflect.get(error, 'details')) }
}

export const bodyOf = (status: number, name: string, message: string, details: unknown): string =>
  JSON.stringify({ data: null, error: { status, name, message, details: details ?? {} } })

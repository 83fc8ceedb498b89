/** `ctx`: a request as code of a project sees it, and the answer that it writes. */
import { parseQueryString, queryStringOf } from '../../reference/parse/url.ts'
import { bodyOf, HttpError } from './http-error.ts'
import { onlyWith } from './lacking.ts'
import type { Done, RunRequest } from './messages.ts'

/** Parameters with the methods that every object has, as code expects them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)] as const))
}

/** Errors that Strapi lets code answer with by name. */
const ANSWERS: Readonly<Record<string, number>> = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  conflict: 409,
  gone: 410,
  unprocessableEntity: 422,
  tooManyRequests: 429,
  internalServerError: 500,
  notImplemented: 501,
  serviceUnavailable: 503,
}

export class Context {
  readonly request: RunRequest
  readonly #read = new Map<string, unknown>()
  #search: string
  #status: number | null = null
  #body: unknown
  readonly #headers: Record<string, string> = {}

  constructor(request: RunRequest) {
    this.request = request
    this.#search = request.search
  }

  get query(): unknown {
    const known = this.#read.get(this.#search)
    if (known !== undefined) return known
    const read = plain(parseQueryString(this.#search, () => undefined))
    this.#read.set(this.#search, read)
    return read
  }

  set query(value: unknown) {
    this.#search = typeof value === 'object' && value !== null ? queryStringOf(value) : ''
  }

  /** Whether nothing was answered yet. */
  get isOpen(): boolean {
    return this.#body === undefined || this.#body === null
  }

  set body(value: unknown) {
    this.#body = value
  }

  get body(): unknown {
    return this.#body
  }

  get done(): Done {
    const headers = this.#headers
    if (this.#body === null)
      return { kind: 'done', turn: this.request.turn, status: this.#status ?? 204, headers, body: '' }
    if (this.#body === undefined)
      return { kind: 'done', turn: this.request.turn, status: this.#status, headers, body: '' }
    const isText = typeof this.#body === 'string'
    const type = isText ? { 'content-type': 'text/plain; charset=utf-8' } : {}
    const body = isText ? String(this.#body) : (JSON.stringify(this.#body) ?? '')
    return {
      kind: 'done',
      turn: this.request.turn,
      status: this.#status ?? 200,
      headers: { ...type, ...headers },
      body,
    }
  }

  /** What is handed to code. `state` is of Strapi's own making as far as it is known. */
  koa(state: object): object {
    const { method, path, headers, params } = this.request
    const self = this
    const set = (name: unknown, value: unknown): void => {
      self.#headers[String(name).toLowerCase()] = String(value)
    }
    const read = {
      get query() {
        return self.query
      },
      set query(value: unknown) {
        self.query = value
      },
      get querystring() {
        return self.#search
      },
      get search() {
        return self.#search === '' ? '' : `?${self.#search}`
      },
      get url() {
        return self.#search === '' ? path : `${path}?${self.#search}`
      },
    }
    const shared = {
      method,
      path,
      originalUrl: self.request.search === '' ? path : `${path}?${self.request.search}`,
      headers,
      header: headers,
      host: headers['host'] ?? '',
      ip: '127.0.0.1',
      protocol: 'http',
      get: (name: unknown) => headers[String(name).toLowerCase()] ?? '',
    }
    const answers = Object.entries(ANSWERS).map(
      ([name, status]) =>
        [
          name,
          (message?: string, details?: unknown) => {
            const error = new HttpError(status, message, details)
            self.#status = status
            self.#body = JSON.parse(bodyOf(status, error.name, error.message, error.details))
          },
        ] as const,
    )
    const written = {
      get body() {
        return self.#body
      },
      set body(value: unknown) {
        self.#body = value
      },
      get status() {
        return self.#status ?? (self.isOpen ? 404 : 200)
      },
      set status(value: number) {
        self.#status = value
      },
      set,
    }
    const context = {
      ...shared,
      params: { ...params },
      state,
      req: { method, headers, url: shared.originalUrl },
      throw: (status: number, message?: string, details?: unknown) => {
        throw new HttpError(status, message, details)
      },
      ...Object.fromEntries(answers),
      set,
    }
    const request = Object.defineProperties(
      { ...shared, params: context.params, body: undefined },
      descriptors(read),
    )
    const response = Object.defineProperties({}, descriptors(written))
    Object.defineProperties(context, { ...descriptors(read), ...descriptors(written) })
    return limited(Object.assign(context, { request, response }))
  }
}

const descriptors = (of: object): PropertyDescriptorMap => Object.getOwnPropertyDescriptors(of)

/** What Koa has besides is not there; what code sets itself is. */
function limited(context: object): object {
  const bounds = onlyWith('ctx', {})
  return new Proxy(context, {
    get: (target, name, self) =>
      name in target ? Reflect.get(target, name, self) : Reflect.get(bounds, name),
  })
}

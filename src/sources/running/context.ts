/** `ctx`: the request as the code of a project reads it, and the answer that the code writes. */
import { parseQueryString, queryStringOf } from '../../reference/parse/url.ts'
import { bodyOf, HttpError } from './http-error.ts'
import { onlyWith } from './lacking.ts'
import type { Done, RunRequest } from './messages.ts'

/** Copies parameters to objects with the usual prototype, as code expects them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)] as const))
}

/** Methods of `ctx` that answer with an error, with its status. */
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

  /** Whether no body is set yet. */
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

  /** The `ctx` that code receives. `state` holds the values that the real server is known to set. */
  koa(state: object): object {
    const { method, headers, params } = this.request
    const read = descriptors(this.#readable())
    const written = descriptors(this.#writable())
    const shared = sharedBy(this.request)
    const context = {
      ...shared,
      params: { ...params },
      state,
      req: { method, headers, url: shared.originalUrl },
      throw: (status: number, message?: string, details?: unknown) => {
        throw new HttpError(status, message, details)
      },
      ...this.#answers(),
      set: this.#set,
    }
    const request = Object.defineProperties({ ...shared, params: context.params, body: undefined }, read)
    const response = Object.defineProperties({}, written)
    Object.defineProperties(context, { ...read, ...written })
    return limited(Object.assign(context, { request, response }))
  }

  readonly #set = (name: unknown, value: unknown): void => {
    this.#headers[String(name).toLowerCase()] = String(value)
  }

  /** Members of `ctx` and `ctx.request` that follow from the query. */
  #readable(): object {
    const self = this
    return {
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
        return searchOf(self.#search)
      },
      get url() {
        return self.request.path + searchOf(self.#search)
      },
    }
  }

  /** Members of `ctx` and `ctx.response` that make the answer. */
  #writable(): object {
    const self = this
    return {
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
      set: this.#set,
    }
  }

  /** `ctx.notFound()` and the like, by name. */
  #answers(): object {
    const answer =
      (status: number) =>
      (message?: string, details?: unknown): void => {
        const error = new HttpError(status, message, details)
        this.#status = status
        this.#body = JSON.parse(bodyOf(status, error.name, error.message, error.details))
      }
    return Object.fromEntries(Object.entries(ANSWERS).map(([name, status]) => [name, answer(status)]))
  }
}

const searchOf = (search: string): string => (search === '' ? '' : `?${search}`)

/** Members of `ctx` that are also members of `ctx.request` and never change. */
const sharedBy = ({ method, path, search, headers }: RunRequest) => ({
  method,
  path,
  originalUrl: path + searchOf(search),
  headers,
  header: headers,
  host: headers['host'] ?? '',
  ip: '127.0.0.1',
  protocol: 'http',
  get: (name: unknown) => headers[String(name).toLowerCase()] ?? '',
})

const descriptors = (of: object): PropertyDescriptorMap => Object.getOwnPropertyDescriptors(of)

/** Throws at a member of Koa that is not supported. Members that the code sets itself can be read. */
function limited(context: object): object {
  const bounds = onlyWith('ctx', {})
  return new Proxy(context, {
    get: (target, name, self) =>
      name in target ? Reflect.get(target, name, self) : Reflect.get(bounds, name),
  })
}

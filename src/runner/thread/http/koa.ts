/** The Koa application with what Strapi adds to context, request and response. */
import { STATUS_CODES } from 'node:http'
import createError from 'http-errors'
import Koa from 'koa'
import { readRequestBody, writeRequestBody } from './body.ts'
import { formatHttpError } from './errors.ts'
import { exchangeOf } from './exchange.ts'
import { addQuery } from './query.ts'
import { settingAt } from './settings.ts'
import { watched } from './trace/watched.ts'

/** Creates the application with the settings of `config/server`. */
export function createKoa(strapi: object): Koa {
  const app = new Koa({ proxy: settingAt(strapi, 'server.proxy.koa') === true })
  const [header, count, keys] = ['proxy.ipHeader', 'proxy.maxIpsCount', 'app.keys'].map((name) =>
    settingAt(strapi, `server.${name}`),
  )
  if (typeof header === 'string') app.proxyIpHeader = header
  if (typeof count === 'number') app.maxIpsCount = count
  if (Array.isArray(keys)) app.keys = keys.filter((key) => typeof key === 'string' && key !== '')
  addMethods(app)
  addQuery(app, strapi)
  addBodies(app)
  addStatus(app)
  return app
}

/** `ctx.send`, `ctx.created`, `ctx.deleted`, and one method per status of an error, such as `ctx.badRequest`. */
function addMethods(app: Koa): void {
  const methods: Record<string, (this: Koa.Response, ...args: never[]) => void> = {
    send(data: unknown, status = 200) {
      this.status = status
      this.body = data
    },
    created(data: unknown) {
      this.status = 201
      this.body = data
    },
    deleted(data: unknown) {
      this.status = data === undefined || data === null ? 204 : 200
      if (this.status === 200) this.body = data
    },
  }
  for (const [code, text = ''] of Object.entries(STATUS_CODES))
    if (Number(code) >= 400) methods[methodName(text)] = errorMethod(Number(code), text)
  for (const [name, method] of Object.entries(methods)) {
    Reflect.set(app.response, name, method)
    Reflect.set(app.context, name, function delegate(this: Koa.Context, ...args: never[]) {
      return Reflect.apply(method, this.response, args)
    })
  }
}

const errorMethod = (code: number, text: string) =>
  function respond(
    this: Koa.Response,
    response: createError.UnknownError = text,
    details: unknown = {},
  ): void {
    const { status, body } = formatHttpError(createError(code, response, { details }))
    this.status = status
    this.body = body
  }

/** `I'm a Teapot` → `imATeapot` */
const methodName = (text: string): string =>
  text
    .replaceAll("'", '')
    .split(/[^A-Za-z0-9]+/)
    .map(
      (word, at) =>
        (at === 0 ? '' : word.slice(0, 1).toUpperCase()) + word.slice(at === 0 ? 0 : 1).toLowerCase(),
    )
    .join('')

/**
 * The bodies of request and response. The answer of the content API stays text until code reads it; if no code does,
 * the text is sent as it is.
 */
function addBodies(app: Koa): void {
  const koa = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(app.response), 'body')
  Object.defineProperty(app.request, 'body', {
    configurable: true,
    get: readRequestBody,
    set: writeRequestBody,
  })
  Object.defineProperty(app.response, 'body', {
    configurable: true,
    get(this: Koa.Response) {
      if (exchangeOf(this).coreText !== undefined) openText(this)
      return koa?.get?.call(this)
    },
    set(this: Koa.Response, value: unknown) {
      const exchange = exchangeOf(this)
      const { recorder } = exchange
      exchange.coreText = undefined
      if (recorder === undefined) return koa?.set?.call(this, value)
      recorder.write([])
      recorder.quietly(() => koa?.set?.call(this, value))
    },
  })
}

/** Parses the text of the content API for code that reads the body. */
function openText(response: Koa.Response): void {
  const exchange = exchangeOf(response)
  const { coreText = '', recorder } = exchange
  exchange.coreText = undefined
  const value: unknown = JSON.parse(coreText)
  const isOpen = recorder === undefined || typeof value !== 'object' || value === null
  Reflect.set(response, '_body', isOpen ? value : watched(value, (_kind, path) => recorder.write(path)))
}

/** Sets the answer of the content API as the body: text that nobody has read yet. */
export function holdText(response: Koa.Response, text: string): void {
  exchangeOf(response).coreText = text
}

/** Makes Koa send an unread text of the content API as it is. */
export function sealText(response: Koa.Response): void {
  const exchange = exchangeOf(response)
  const { coreText } = exchange
  if (coreText === undefined) return
  exchange.coreText = undefined
  Reflect.set(response, '_body', coreText)
  response.length = Buffer.byteLength(coreText)
}

/** Records changes of the status. */
function addStatus(app: Koa): void {
  const koa = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(app.response), 'status')
  Object.defineProperty(app.response, 'status', {
    configurable: true,
    get(this: Koa.Response) {
      return koa?.get?.call(this)
    },
    set(this: Koa.Response, status: number) {
      const { recorder } = exchangeOf(this)
      if (status !== this.res.statusCode || !isExplicit(this)) recorder?.add('status', 'changed', [])
      koa?.set?.call(this, status)
    },
  })
}

/** Whether something set the status. */
export const isExplicit = (response: Koa.Response): boolean =>
  Reflect.get(response, '_explicitStatus') === true

/** Creates the Koa application, with the members that Strapi adds to Koa's context, request and response. */

import { STATUS_CODES } from 'node:http'
import createError from 'http-errors'
import Koa from 'koa'
import { capitalized } from '../../../../util/text/case.ts'
import { readRequestBody, writeRequestBody } from './body.ts'
import { formatHttpError } from './errors.ts'
import { exchangeOf, STAND_IN } from './exchange.ts'
import type { CoreBody } from './holding.ts'
import { addQuery } from './query.ts'
import { settingAt } from './settings.ts'
import { watched } from './trace/watched.ts'

/** Creates the Koa application with the settings of the project in `config/server`. */
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

/** Adds `ctx.send`, `ctx.created`, `ctx.deleted`, and a method for each error status, such as `ctx.badRequest`. */
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

/**
 * Returns the name of the context method for an error status, from the text of the status: `I'm a Teapot` becomes
 * `imATeapot`.
 */
const methodName = (text: string): string =>
  text
    .replaceAll("'", '')
    .split(/[^A-Za-z0-9]+/)
    .map((word, at) => (at === 0 ? word.toLowerCase() : capitalized(word.toLowerCase())))
    .join('')

/**
 * Defines the property `body` of requests and responses. The body of a content API answer remains unparsed JSON
 * until project code reads it. If no code reads the body, Koa sends it unchanged.
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
      openBody(this)
      return koa?.get?.call(this)
    },
    set(this: Koa.Response, value: unknown) {
      const exchange = exchangeOf(this)
      const { recorder } = exchange
      exchange.coreBody = undefined
      if (recorder === undefined) return koa?.set?.call(this, value)
      recorder.write([])
      recorder.quietly(() => koa?.set?.call(this, value))
    },
  })
}

/**
 * Parses the body of the content API's answer when project code reads it. Code may read the body even after Koa has
 * sent it.
 */
function openBody(response: Koa.Response): void {
  const exchange = exchangeOf(response)
  const { coreBody, sealed, holding, request, recorder } = exchange
  const unread = coreBody ?? (response.res.finished ? sealed : undefined)
  if (unread === undefined) return
  exchange.coreBody = undefined
  exchange.sealed = undefined
  const value: unknown = JSON.parse(holding.text(request.id, unread))
  const isOpen = recorder === undefined || typeof value !== 'object' || value === null
  Reflect.set(response, '_body', isOpen ? value : watched(value, (_kind, path) => recorder.write(path)))
}

/** Sets the body of a response to the body of an answer of the content API, as unparsed JSON. */
export function holdBody(response: Koa.Response, body: CoreBody): void {
  exchangeOf(response).coreBody = body
}

/** The methods of a response that project code may replace to see the data that Koa writes. */
const WRITERS = ['end', 'write']

/** Makes Koa send the body of the content API's answer without parsing, unless project code has read this body. */
export function sealBody(response: Koa.Response): void {
  const exchange = exchangeOf(response)
  const { coreBody, holding, request } = exchange
  if (coreBody === undefined) return
  exchange.coreBody = undefined
  const { body, name } = coreBody
  const isSeen = WRITERS.some((writer) => Object.hasOwn(response.res, writer))
  if (typeof body === 'string' || isSeen) {
    const text = holding.text(request.id, coreBody)
    Reflect.set(response, '_body', text)
    response.length = Buffer.byteLength(text)
    return
  }
  exchange.sealed = { body, name }
  Reflect.set(response, '_body', STAND_IN)
  response.length = body.length
}

/** Makes the trace record each change of the response's status by project code. */
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

/** Returns whether code has set the status of a response explicitly. */
export const isExplicit = (response: Koa.Response): boolean =>
  Reflect.get(response, '_explicitStatus') === true

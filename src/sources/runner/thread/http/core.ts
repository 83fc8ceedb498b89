/**
 * Calls the content API with the request, including the changes by the project's code, and puts the answer into the
 * Koa context.
 */
import createError from 'http-errors'
import type Koa from 'koa'
import type { GivenMap } from '../../../../reference/parse/given.ts'
import { isObject, type Json, member, parseJson } from '../../../../util/json.ts'
import type { CoreCall, ServiceError } from '../../protocol.ts'
import type { Action, AskServer, ErrorClasses } from '../loaded.ts'
import { changedBody } from './body.ts'
import { type CoreAnswer, type Exchange, exchangeOf } from './exchange.ts'
import { nameOf, ownText } from './holding.ts'
import { holdBody, isExplicit } from './koa.ts'
import { changedQuery } from './query.ts'
import { propertyOf } from './settings.ts'
import { createReadTrace, READ_TRACE, type ReadTrace } from './trace/reads.ts'
import { isWatched } from './trace/watched.ts'

/**
 * Makes the call to the content API for a request, including the changes by the project's code. If `action` is set,
 * the call names the action and contains the route parameter `id`. If `action` is undefined, the server selects the
 * route by the path.
 * @throws TypeError if the query or the body is cyclic or too large.
 */
export function coreCallOf(
  context: Koa.Context,
  action: { readonly uid: string; readonly name: string } | undefined,
  isOpen: boolean,
  id = textOf(propertyOf(context.params, 'id')),
): CoreCall {
  const exchange = exchangeOf(context)
  const query = changedQuery(context)
  const body = changedBody(exchange)
  const call: CoreCall = {
    service: 'core',
    ...(action && { action: { uid: action.uid, name: action.name, id } }),
    ...partsOf(context, exchange),
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(isOpen && { open: true }),
  }
  record(context, exchange, call, query)
  return call
}

/**
 * Returns those parts of a request that the project's code changed: method, target, authorization, and the headers
 * in `FORM_HEADERS`. Converts HEAD to GET, because Koa itself omits the body of the answer.
 */
function partsOf(context: Koa.Context, { request }: Exchange): Partial<CoreCall> {
  const { method, url } = context
  const { authorization } = context.req.headers
  const asked = method === 'HEAD' ? 'GET' : method
  return {
    ...(asked !== request.method && { method: asked }),
    ...(url !== request.target && { target: url }),
    ...(authorization !== request.headers['authorization'] && { authorization: authorization ?? null }),
    ...changedHeaders(context, request.headers),
  }
}

/** The request headers that change the format of the answer. */
const FORM_HEADERS = ['strapi-response-format', 'strapi-encode-source-maps']

function changedHeaders(context: Koa.Context, before: Readonly<Record<string, string>>): Partial<CoreCall> {
  const changed = FORM_HEADERS.filter((name) => context.req.headers[name] !== before[name])
  if (changed.length === 0) return {}
  const values = changed.map((name) => {
    const value = context.req.headers[name]
    return [name, value === undefined ? null : String(value)] as const
  })
  return { headers: Object.fromEntries(values) }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function record(
  context: Koa.Context,
  { recorder }: Exchange,
  { open }: CoreCall,
  query: GivenMap | undefined,
): void {
  if (recorder === undefined) return
  if (context.params !== undefined && !isWatched(context.params)) recorder.addLate('params', 'changed', [])
  const method = context.method === 'HEAD' ? 'GET' : context.method
  recorder.called({ method, url: context.url, ...(open === true && { open }), ...(query && { query }) })
}

/** Answers a request with Strapi's own action. If the action fails, throws the error of the action. */
export function answerWithAction(
  context: Koa.Context,
  action: Action,
  isOpen: boolean,
  ask: AskServer,
  classes: ErrorClasses,
): Promise<void> {
  const isTyped = action.uid.startsWith('api::')
  const call = holdable(context, coreCallOf(context, isTyped ? action : undefined, isOpen))
  return ask(call).then((answer) => {
    if ('status' in answer) apply(context, call, answer, { classes, isTyped })
  })
}

/** Allows the body of the answer to stay in the server, unless code reads such bodies or a trace needs the body. */
function holdable(context: Koa.Context, call: CoreCall): CoreCall {
  const { holding, recorder } = exchangeOf(context)
  return recorder === undefined ? holding.allow(call) : call
}

/** The key of the function on the Koa context that project code uses in calls such as `super.find(ctx)`. */
const CORE_CALL = Symbol.for('populace.core-call')

/**
 * Adds the function `CORE_CALL` to the Koa context. `CORE_CALL` runs an action for the request, including the changes
 * by the project's code. `CORE_CALL` resolves to the parsed body of the answer, such as `{ data, meta }`, to undefined
 * for an answer without a body, or to null if the action finds no entry. `CORE_CALL` throws the error of the action.
 */
export function addCoreCall(app: Koa, ask: (exchange: Exchange) => AskServer, classes: ErrorClasses): void {
  Object.defineProperty(app.context, CORE_CALL, {
    value: async function call(this: Koa.Context, action: CalledAction): Promise<unknown> {
      const isOpen = propertyOf(propertyOf(this.state['route'], 'config'), 'auth') === false
      const exchange = exchangeOf(this)
      const answer = await ask(exchange)(calledAction(this, action, isOpen))
      if ('status' in answer) exchange.coreAnswer = { action: `${action.uid}.${action.name}`, answer }
      return 'status' in answer ? resultOf(this, answer, classes) : answer.value
    },
  })
}

/** Adds a trace to the Koa context of each traced request. The trace records the steps of a controller's action. */
export function addReadTrace(app: Koa, ask: (exchange: Exchange) => AskServer): void {
  const traces = new WeakMap<Exchange, ReadTrace>()
  Object.defineProperty(app.context, READ_TRACE, {
    get(this: Koa.Context): ReadTrace | undefined {
      const exchange = exchangeOf(this)
      const { recorder } = exchange
      if (recorder === undefined) return undefined
      const isOpen = propertyOf(propertyOf(this.state['route'], 'config'), 'auth') === false
      const known = traces.get(exchange)
      const trace =
        known ??
        createReadTrace({
          ...{ context: this, recorder, ask: ask(exchange) },
          callOf: (action) => coreCallOf(this, action, isOpen, action.id),
        })
      traces.set(exchange, trace)
      return trace
    },
  })
}

interface CalledAction {
  readonly uid: string
  readonly name: string
  readonly id: string
  /** The route of a plugin's action, whose path contains the API prefix and the values of the route parameters. */
  readonly route?: { readonly method: string; readonly path: string }
  /** Whether the server answers the call without changing any data. */
  readonly dryRun?: boolean
}

/** Makes the call that runs an action of a content type, or a route of a plugin. */
function calledAction(context: Koa.Context, action: CalledAction, isOpen: boolean): CoreCall {
  const { route, dryRun } = action
  const call = coreCallOf(context, route === undefined ? action : undefined, isOpen, action.id)
  return {
    ...call,
    ...(route === undefined ? {} : { method: route.method, target: `${route.path}${context.search}` }),
    ...(dryRun === true ? { dryRun } : {}),
  }
}

/** Answers with the result of Strapi's action if the project's action has called it; otherwise, returns false. */
export function answerAgain(context: Koa.Context, { uid, name }: Action, classes: ErrorClasses): boolean {
  const { coreAnswer } = exchangeOf(context)
  if (coreAnswer?.action !== `${uid}.${name}`) return false
  apply(context, { service: 'core' }, coreAnswer.answer, { classes, isTyped: true })
  return true
}

function resultOf(context: Koa.Context, answer: CoreAnswer, classes: ErrorClasses): unknown {
  const error = answer.status < 400 ? undefined : errorIn(answer)
  if (error !== undefined && !isNothing(error)) throw thrownFor(error, classes)
  if (error !== undefined) return null
  const { recorder } = exchangeOf(context)
  const set = (): void => {
    // Strapi's own actions also set a status, such as 201.
    if (answer.status !== 200) context.status = answer.status
  }
  if (recorder === undefined) set()
  else recorder.quietly(set)
  const text = ownText(answer.body)
  recorder?.answered(parseJson(text))
  return text === '' ? undefined : parseJson(text)
}

/** Answers a request that matches no route of the Koa router. */
export async function answerWithTarget(
  context: Koa.Context,
  ask: AskServer,
  classes: ErrorClasses,
): Promise<void> {
  const call = holdable(context, coreCallOf(context, undefined, false))
  const answer = await ask(call)
  if (!('status' in answer)) return
  const { allow } = answer.headers
  // The router has routes with other methods for the path. The router answers the request, and later gets the
  // methods of the API from `allow`.
  if (allow !== undefined && (answer.status === 405 || context.method === 'OPTIONS') && hasMethods(context))
    exchangeOf(context).allow = allow
  else apply(context, call, answer, { classes, isTyped: false })
}

function hasMethods(context: Koa.Context): boolean {
  const { matched } = context
  return Array.isArray(matched) && matched.some((layer) => lengthOf(propertyOf(layer, 'methods')) > 0)
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** The headers that are not copied from an answer, because they depend on the body's bytes or on the connection. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'transfer-encoding',
])

function apply(
  context: Koa.Context,
  call: CoreCall,
  answer: CoreAnswer,
  { classes, isTyped }: { readonly classes: ErrorClasses; readonly isTyped: boolean },
): void {
  const { recorder } = exchangeOf(context)
  const work = (): void => {
    const error = answer.status < 400 ? undefined : errorIn(answer)
    for (const [name, value] of Object.entries(answer.headers))
      if (!OWN_HEADERS.has(name) && (error === undefined || name !== 'content-type'))
        context.res.setHeader(name, value.includes('\n') ? value.split('\n') : value)
    if (error === undefined) applyBody(context, call, answer)
    else if (isThrown(error, isTyped)) throw thrownFor(error, classes)
    else if (!isNothing(error)) applyBody(context, call, answer, JSON_TYPE)
  }
  if (recorder === undefined) work()
  else recorder.quietly(work)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function applyBody(context: Koa.Context, call: CoreCall, answer: CoreAnswer, type?: string): void {
  const { response } = context
  const { recorder, holding, request } = exchangeOf(context)
  if (answer.status !== 200 || !isExplicit(response)) response.status = answer.status
  const hasBody = answer.body !== '' && context.body === undefined
  if (!hasBody) return
  const held = { body: answer.body, name: nameOf(call) }
  if (type !== undefined) context.res.setHeader('content-type', type)
  const header = String(response.get('content-type'))
  if (!header.startsWith('application/json')) {
    context.body = holding.text(request.id, held)
    if (header !== '') context.res.setHeader('content-type', header)
    return
  }
  recorder?.answered(parseJson(ownText(answer.body)))
  holdBody(response, held)
}

/** Returns the error in the body of an answer; undefined if the body contains no error. */
function errorIn({ status, body }: CoreAnswer): ServiceError | undefined {
  const parsed = parseJson(ownText(body))
  const error = isObject(parsed) ? member(parsed, 'error') : undefined
  if (!isObject(error)) return undefined
  const [name, message] = [member(error, 'name'), member(error, 'message')]
  const details: Json = member(error, 'details') ?? {}
  return { status, name: String(name), message: String(message), details }
}

/** Returns the error that Strapi's action would throw: an error of `@strapi/utils`, or a plain 500. */
const thrownFor = (error: ServiceError, classes: ErrorClasses): unknown =>
  error.name === 'InternalServerError' ? createError(500) : classes.create(error)

/** The statuses of errors that Strapi does not throw, but sets on the Koa context before an action runs. */
const SET_STATUSES: readonly number[] = [401, 403, 405]

/**
 * Returns whether Strapi throws the given error. Actions throw their errors, but authentication, authorization and
 * `ctx.badRequest()` set their errors on the context.
 */
function isThrown(error: ServiceError, isTyped: boolean): boolean {
  if (isNothing(error)) return false
  return isTyped || !(SET_STATUSES.includes(error.status) || error.name === 'BadRequestError')
}

/** Returns whether an error is a plain 404, which means that the action found no entry and set no status or body. */
const isNothing = ({ status, name, message }: ServiceError): boolean =>
  status === 404 && name === 'NotFoundError' && message === 'Not Found'

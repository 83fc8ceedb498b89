/**
 * Makes the middleware chain of a route: authentication, authorization, policies, middlewares and the controller.
 * The middlewares that run for every request use `then` instead of `await`, because an async function creates two
 * more promises.
 */
import type Koa from 'koa'
import compose from 'koa-compose'
import type { CodePlace } from '../../protocol.ts'
import type { Bypass } from '../bypass.ts'
import type {
  Action,
  AskServer,
  ErrorClasses,
  LoadedProject,
  Located,
  Middleware,
  Policy,
  RawRoute,
} from '../loaded.ts'
import { authenticate, authorize } from './auth.ts'
import { answerAgain, answerWithAction } from './core.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { callMethod } from './settings.ts'
import { lineOf } from './trace/lines.ts'
import { watched } from './trace/watched.ts'

export interface ChainOptions {
  readonly project: LoadedProject
  readonly classes: ErrorClasses
  readonly folder: string
  readonly bypass: Bypass
  readonly ask: (exchange: Exchange) => AskServer
}

/** A route with its action, and with a function that runs all middlewares of the route. */
export interface Chain {
  readonly route: RawRoute
  readonly action: Action
  readonly run: compose.ComposedMiddleware<Koa.Context>
}

type KoaMiddleware = compose.Middleware<Koa.Context>

/**
 * Finds the policies, middlewares and the controller that a route names, and makes the middleware chain of the
 * route.
 * @throws Error with Strapi's own message if the route names missing code.
 */
export function chainOf(route: RawRoute, options: ChainOptions): Chain {
  const { project, classes, ask } = options
  const { owner } = route
  const auth = authOf(route)
  const policies = (route.config.policies ?? []).map((item) => project.policy(item, owner))
  const middlewares = (route.config.middlewares ?? []).flatMap((item) => made(item, route, options))
  const action = project.action(route.handler, owner)
  const run = compose<Koa.Context>([
    routeInfo(route, auth),
    authenticate(auth, ask),
    authorize(auth, classes),
    ...(policies.length === 0 ? [] : [policyMiddleware(policies, options)]),
    ...middlewares.map((middleware) => located(middleware, options)),
    returnBody,
    ...(action.isCore ? [coreAction(action, auth === false, options)] : ownAction(action, auth, options)),
  ])
  return { route, action, run }
}

/** Finds a middleware that a route names. The result is an empty list if the middleware needs a missing package. */
function made(item: unknown, { owner }: RawRoute, { project, bypass }: ChainOptions): Located<Middleware>[] {
  try {
    return [project.middleware(item, owner)]
  } catch (error) {
    const name = typeof item === 'string' ? item : 'a middleware'
    if (bypass.lacksPackage(error, `${name} of ${owner.file} does not run`)) return []
    throw error
  }
}

/** The names of the actions that Strapi defines for a content type. */
export const CORE_ACTIONS = ['find', 'findOne', 'create', 'update', 'delete']

/**
 * Makes the middlewares that run an action of the project. If the action lacks a package and replaces one of
 * Strapi's own actions, Strapi's action answers instead.
 */
function ownAction(action: Action, auth: unknown, options: ChainOptions): KoaMiddleware[] {
  const { file, uid, name } = action
  const parts = action.run.map((run, at) =>
    placed({ file, run, code: action.code?.[at] }, options.folder, true),
  )
  const hasOther = CORE_ACTIONS.includes(name) && isType(options.project.strapi, uid)
  if (!hasOther) return parts
  const { bypass, ask, classes } = options
  const fallBack: KoaMiddleware = async (context, next) => {
    try {
      return await next()
    } catch (error) {
      const consequence = `${uid}.${name} answers without ${file === '' ? 'its code' : file}`
      if (!bypass.lacksPackage(error, consequence)) throw error
      if (answerAgain(context, action, classes)) return undefined
      return answerWithAction(context, action, auth === false, ask(exchangeOf(context)), classes)
    }
  }
  return [fallBack, ...parts]
}

const isType = (strapi: object, uid: string): boolean =>
  uid.startsWith('api::') && callMethod(strapi, 'contentType', [uid]) !== undefined

/** Returns `config.auth` of a route, including the scope that Strapi derives from the name of the handler. */
function authOf({ config: { auth }, handler, owner }: RawRoute): unknown {
  if (typeof handler !== 'string' || (auth !== undefined && !isPlain(auth))) return auth
  const prefix = `${owner.kind}::${owner.name}.`
  const derived = `${handler.startsWith(prefix) ? '' : prefix}${handler}`
  const scope = auth?.['scope']
  if (Array.isArray(scope) && scope.length > 0) return auth
  return scope === undefined || Array.isArray(scope) ? { ...auth, scope: [derived] } : auth
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a middleware that sets `ctx.state.route` to a description of the route. */
function routeInfo(route: RawRoute, auth: unknown): KoaMiddleware {
  const { method, path, handler, config, owner } = route
  const info = { [owner.kind === 'api' ? 'apiName' : 'pluginName']: owner.name, type: 'content-api' }
  const rest = auth === undefined ? {} : { auth }
  return (context, next) => {
    const state = { method, path, handler, config: { ...config, ...rest }, info }
    context.state.route = state
    Reflect.set(context.request, 'route', state)
    const { recorder } = exchangeOf(context)
    if (recorder !== undefined)
      context.params = watched(context.params, (kind, names) => recorder.add('params', kind, names))
    return next()
  }
}

function policyMiddleware(
  policies: readonly (Located<Policy> & { readonly config: object })[],
  { project, classes, folder, bypass }: ChainOptions,
): KoaMiddleware {
  const tools = { strapi: project.strapi }
  const places = policies.map((policy) => placeOnce(policy, folder))
  return async (context, next) => {
    const given = policyContext(context)
    for (const [at, { run, config, file }] of policies.entries()) {
      noteRun(context, places[at]?.() ?? UNKNOWN)
      const verdict = await bypass.gate(file, () => run(given, config, tools), true)
      if (verdict !== true && verdict !== undefined)
        throw classes.create({ name: 'PolicyError', message: 'Policy Failed', status: 403, details: {} })
    }
    await next()
  }
}

const UNKNOWN: CodePlace = { file: '', line: 0 }

/**
 * Returns the context that a policy receives. The context of a policy has copies of the Koa context's own
 * properties.
 */
const policyContext = (context: Koa.Context): object => Object.assign({ is: isKoa, type: 'koa' }, context)

const isKoa = (type: unknown): boolean => type === 'koa'

/**
 * Wraps a middleware of the project, so that the trace records the middleware. If the middleware needs a missing
 * package or makes a refused call, the wrapper skips it.
 */
export function located(
  middleware: Located<Middleware>,
  { folder, bypass }: Pick<ChainOptions, 'folder' | 'bypass'>,
): KoaMiddleware {
  const run = placed(middleware, folder)
  const { file } = middleware
  return (context, next) => bypass.around(file, (inner) => run(context, inner), next)
}

/** Wraps a function of the project, so that the trace records the start of the function. */
function placed(middleware: Located<Middleware>, folder: string, isController = false): KoaMiddleware {
  const { run } = middleware
  const place = placeOnce(middleware, folder)
  return (context, next) => {
    noteRun(context, place(), isController)
    return run(context, next)
  }
}

const MOST_RAN = 200

/** Records the start of a middleware, a policy or a controller. */
function noteRun(context: Koa.Context, place: CodePlace, isController = false): void {
  const { ran, recorder } = exchangeOf(context)
  if (ran.length < MOST_RAN) ran.push(place)
  if (isController) recorder?.runController(place)
  else recorder?.run(place)
}

/**
 * Makes a function that returns the place (file and line) of a project function. The returned function finds the
 * place at the first call, and stores the place for later calls.
 */
function placeOnce({ file, run, code }: Located<unknown>, folder: string): () => CodePlace {
  let place: CodePlace | undefined
  return () => {
    place ??= { file, line: lineOf(code ?? run, folder, file) }
    return place
  }
}

/** Sets the value that a controller returns as the body of the answer, unless the controller has already set a body. */
const returnBody: KoaMiddleware = (context, next) =>
  next().then((value: unknown) => {
    if (value !== undefined && value !== null) setReturned(context, value)
  })

function setReturned(context: Koa.Context, value: unknown): void {
  if (context.body !== undefined && context.body !== null) return
  const { recorder } = exchangeOf(context)
  const set = (): void => {
    context.body = value
  }
  // Sets the body without recording a change in the trace, because the stack trace would name the middlewares around
  // the controller.
  if (recorder === undefined) set()
  else recorder.quietly(set)
}

const coreAction =
  (action: Action, isOpen: boolean, { ask, classes }: ChainOptions): KoaMiddleware =>
  (context) =>
    answerWithAction(context, action, isOpen, ask(exchangeOf(context)), classes)

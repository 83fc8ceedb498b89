/**
 * Creates the Koa application of a thread. The application runs the project's code for a request and returns the
 * answer.
 */
import Router from '@koa/router'
import type Koa from 'koa'
import compose from 'koa-compose'
import type { CodeProblem, RouteReport, RunAnswer, RunRequest, ServiceError } from '../../protocol.ts'
import { createBypass } from '../bypass.ts'
import { CannotWork, cannotWorkIn, lastLackOf, sentenceOf } from '../cannot-work.ts'
import { placeIn } from '../guard/place.ts'
import type { AskServer, ErrorClasses, LoadedProject, RawRoute } from '../loaded.ts'
import { bodyMiddleware } from './body.ts'
import { type Chain, chainOf, located } from './chain.ts'
import { addCoreCall, addReadTrace, answerWithTarget } from './core.ts'
import { answerTo, CLASSES_BY_NAME, isOfClass, userAdvice } from './errors.ts'
import { Exchange, exchangeOf, ServiceRequest, ServiceResponse } from './exchange.ts'
import { Holding, type ReadHeld } from './holding.ts'
import { createKoa, isExplicit, sealBody } from './koa.ts'
import {
  methodOf,
  pathOf,
  reportsOf,
  shadowedAt,
  shadowedRoutes,
  takenPaths,
  unreachedActions,
  unroutedTypes,
  untouchedActions,
} from './routes.ts'
import { callMethod, middlewareSettings, propertyOf } from './settings.ts'
import { Recorder } from './trace/recorder.ts'

export interface App {
  /** Answers a request. Calls `done` with the answer as soon as the code ends the response. */
  readonly handle: (request: RunRequest, done: (answer: RunAnswer) => void) => Promise<void>
  /** The routes that the project's code defines or changes. */
  readonly routes: readonly RouteReport[]
  /** The actions that run without any code of the project, such as `api::article.article.find`. */
  readonly untouched: readonly string[]
  /** The content types that have no route. A real server answers no requests for content types without a route. */
  readonly unrouted: readonly string[]
  /** The actions of content types to which no route leads. */
  readonly unreached: readonly string[]
  /**
   * Whether the project's code also sees requests to routes that are not its own, because the project has global
   * middlewares.
   */
  readonly seesAll: boolean
  /** The problems of routes that answer with status 500, such as routes that name missing code. */
  readonly problems: readonly CodeProblem[]
}

export interface AppOptions {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /** The path prefix of the API, such as `/api`. */
  readonly prefix: string
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void
  /** Reads a held body, which stays in the server. If `read` is absent, the server sends every body to the thread. */
  readonly read?: ReadHeld
  /** Makes an instance of an error class in the `@strapi/utils` that the project's code imports. */
  readonly createError?: (error: ServiceError) => Error
}

/** Creates the Koa application of a loaded project. The function `ask` returns the sender of a request's calls. */
export function createApp(
  project: LoadedProject,
  ask: (request: number) => AskServer,
  options: AppOptions,
): App {
  const { folder, createError } = options
  const byName = createError === undefined ? CLASSES_BY_NAME : { ...CLASSES_BY_NAME, create: createError }
  const classes = project.errors ?? byName
  const bypass = createBypass(options)
  const server = { project, classes, folder, bypass, ask: ({ request }: Exchange) => ask(request.id) }
  const problems: CodeProblem[] = []
  const router = new Router()
  router.register(PUBLIC_PATH, ['GET'], publicFiles)
  const chains: Chain[] = []
  const layers = new Map<Router.Layer, RawRoute>()
  for (const route of project.routes) {
    const chain = resolved(route, () => chainOf(route, server), problems)
    if (chain !== undefined) chains.push(chain)
    register(router, route, options.prefix, chain?.run ?? failing(problems.at(-1)))
    for (const layer of router.stack.slice(-1)) layers.set(layer, route)
  }
  const shadowed = shadowedRoutes(layers, options)
  const koa = createKoa(project.strapi)
  addCoreCall(koa, server.ask, classes)
  addReadTrace(koa, server.ask)
  const outer = project.globalsBeforeErrors ?? 0
  const globals = project.globals.map((one) => located(one, server))
  koa.use(finish(project.strapi))
  for (const middleware of globals.slice(0, outer)) koa.use(middleware)
  koa.use(errorMiddleware(classes, options))
  koa.use(bodyMiddleware(middlewareSettings(project.strapi, 'strapi::body')))
  for (const middleware of globals.slice(outer)) koa.use(middleware)
  koa.use(allowMore)
  if (shadowed.size > 0) koa.use(traceShadowed(shadowed))
  koa.use(compose([router.routes(), router.allowedMethods()]))
  const ownerOf = takenPaths(project, options.prefix)
  koa.use(async (context) => {
    const exchange = exchangeOf(context)
    const owner = ownerOf(context.path)
    if (owner === undefined) await answerWithTarget(context, server.ask(exchange), classes)
    else exchange.recorder?.missed(owner)
  })
  koa.on('error', (error: unknown) =>
    options.log('error', `The response failed: ${wordsOf(error, options.folder)}`),
  )
  return {
    handle: handler(koa, options),
    routes: reportsOf(chains, options.prefix, shadowed),
    untouched: globals.length > 0 ? [] : untouchedActions(chains, options.prefix),
    unrouted: unroutedTypes(project, options.prefix),
    unreached: unreachedActions(project, chains),
    seesAll: globals.length > 0,
    problems,
  }
}

/**
 * The path pattern of Strapi's route for public files, which matches the path of almost every request. Therefore,
 * the router allows GET for almost every path, and `ctx.params` contains the path.
 */
const PUBLIC_PATH = '/((?!uploads/).+)'

/**
 * Answers 400 for a path that cannot be decoded, if no other route answers. The server, not the thread, serves
 * public files.
 */
function publicFiles(context: Koa.Context, next: Koa.Next): Promise<void> {
  if (isDecodable(context.path)) return next()
  return next().then(() => {
    const isAnswered = context.status !== 404 || isExplicit(context.response)
    if (!isAnswered) context.throw(400, 'failed to decode')
  })
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Makes a middleware that records the later route that would answer the request if an earlier route did not. */
const traceShadowed =
  (shadowed: ReturnType<typeof shadowedRoutes>) =>
  (context: Koa.Context, next: Koa.Next): Promise<void> => {
    exchangeOf(context).recorder?.shadows(shadowedAt(shadowed, context.method, context.path))
    return next()
  }

/** Adds to the header `allow`, which the router sets, the HTTP methods that the content API allows for the path. */
const allowMore = (context: Koa.Context, next: Koa.Next): Promise<void> =>
  next().then(() => addAllowed(context, exchangeOf(context).allow))

function addAllowed(context: Koa.Context, allow: string | undefined): void {
  if (allow === undefined) return
  const known = [String(context.response.get('allow')), allow].join(',').split(',')
  const methods = new Set(known.map((method) => method.trim()).filter((method) => method !== ''))
  context.res.setHeader('allow', [...methods].join(', '))
}

/** Makes the middleware chain of a route. If an error occurs, adds a problem and returns undefined. */
function resolved(route: RawRoute, create: () => Chain, problems: CodeProblem[]): Chain | undefined {
  try {
    return create()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `Error creating endpoint ${route.method} ${route.path}: ${why}`
    problems.push({ file: route.owner.file, line: 0, message })
    return undefined
  }
}

const failing = (problem: CodeProblem | undefined) => (): never => {
  const { file, message } = problem ?? { file: '', message: '' }
  throw new CannotWork(message, { lack: 'member', sentence: `${message} (${file})`, place: null })
}

function register(router: Router, route: RawRoute, prefix: string, run: Chain['run'] | (() => never)): void {
  const [path, method] = [pathOf(route, prefix), methodOf(route)]
  const middleware = (context: Koa.Context, next: Koa.Next): unknown => run(context, next)
  if (method === 'ALL') router.all(path, middleware)
  else router.register(path, [method], middleware)
}

/**
 * Makes a middleware that runs the request in `strapi.requestContext`. After the run, Koa sends the body of the
 * content API unparsed, unless code has read this body.
 */
const finish =
  (strapi: object) =>
  (context: Koa.Context, next: Koa.Next): unknown => {
    const requests = propertyOf(strapi, 'requestContext')
    const run = (): Promise<void> => next().then(() => sealBody(context.response))
    const isThere = typeof propertyOf(requests, 'run') === 'function'
    return isThere ? callMethod(requests, 'run', [context, run]) : run()
  }

/**
 * Makes a middleware that answers errors like `strapi::errors`. The middleware also logs an unexpected error of the
 * code, with its place.
 */
const errorMiddleware =
  (classes: ErrorClasses, { log, folder }: AppOptions) =>
  (context: Koa.Context, next: Koa.Next): Promise<void> => {
    /**
     * Returns the last `CannotWork` error of the request if the status is 500 or higher, because the code may have
     * caught it.
     */
    const caught = (status: number): CannotWork | undefined => {
      const lack = status < 500 ? undefined : lastLackOf(context)
      if (lack !== undefined)
        log(
          'error',
          `${context.method} ${context.path}: ${sentenceOf(lack, folder)}; the code caught this error`,
        )
      return lack
    }
    const failed = (error: unknown): void => {
      const first = answerTo(error, classes, folder)
      const lack = cannotWorkIn(error) === undefined ? caught(first.status) : undefined
      const { status, body } = lack === undefined ? first : answerTo(lack, classes, folder)
      if (first.isFault) {
        const advice = userAdvice(context, error, folder)
        log('error', `${context.method} ${context.path}: ${wordsOf(error, folder)}${advice}`)
      } else if (isOfClass(error, 'PolicyError', classes)) log('warn', ownAnswer(context, status, error))
      const set = (): void => {
        context.status = status
        context.body = body
      }
      const { recorder } = exchangeOf(context)
      recorder?.failed(error)
      if (recorder === undefined) set()
      else recorder.quietly(set)
    }
    const ended = (): void => {
      if (!isExplicit(context.response)) callMethod(context, 'notFound', [])
      else if (context.status >= 500 && caught(context.status) === undefined)
        log('error', ownAnswer(context, context.status, propertyOf(context.body, 'error') ?? context.body))
    }
    return next().then(() => attempt(ended, failed), failed)
  }

function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    failed(error)
  }
}

const MOST_SAID = 300

/**
 * Returns the log line for code that answers with status 500 itself, or for a policy that refuses a request. The log
 * line names the place in the code, because such answers seldom state a reason.
 */
function ownAnswer(context: Koa.Context, status: number, error: unknown): string {
  const { method, path } = context
  const place = exchangeOf(context).ran.at(-1)
  const message = propertyOf(error, 'message')
  const said = typeof message === 'string' ? `: ${message.slice(0, MOST_SAID)}` : ''
  return `${method} ${path}: the code of the project answered ${status} itself${said}${place === undefined ? '' : ` (${place.file}:${place.line})`}`
}

/** Formats an error as one line of text: the class, the message, and the place in the project's code. */
function wordsOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return `the code threw ${typeof error} instead of an error`
  const place = placeIn(folder, error.stack)
  const [line = ''] = `${error.name}: ${error.message}`.split('\n', 1)
  return place === undefined ? line : `${line} (${place.file}:${place.line})`
}

function handler(koa: Koa, { folder, read }: AppOptions): App['handle'] {
  const holding = new Holding(read)
  const answer = koa.callback()
  return (request, done) => {
    const recorder = request.trace ? new Recorder(folder) : undefined
    const exchange = new Exchange(request, recorder, holding)
    const incoming = new ServiceRequest(request)
    if (recorder !== undefined) incoming.headers = recorder.headers(incoming.headers)
    const outgoing = new ServiceResponse(incoming, exchange, (sent) => {
      for (const clean of exchange.cleanups) clean()
      const answered = exchange.ran.length === 0 ? sent : { ...sent, ran: exchange.ran }
      done(recorder === undefined ? answered : { ...answered, effect: recorder.effect(sent.body) })
    })
    return answer(incoming, outgoing)
  }
}

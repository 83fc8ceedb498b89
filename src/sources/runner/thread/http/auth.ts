/** Makes the middlewares that authenticate and authorize the caller of a route, as Strapi does. */
import type Koa from 'koa'
import { EVERY_GET_ROUTE } from '../../../../reference/graph/actions.ts'
import type { CallerMessage } from '../../protocol.ts'
import type { AskServer, ErrorClasses } from '../loaded.ts'
import { isOfClass } from './errors.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { propertyOf } from './settings.ts'
import { unwrapped, watched } from './trace/watched.ts'

/** The object that Strapi sets as `ctx.state.auth`. */
interface Auth {
  readonly strategy: { readonly name: string }
  readonly credentials: object | null
  readonly ability: Ability | null
}

interface Ability {
  readonly can: (action: string) => boolean
}

/**
 * Maps each object that Populace made for `ctx.state.auth`, its ability and its credentials to the caller for whom
 * Populace made them.
 */
const callers = new WeakMap<object, CallerMessage>()

/**
 * Returns the caller for whom Populace made a `ctx.state.auth`, or its ability or credentials; undefined if the
 * project's code made the object.
 */
export function callerOfAuth(auth: unknown): CallerMessage | undefined {
  for (const given of [auth, propertyOf(auth, 'ability'), propertyOf(auth, 'credentials')]) {
    // If the request has a trace, `given` may be a proxy of the object that Populace made.
    const one = unwrapped(given)
    const caller = typeof one === 'object' && one !== null ? callers.get(one) : undefined
    if (caller !== undefined) return caller
  }
  return undefined
}

/** Makes a middleware that identifies the caller of a request, and sets `ctx.state.user` and `ctx.state.auth`. */
export const authenticate =
  (config: unknown, ask: (exchange: Exchange) => AskServer) =>
  (context: Koa.Context, next: Koa.Next): Promise<unknown> | undefined => {
    if (config === false) return next()
    const exchange = exchangeOf(context)
    const admit = (caller: CallerMessage): Promise<unknown> | undefined => {
      const isUnknown = caller.kind === 'public' && caller.permissions.length === 0
      if (caller.kind === 'locked') return refuse(context, 'unauthorized', 'Invalid credentials')
      if (caller.kind === 'refused' || isUnknown)
        return refuse(context, 'unauthorized', 'Missing or invalid credentials')
      setState(context, exchange, caller)
      return next()
    }
    const { request } = exchange
    const { authorization } = context.req.headers
    if (authorization === request.headers['authorization']) return admit(request.caller)
    return ask(exchange)({ service: 'caller', authorization }).then((answer) =>
      admit(callerIn('value' in answer ? answer.value : undefined)),
    )
  }

const KINDS = ['public', 'user', 'token', 'locked'] as const

/** Reads the caller from the server's answer to a call of the service `caller`. */
function callerIn(value: unknown): CallerMessage {
  const [role, permissions, user] = ['role', 'permissions', 'user'].map((name) => propertyOf(value, name))
  const kind = KINDS.find((name) => name === propertyOf(value, 'kind')) ?? 'refused'
  return {
    kind,
    role: typeof role === 'string' ? role : '',
    permissions: Array.isArray(permissions) ? permissions.map(String) : [],
    ...(isJsonObject(user) ? { user } : {}),
  }
}

const isJsonObject = (value: unknown): value is NonNullable<CallerMessage['user']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function setState(context: Koa.Context, { recorder }: Exchange, caller: CallerMessage): void {
  const auth = authOf(caller)
  const set = (): void => {
    if (caller.user !== undefined) context.state.user = caller.user
    context.state.isAuthenticated = true
    context.state.auth = auth
  }
  if (recorder === undefined) return set()
  recorder.quietly(set)
  context.state = watched(context.state, (kind, path) => {
    if (['user', 'auth', 'isAuthenticated'].includes(path[0] ?? '')) recorder.add('caller', kind, path)
  })
}

function authOf(caller: CallerMessage): Auth {
  const isToken = caller.kind === 'token'
  const kind = tokenKind(caller.permissions)
  const ability = isToken && kind !== 'custom' ? null : { can: (action: string) => permits(caller, action) }
  const credentials = isToken ? { name: caller.role, type: kind } : (caller.user ?? null)
  const auth = {
    strategy: { name: isToken ? 'content-api-token' : 'users-permissions' },
    credentials,
    ability,
  }
  for (const one of [auth, ability, credentials]) if (one !== null) callers.set(one, caller)
  return auth
}

function tokenKind(permissions: readonly string[]): 'full-access' | 'read-only' | 'custom' {
  if (permissions.includes('*')) return 'full-access'
  return permissions.includes(READ_ALL) ? 'read-only' : 'custom'
}

const READ_ALL = '*.find'

/**
 * Returns whether the permissions of a caller include an action. A permission is the full name of an action, a
 * pattern such as `*.find`, or `*`.
 */
function permits({ permissions }: CallerMessage, action: string): boolean {
  if (permissions.includes('*') || permissions.includes(action)) return true
  return permissions.includes(`*${action.slice(action.lastIndexOf('.'))}`)
}

/**
 * Makes a middleware that checks the permission of the caller. The middleware also answers 401 or 403 if a later
 * function of the route throws a permission error. The middleware throws the error of a policy again.
 */
export const authorize =
  (config: unknown, classes: ErrorClasses) =>
  (context: Koa.Context, next: Koa.Next): Promise<unknown> | undefined => {
    const failed = (error: unknown): undefined => {
      if (isOfClass(error, 'UnauthorizedError', classes)) return refuse(context, 'unauthorized')
      if (!isOfClass(error, 'ForbiddenError', classes) || isOfClass(error, 'PolicyError', classes))
        throw error
      return refuse(context, 'forbidden')
    }
    try {
      const verdict = config === false ? 'allowed' : verify(context, config)
      return verdict === 'allowed' ? next().then(undefined, failed) : refuse(context, verdict)
    } catch (error) {
      return failed(error)
    }
  }

type AuthOutcome = 'allowed' | 'unauthorized' | 'forbidden'

function verify(context: Koa.Context, config: unknown): AuthOutcome {
  const auth: unknown = context.state.auth
  const caller = callerOfAuth(auth)
  if (auth === undefined || auth === null) return 'unauthorized'
  if (caller === undefined) return verifyByAbility(auth, config)
  const { permissions, kind } = caller
  if (permissions.includes('*')) return 'allowed'
  const scopes = scopesOf(config)
  if (scopes === undefined)
    return kind === 'user' ? 'allowed' : kind === 'token' ? 'forbidden' : 'unauthorized'
  const readsAll = permissions.includes(EVERY_GET_ROUTE) && ['GET', 'HEAD'].includes(context.method)
  const isReader = kind === 'token' && tokenKind(permissions) === 'read-only'
  const isAllowed = (scope: string): boolean => permits(caller, scope) || (isReader && isReadScope(scope))
  return readsAll || scopes.every(isAllowed) ? 'allowed' : 'forbidden'
}

/** Returns whether Strapi permits an action to a read-only API token, by the end of the action's name. */
const isReadScope = (scope: string): boolean => scope.endsWith('find') || scope.endsWith('findOne')

/**
 * Authorizes a request with an object `ctx.state.auth` that the project's code made. The member `ability` of
 * `ctx.state.auth` decides whether the request is allowed.
 */
function verifyByAbility(auth: unknown, config: unknown): AuthOutcome {
  const ability = propertyOf(auth, 'ability')
  const can = propertyOf(ability, 'can')
  const scopes = scopesOf(config)
  if (scopes === undefined) return propertyOf(auth, 'credentials') ? 'allowed' : 'unauthorized'
  if (typeof can !== 'function') return 'unauthorized'
  return scopes.every((scope) => Reflect.apply(can, ability, [scope]) === true) ? 'allowed' : 'forbidden'
}

function scopesOf(config: unknown): readonly string[] | undefined {
  const scope = propertyOf(config, 'scope')
  if (scope === undefined || scope === null || scope === '') return undefined
  return (Array.isArray(scope) ? scope : [scope]).map(String)
}

/** Refuses the request by calling a method of the Koa context, such as `ctx.unauthorized`. */
function refuse(context: Koa.Context, method: 'unauthorized' | 'forbidden', message?: string): undefined {
  const answer = (): void => {
    const run: unknown = Reflect.get(context, method)
    if (typeof run === 'function') Reflect.apply(run, context, message === undefined ? [] : [message])
  }
  const { recorder } = exchangeOf(context)
  if (recorder === undefined) answer()
  else recorder.quietly(answer)
  return undefined
}

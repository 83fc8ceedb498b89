/** Finds the handlers, policies and middlewares that the routes of a project name. */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Action, Located, Middleware, Policy, RouteOwner } from '../loaded.ts'
import type { Callable } from './core-parts.ts'
import { moduleAt } from './load/files.ts'
import type { LoadState } from './load/state.ts'
import { isCoreAction } from './untouched.ts'
import { isCallable, isRecord, listOf, memberOf, messageOf, recordOf, textOf } from './values.ts'

const pass: Middleware = (_, next) => next()

const middlewareOf =
  (run: Callable): Middleware =>
  (context, next) =>
    run(context, next)

/** Finds a middleware that a route or the file `config/middlewares` names. */
export function resolveMiddleware(state: LoadState, item: unknown, owner: RouteOwner): Located<Middleware> {
  const { container } = state
  if (isCallable(item)) return { file: owner.file, run: middlewareOf(item), code: item }
  const name = textOf(item) ?? textOf(memberOf(item, 'name'))
  const path = textOf(memberOf(item, 'resolve'))
  if (name === undefined && path === undefined)
    throw new Error('Invalid middleware configuration. Missing name or resolve properties.')
  const { config = {} } = isRecord(item) ? item : {}
  if (name === undefined) return made(state, String(path), modulesFile(state, String(path)), config)
  if (name.startsWith('strapi::')) return { file: '', run: pass }
  const factory = container.middlewares.get(name)
  if (factory === undefined) throw new Error(`Middleware ${name} not found.`)
  const file = state.fileOf.get(`middlewares ${name}`) ?? owner.file
  return { file, ...instance(name, factory, config, container.strapi) }
}

/**
 * Returns the path of a middleware's file, if the configuration of the middleware names a path or a package, such as
 * `{ resolve: './src/middlewares/x' }`.
 */
function modulesFile({ loading, endings }: LoadState, path: string): string {
  const { folder } = loading
  const local = resolve(folder, path)
  const file = moduleAt(local, endings) ?? moduleAt(join(local, 'index'), endings)
  if (file !== undefined) return file
  try {
    return createRequire(join(folder, 'package.json')).resolve(path)
  } catch {
    throw new Error(`Could not load middleware "${local}".`)
  }
}

function made(state: LoadState, name: string, file: string, config: unknown): Located<Middleware> {
  const factory = state.loading.load(file)
  state.reports.ran(file)
  return {
    file: state.reports.nameOf(file),
    ...instance(name, factory, config, state.container.strapi),
  }
}

function instance(
  name: string,
  factory: unknown,
  config: unknown,
  strapi: object,
): Pick<Located<Middleware>, 'run' | 'code'> {
  if (!isCallable(factory)) throw new Error(`Middleware "${name}": middlewareFactory is not a function`)
  try {
    const run = factory(config, { strapi })
    return isCallable(run) ? { run: middlewareOf(run), code: run } : { run: pass }
  } catch (error) {
    throw new Error(`Middleware "${name}": ${messageOf(error)}`, { cause: error })
  }
}

/** Finds the policy that a route names. */
export function resolvePolicy(
  state: LoadState,
  item: unknown,
  owner: RouteOwner,
): Located<Policy> & { readonly config: object } {
  const config = recordOf(memberOf(item, 'config'))
  if (isCallable(item)) return { file: owner.file, run: policyOf(item), code: item, config: {} }
  const space = owner.kind === 'plugin' ? { pluginName: owner.name } : { apiName: owner.name }
  const [resolved] = state.container.policies.resolve(item, space)
  const name = textOf(item) ?? textOf(memberOf(item, 'name')) ?? ''
  const file =
    state.fileOf.get(`policies ${name}`) ??
    state.fileOf.get(`policies ${owner.kind}::${owner.name}.${name}`) ??
    owner.file
  const handler = resolved?.handler
  if (!isCallable(handler)) throw new Error(`Policy ${name} not found.`)
  return { file, run: policyOf(handler), code: handler, config }
}

const policyOf =
  (run: Callable): Policy =>
  (context, config, tools) =>
    run(context, config, tools)

/** Finds the action that the handler of a route names. */
export function resolveAction(state: LoadState, handler: unknown, owner: RouteOwner): Action {
  if (isCallable(handler) || Array.isArray(handler)) {
    const code = (isCallable(handler) ? [handler] : listOf(handler)).filter(isCallable)
    return { uid: '', name: '', file: owner.file, isCore: false, run: code.map(middlewareOf), code }
  }
  const text = String(handler).trim()
  const split = text.lastIndexOf('.')
  const [short, name] = [text.slice(0, Math.max(0, split)), text.slice(split + 1)]
  const { container } = state
  const long = `${owner.kind}::${owner.name}.${short}`
  const uid = container.controllers.get(long) === undefined ? short : long
  const controller = container.controllers.get(uid)
  const action = memberOf(controller, name)
  if (!isCallable(action)) throw new Error(`Handler not found "${text}"`)
  const file = state.fileOf.get(`controllers ${uid}`) ?? ''
  // Makes the member `isCore` a getter, because its value is known only after every `bootstrap` function has run.
  return {
    ...{ uid, name, file },
    run: [(context, next) => Reflect.apply(action, controller, [context, next])],
    code: [action],
    get isCore() {
      return isCoreAction(container, uid, name, controller)
    },
  }
}

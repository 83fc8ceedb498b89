/** Reads the effect of a project's code on requests from its text, and adds it to an API. */
import { posix } from 'node:path'
import { bearerToken, may, roleOf } from '../../reference/access.ts'
import type { ApiOptions, ApiResponse, ContentApi } from '../../reference/api.ts'
import { createReferenceApi } from '../../reference/api.ts'
import { internalError } from '../../reference/failure.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Environment } from '../code/builtins.ts'
import type { Value } from '../code/value.ts'
import type { Note } from '../note.ts'
import { givenMapOf, Run, weigh } from './code/run.ts'
import { type CodeFiles, modulesOf } from './modules.ts'
import { type CodeRequest, notServed, nowhere, routedApi } from './routed.ts'
import { codeIn, type RouteConfig, type Router, readRouters } from './routers.ts'
import type { CodeStep } from './step.ts'
import { type Steps, stepsOf } from './steps.ts'
import {
  type Action,
  type CodeRoute,
  corePath,
  coreRoutes,
  type Match,
  segmentsOf,
  usualRoutes,
} from './table.ts'

export interface ProjectRoutes {
  readonly notes: readonly Note[]
  /** Creates an API that answers like the project, as far as its code was understood. */
  readonly api: (graph: Graph, options: ApiOptions) => ContentApi
}

interface Before {
  readonly middlewares: readonly CodeStep[]
  readonly action: CodeStep | null
}

export interface ReadOptions {
  readonly env: Environment
  /** `config/middlewares` */
  readonly middlewares: { readonly file: string; readonly value: Value }
}

/** undefined if no code of the project changes an answer. */
export function readRoutes(files: CodeFiles, { env, middlewares }: ReadOptions): ProjectRoutes {
  const modules = modulesOf(files, env)
  const { routers, apis, notes } = readRouters(files, modules)
  const steps = stepsOf(modules)
  const everywhere = globalSteps(middlewares, steps)
  const made = routers.map((router) => ({ router, routes: routesOf(router, steps) }))
  const policies = routers.flatMap(policyNotes)
  const others = controllersOf(files, apis, steps)
  return {
    notes: [...notes, ...steps.notes(), ...policies],
    api: (graph, options) => {
      const { contentTypes } = graph.schema
      const own = made.flatMap(({ routes: make }) => make(graph))
      const isKnown = ({ uid }: { readonly uid: string }): boolean =>
        apis.has(uid.replace('api::', '').split('.')[0] ?? '') && contentTypes.has(uid)
      const usual = [...contentTypes.values()].filter(
        (type) => type.uid.startsWith('api::') && !isKnown(type),
      )
      const unrouted = usual.flatMap((type) =>
        usualRoutes(type, (action) => ({ middlewares: [], action: others(type.uid, action) })),
      )
      const routes = [...own, ...unrouted]
      const base = createReferenceApi(graph, options)
      const answer = (asked: CodeRequest, match: Match<Before>): ApiResponse =>
        answered(asked, match, everywhere)
      const isForbidden = ({ headers }: CodeRequest, { scope, core, isOpen }: CodeRoute<Before>): boolean => {
        if (scope === null || core === undefined || isOpen) return false
        const role = roleOf(graph, bearerToken(headers['authorization']), options.roleOfToken)
        return role !== undefined && !may(role, scope, core.action === 'find' ? 'find' : 'findOne')
      }
      return routedApi(base, { routes, isKnown, isForbidden, answer })
    },
  }
}

/** The controllers of APIs with Strapi's own routes. */
function controllersOf(
  files: CodeFiles,
  apis: ReadonlySet<string>,
  steps: Steps,
): (uid: string, action: string) => CodeStep | null {
  const found = new Map<string, CodeStep | null>()
  for (const api of files.names('src/api')) {
    if (apis.has(api)) continue
    for (const file of codeIn(`src/api/${api}/controllers`, files)) {
      const uid = `api::${api}.${posix.basename(file, posix.extname(file))}`
      for (const action of READS) found.set(`${uid}.${action}`, steps.action(uid, action))
    }
  }
  return (uid, action) => found.get(`${uid}.${action}`) ?? null
}

const READS = ['find', 'findOne']

/** The project's own entries in `config/middlewares`. */
function globalSteps({ file, value }: ReadOptions['middlewares'], steps: Steps): readonly CodeStep[] {
  if (value.kind !== 'list') return []
  const own = value.items.filter(
    (item) => item.kind !== 'plain' || !String(item.value).startsWith('strapi::'),
  )
  const isBuiltIn = (item: Value): boolean => {
    const name = item.kind === 'object' ? item.members.get('name') : undefined
    return name?.kind === 'plain' && String(name.value).startsWith('strapi::')
  }
  const list: Value = { kind: 'list', items: own.filter((item) => !isBuiltIn(item)) }
  return steps.middlewares(list, { file, of: 'every request' })
}

/** The routes of a router for the current types. Resolves their handlers and middlewares at once. */
function routesOf(router: Router, steps: Steps): (graph: Graph) => readonly CodeRoute<Before>[] {
  const { routes, prefix, api, file } = router
  if ('uid' in routes) {
    const { uid } = routes
    const ready = new Map(
      READS.map((action) => {
        const place = { file, of: `${uid}.${action}` }
        const before = routes.has(action) ? steps.middlewares(routes.configOf(action).middlewares, place) : []
        return [action, { middlewares: before, action: steps.action(uid, action) }] as const
      }),
    )
    return ({ schema }) => {
      const type = schema.contentTypes.get(uid)
      if (type === undefined) return []
      return coreRoutes(type)
        .filter(([action]) => routes.has(action))
        .map(([action, method, path]) => ({
          method,
          segments: segmentsOf(prefix + path),
          core: { type, action },
          isOpen: routes.configOf(action).isOpen,
          scope: null,
          before: ready.get(action) ?? { middlewares: [], action: null },
        }))
    }
  }
  const ready = routes.map((route) => {
    const { uid, action } = handlerOf(route.handler, api)
    const of = `${route.method} ${route.path}`
    const isRead = route.method === 'GET' && (action === 'find' || action === 'findOne')
    return {
      route,
      uid,
      action,
      before: {
        middlewares: isRead ? steps.middlewares(route.config.middlewares, { file, of }) : [],
        action: isRead ? steps.action(uid, action) : null,
      },
    }
  })
  return ({ schema }) =>
    ready.map(({ route, uid, action, before }) => {
      const type = schema.contentTypes.get(uid)
      return {
        method: route.method,
        segments: segmentsOf(prefix + route.path),
        core: type === undefined || !isAction(action) ? undefined : { type, action },
        isOpen: route.config.isOpen,
        scope: uid.startsWith(`api::${router.api}.`) ? null : `api::${router.api}.${uid}`,
        before,
      }
    })
}

const ACTIONS: readonly string[] = [
  'find',
  'findOne',
  'create',
  'update',
  'delete',
] satisfies readonly Action[]
const isAction = (name: string): name is Action => ACTIONS.includes(name)

/** `api::a.b.find`, or `b.find` in the API `a`. */
function handlerOf(handler: string, api: string): { readonly uid: string; readonly action: string } {
  const at = handler.lastIndexOf('.')
  const [controller, action] = [handler.slice(0, at), handler.slice(at + 1)]
  return { uid: controller.startsWith('api::') ? controller : `api::${api}.${controller}`, action }
}

function policyNotes({ routes, file }: Router): readonly Note[] {
  const configs: readonly (readonly [string, RouteConfig])[] =
    'uid' in routes
      ? READS.map((action) => [`${routes.uid}.${action}`, routes.configOf(action)] as const)
      : routes.map((route) => [`${route.method} ${route.path}`, route.config] as const)
  return configs
    .filter(
      ([, { policies }]) =>
        policies.kind === 'unknown' || (policies.kind === 'list' && policies.items.length > 0),
    )
    .map(([of]) => ({
      file,
      line: 0,
      says: `the policies of ${of} are not applied: whoever has the permission may ask; --project-code runs them`,
    }))
}

/** Runs the middlewares and the controller, then the reference. */
function answered(asked: CodeRequest, match: Match<Before>, everywhere: readonly CodeStep[]): ApiResponse {
  const { request, path, search, headers, api, method } = asked
  const { route, params, id } = match
  const { middlewares, action } = route.before
  const run = new Run({ method, path, headers, params, search })
  let isTakenApart = false
  try {
    for (const step of [...everywhere, ...middlewares, ...(action === null ? [] : [action])]) {
      const end = step.apply(run)
      if (end?.kind !== 'next') return nowhere(asked)
      isTakenApart = end.isTakenApart
    }
    if (route.core === undefined) return notServed(request)
    if (run.isTouched) weigh(run.query)
    const answer = api.answer({
      ...request,
      url: `${corePath(api.graph, route.core, id)}${search === '' ? '' : `?${search}`}`,
      ...(run.isTouched ? { query: givenMapOf(run.query) } : {}),
      ...(route.isOpen ? { open: true } : {}),
    })
    // The controller destructures the result, which throws if there is none.
    return isTakenApart && answer.status === 404 ? internalError(headers['origin']) : answer
  } catch {
    return internalError(headers['origin'])
  }
}

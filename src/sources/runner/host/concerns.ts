/** Decides whether the project's code may take part in the answer to a request. */
import type { CallerMessage, Ready, RouteReport } from '../protocol.ts'

/**
 * A function that finds the action of Strapi's own route for a request, such as `api::article.article.find`;
 * undefined if no such route matches.
 */
export type MatchCore = (method: string, target: string) => string | undefined

/**
 * A function that returns the name of the route that answers a request. Two requests whose paths differ only in the
 * id have the same route name.
 */
export type RouteOf = (method: string, target: string) => string

/** Functions that decide which requests the project's code sees or answers. */
export interface Concerns {
  /** Returns whether the project's code may see a request. */
  readonly concerns: (method: string, target: string) => boolean
  /** Returns whether a route that the project's code defines or changes may answer a request. */
  readonly hasRoute: (method: string, target: string) => boolean
  /** Returns whether the caller may use a route that the project's code defines or changes. */
  readonly mayUse: (method: string, target: string, caller: CallerMessage) => boolean
  readonly routeOf: RouteOf
}

interface Pattern {
  readonly route: RouteReport
  readonly method: string
  /**
   * The segments of the route's path in lower case. An undefined segment stands for a segment with a route parameter
   * or another special character, and matches any segment of a path.
   */
  readonly segments: readonly (string | undefined)[]
  /** Whether the route's path can match request paths with more or fewer segments than `segments`. */
  readonly isOpen: boolean
}

/**
 * Makes the functions that decide which requests the project's code sees or answers. The function `concerns` returns
 * true for every request that the code sees. For requests that the code does not see, `concerns` may also return
 * true, which costs only time.
 */
export function concernsOf(
  ready: Pick<Ready, 'seesAll' | 'routes' | 'untouched'>,
  prefix: string,
  matchCore: MatchCore,
): Concerns {
  const untouched = new Set(ready.untouched)
  const depth = segmentsOf(prefix).length
  const patterns = ready.routes.map(patternOf)
  const firsts = new Set(patterns.map(({ segments }) => segments[depth]))
  const hasRoute: Concerns['hasRoute'] = (method, target) => {
    const segments = segmentsOf(target.split('?', 1)[0] ?? '')
    return patterns.some((pattern) => mayMatch(pattern, method, segments))
  }
  const mayUse: Concerns['mayUse'] = (method, target, caller) => {
    const segments = segmentsOf(target.split('?', 1)[0] ?? '')
    return patterns.some((one) => mayMatch(one, method, segments) && isPermitted(one.route, caller))
  }
  const routeOf: RouteOf = (method, target) => {
    const [path = ''] = target.split('?', 1)
    const own = patterns.find((pattern) => mayMatch(pattern, method, segmentsOf(path)))
    return `${method} ${own?.route.path ?? matchCore(method, target) ?? path}`
  }
  if (ready.seesAll) return { concerns: () => true, hasRoute, mayUse, routeOf }
  const concerns: Concerns['concerns'] = (method, target) => {
    const action = matchCore(method, target)
    if (action !== undefined && !untouched.has(action)) return true
    const segments = segmentsOf(target.split('?', 1)[0] ?? '')
    if (action === undefined) return firsts.has(undefined) ? patterns.length > 0 : firsts.has(segments[depth])
    return hasRoute(method, target)
  }
  return { concerns, hasRoute, mayUse, routeOf }
}

/**
 * Returns whether a caller may use a route of the project. If the handler of the route has no action name, every
 * logged-in user may use the route.
 */
function isPermitted({ isOpen, handler }: RouteReport, { kind, permissions }: CallerMessage): boolean {
  if (isOpen || permissions.includes('*')) return true
  if (handler === '') return kind === 'user'
  return permissions.includes(handler) || permissions.includes(`*${handler.slice(handler.lastIndexOf('.'))}`)
}

const segmentsOf = (path: string): readonly string[] =>
  path.slice(0, 8192).toLowerCase().split('/').filter(Boolean)

const SPECIAL = /[:*(){}?+[\]\\%]/

function patternOf(route: RouteReport): Pattern {
  const { method, path } = route
  const segments = segmentsOf(path).map((segment) => (SPECIAL.test(segment) ? undefined : segment))
  return { route, method: method.toUpperCase(), segments, isOpen: /[*({?+]/.test(path) }
}

function mayMatch({ method, segments, isOpen }: Pattern, asked: string, given: readonly string[]): boolean {
  const isMethod = method === asked || method === 'ALL' || (method === 'GET' && asked === 'HEAD')
  if (!isMethod) return false
  if (isOpen)
    return segments.every((one, at) => one === undefined || given[at] === undefined || one === given[at])
  return (
    segments.length === given.length && segments.every((one, at) => one === undefined || one === given[at])
  )
}

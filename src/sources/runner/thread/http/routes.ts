/**
 * Analyses the routes of a project: full paths, routes that never answer, and actions that run without code of the
 * project.
 */
import type Router from '@koa/router'
import type { ShadowedRoute } from '../../../../reference/code-effect.ts'
import type { RouteReport } from '../../protocol.ts'
import type { LoadedProject, RawRoute } from '../loaded.ts'
import { type Chain, CORE_ACTIONS } from './chain.ts'
import { propertyOf } from './settings.ts'
import { routeLine } from './trace/lines.ts'

/** Returns the full path of a route, in the syntax of the Koa router. */
export function pathOf({ path, hasPrefix }: RawRoute, prefix: string): string {
  const own = path.trim()
  if (!hasPrefix) return own
  const start = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
  return own === '/' && start !== '' ? start : `${start}${own}`
}

export const methodOf = ({ method }: RawRoute): string => method.trim().toUpperCase()

/**
 * Returns reports on the routes that the project's code defines or changes, and on plugin routes whose actions run
 * code of the project.
 */
export const reportsOf = (
  chains: readonly Chain[],
  prefix: string,
  shadowed: ReadonlyMap<RawRoute, Shadowed>,
): readonly RouteReport[] =>
  chains
    .filter(({ route, action }) => !route.isStock || (route.owner.kind === 'plugin' && !action.isCore))
    .map(({ route, action }) => ({
      method: methodOf(route),
      path: pathOf(route, prefix),
      handler: action.uid === '' ? '' : `${action.uid}.${action.name}`,
      isOpen: route.config.auth === false,
      file: route.owner.file,
      ...shadowOf(shadowed.get(route)),
    }))

const shadowOf = (shadowed: Shadowed | undefined): Pick<RouteReport, 'shadowedBy'> =>
  shadowed === undefined ? {} : { shadowedBy: shadowed.route.by }

/**
 * A route that never answers, because an earlier route matches the same paths, with the route's pattern in the
 * router.
 */
export interface Shadowed {
  readonly layer: Router.Layer
  readonly route: ShadowedRoute
}

/** The routes of the project, by their patterns in the router. */
type Layers = ReadonlyMap<Router.Layer, RawRoute>

/**
 * Finds the routes of the project that never answer. The router calls the first route that matches a request. To find
 * such a route, the function puts an unusual value in place of each parameter of its path. If an earlier route matches
 * this path, the later route never answers.
 */
export function shadowedRoutes(
  layers: Layers,
  { prefix, folder }: { readonly prefix: string; readonly folder: string },
): ReadonlyMap<RawRoute, Shadowed> {
  const placeOf = (route: RawRoute) => {
    const { file } = route.owner
    const line = file === '' ? 0 : routeLine(folder, file, route.path)
    return { method: methodOf(route), path: pathOf(route, prefix), file, line }
  }
  const found = new Map<RawRoute, Shadowed>()
  const inOrder = [...layers]
  for (const [layer, route] of inOrder) {
    if (route.isStock || methodOf(route) === 'ALL') continue
    const example = exampleOf(pathOf(route, prefix))
    if (example === undefined) continue
    const [, first = route] = inOrder.find(([one]) => matches(one, methodOf(route), example)) ?? []
    if (first !== route) found.set(route, { layer, route: { ...placeOf(route), by: placeOf(first) } })
  }
  return found
}

/** An unusual path segment. Only a route parameter without a regular expression matches the segment `UNUSUAL`. */
const UNUSUAL = '~any~'

/**
 * Returns an example of a path that a route pattern matches; undefined if the pattern has special characters other
 * than parameters.
 */
function exampleOf(pattern: string): string | undefined {
  if (pattern.includes('\\') || isOpenEnded(pattern)) return undefined
  return pattern.replaceAll(/:\w+/g, UNUSUAL)
}

/** Returns the route that would answer a request if an earlier route did not; undefined if no such route exists. */
export const shadowedAt = (
  shadowed: ReadonlyMap<RawRoute, Shadowed>,
  method: string,
  path: string,
): ShadowedRoute | undefined =>
  [...shadowed.values()].find(({ layer }) => matches(layer, method, path))?.route

const matches = ({ methods, regexp }: Router.Layer, method: string, path: string): boolean =>
  methods.includes(method) && regexp.test(path)

/** Returns the names of the actions that run without code of the project, on all routes that lead to these actions. */
export function untouchedActions(chains: readonly Chain[], prefix: string): readonly string[] {
  const clean = new Map<string, boolean>()
  const earlier: RawRoute[] = []
  for (const { route, action } of chains) {
    if (!route.isStock) earlier.push(route)
    else if (action.uid !== '') {
      const name = `${action.uid}.${action.name}`
      const isShadowed = earlier.some((one) => mayShareRequest(one, route, prefix))
      const isClean = action.isCore && !hasCode(route) && !isShadowed
      clean.set(name, isClean && clean.get(name) !== false)
    }
  }
  return [...clean].filter(([, isClean]) => isClean).map(([name]) => name)
}

type RoutedProject = Pick<LoadedProject, 'routes' | 'strapi' | 'hasRouters'>

/**
 * Returns a function that finds the content type to which a path belongs. In a project with routers, only these
 * routers answer the paths of content types. In a project without routers, Strapi's own routes answer, and the
 * function returns undefined for every path.
 */
export function takenPaths(project: RoutedProject, prefix: string): (path: string) => string | undefined {
  const uids = typesByName(project)
  const start = segmentsOf(prefix).length
  return (path) => {
    const segments = segmentsOf(path).slice(start)
    return segments.length < 3 ? uids.get(segments[0]?.toLowerCase() ?? '') : undefined
  }
}

/**
 * Returns the content types that have no route. A real server answers no requests for content types without a route.
 */
export function unroutedTypes(project: RoutedProject, prefix: string): readonly string[] {
  const start = segmentsOf(prefix).length
  const firsts = project.routes.map((route) => segmentsOf(pathOf(route, prefix))[start] ?? '')
  const names = new Set(firsts.map((first) => first.toLowerCase()))
  if (firsts.some((first) => !isLiteral(first) || isOpenEnded(first))) return []
  return [...typesByName(project)].flatMap(([name, uid]) => (names.has(name) ? [] : [uid]))
}

/**
 * Returns the actions of content types to which no route leads. As in Strapi, a role's permission for an action
 * without a route has no effect. Therefore, a role cannot read relations to a content type without routes.
 */
export function unreachedActions(
  project: RoutedProject,
  chains: readonly Pick<Chain, 'action'>[],
): readonly string[] {
  const reached = new Set(chains.map(({ action: { uid, name } }) => `${uid}.${name}`))
  const uids = new Set(typesByName(project).values())
  return [...uids]
    .flatMap((uid) => CORE_ACTIONS.map((name) => `${uid}.${name}`))
    .filter((action) => !reached.has(action))
}

/** Returns the content types by the first segment of their paths; an empty map for a project without routers. */
function typesByName({ routes, strapi, hasRouters = false }: RoutedProject): ReadonlyMap<string, string> {
  const addsRoutes = routes.some(({ owner, hasPrefix }) => owner.kind === 'api' && hasPrefix)
  if (!hasRouters && !addsRoutes) return new Map()
  const types = Object.entries(Object(propertyOf(strapi, 'contentTypes')))
  return new Map(
    types.flatMap(([uid, type]) =>
      uid.startsWith('api::') ? pathNameOf(type).map((name): [string, string] => [name, uid]) : [],
    ),
  )
}

/** Returns the first segment in the path of Strapi's own routes for a content type. */
function pathNameOf(type: unknown): readonly string[] {
  const isSingle = propertyOf(type, 'kind') === 'singleType'
  const name = propertyOf(propertyOf(type, 'info'), isSingle ? 'singularName' : 'pluralName')
  return typeof name === 'string' ? [name.toLowerCase()] : []
}

const hasCode = ({ config }: RawRoute): boolean =>
  (config.policies ?? []).length > 0 || (config.middlewares ?? []).length > 0

function mayShareRequest(a: RawRoute, b: RawRoute, prefix: string): boolean {
  const [one, other] = [methodOf(a), methodOf(b)]
  const isSameMethod = one === other || one === 'ALL' || other === 'ALL'
  return isSameMethod && mayShareTarget(pathOf(a, prefix), pathOf(b, prefix))
}

/** Returns whether two route patterns may match the same path. In uncertain cases, returns true. */
export function mayShareTarget(a: string, b: string): boolean {
  const [one, other] = [segmentsOf(a), segmentsOf(b)]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [x, y] = [one[at], other[at]]
    if (isOpenEnded(x) || isOpenEnded(y)) return true
    if (x === undefined || y === undefined) return false
    if (isLiteral(x) && isLiteral(y) && x.toLowerCase() !== y.toLowerCase()) return false
  }
  return true
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')

const OPEN = ['(', ')', '*', '+', '?', '{', '}']

/**
 * Returns whether a segment of a route pattern contains a character in `OPEN`, such as `*`. A segment with a
 * character in `OPEN` may match several segments of a path, or none.
 */
const isOpenEnded = (segment: string | undefined): boolean =>
  segment !== undefined && OPEN.some((sign) => segment.includes(sign))

const isLiteral = (segment: string): boolean => !segment.includes(':') && !segment.includes('\\')

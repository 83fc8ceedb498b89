/**
 * Maps the method and the path of a request to the content type and to the target of the request: a list, a document
 * or a single type.
 */
import { onceFor } from '../util/cache/once.ts'
import { asDecoded } from '../util/url/percent.ts'
import { splitTarget, startsInAnyCase } from '../util/url/target.ts'
import type { Graph } from './graph/graph.ts'
import { faultOfPath } from './not-found.ts'
import type { Target } from './plan/plan.ts'
import { notFound, type Refusal } from './refusal.ts'
import type { Cite } from './rules.ts'
import type { ContentType } from './schema/schema.ts'
import type { Departure } from './strapi/changes.ts'
import { statusOfMethod } from './strapi/respond.ts'

export type Routed =
  | {
      readonly kind: 'read'
      readonly type: ContentType
      readonly target: Target
      readonly path: string
      readonly search: string
    }
  /** A write request: its method writes, and its path supports the method. */
  | {
      readonly kind: 'write'
      readonly type: ContentType
      readonly target: Target
      readonly path: string
      readonly search: string
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'plain'
      readonly status: number
      readonly text: string
      readonly headers: Readonly<Record<string, string>>
    }

export interface Routes {
  readonly prefix: string
  readonly collections: ReadonlyMap<string, ContentType>
  readonly singles: ReadonlyMap<string, ContentType>
}

interface RouteRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly cite: Cite
  readonly has: (departure: Departure) => boolean
}

/** Returns the routes for the `api::` content types of a graph; other content types have no route. */
export function router({ schema, settings }: Graph): Routes {
  return routesOnce(schema, settings.prefix, () => routesOf({ schema, settings }))
}

const routesOnce = onceFor<Routes>()

function routesOf({ schema, settings }: Pick<Graph, 'schema' | 'settings'>): Routes {
  const types = [...schema.contentTypes.values()].filter((type) => type.uid.startsWith('api::'))
  const collections = types.filter((type) => type.kind === 'collectionType')
  const singles = types.filter((type) => type.kind === 'singleType')
  return {
    prefix: settings.prefix.toLowerCase(),
    collections: new Map(collections.map((type) => [type.pluralName.toLowerCase(), type])),
    singles: new Map(singles.map((type) => [type.singularName.toLowerCase(), type])),
  }
}

/** The supported methods for each kind of path. The content API of `src/reference` itself answers only reads. */
const METHODS = {
  list: ['HEAD', 'GET', 'POST'],
  document: ['HEAD', 'GET', 'PUT', 'DELETE'],
  single: ['HEAD', 'GET', 'PUT', 'DELETE'],
} as const satisfies Record<Target['kind'], readonly string[]>

export function findRoute(routes: Routes, request: RouteRequest): Routed {
  const { path, search } = splitTarget(request.url)
  const place = placeOf(path, routes, request.cite)
  const allowed: readonly string[] = place === undefined ? ['HEAD', 'GET'] : METHODS[place.target.kind]
  const { method, cite } = request
  cite('endpoint.method')
  if (method === 'OPTIONS') return options(allowed, request)
  if (!allowed.includes(method)) return notAllowed(allowed, request)
  if (place === undefined) {
    const fault = faultOfPath(path, cite)
    if (fault !== undefined) return { kind: 'refused', refusal: fault }
    cite('endpoint.not-found')
    return { kind: 'refused', refusal: notFound('endpoint.not-found') }
  }
  const isRead = method === 'GET' || method === 'HEAD'
  return { kind: isRead ? 'read' : 'write', path, search, ...place }
}

type Resource = { readonly type: ContentType; readonly target: Target }

function placeOf(path: string, { prefix, collections, singles }: Routes, cite: Cite): Resource | undefined {
  const start = prefix.length + 1
  if (path[start - 1] !== '/' || !startsInAnyCase(path, prefix)) return undefined
  // A single slash at the end of a path has no effect.
  const end = path.endsWith('/') && path.length > start ? path.length - 1 : path.length
  const slash = path.indexOf('/', start)
  const hasId = slash >= 0 && slash < end
  const name = path.slice(start, hasId ? slash : end)
  const id = hasId ? path.slice(slash + 1, end) : undefined
  if (id?.includes('/') === true) return undefined
  const lower = name.toLowerCase()
  if (name !== lower || path.endsWith('/')) cite('endpoint.spelling')
  const collection = collections.get(lower)
  if (id === undefined) return wholePath(lower, collection, singles, cite)
  if (collection === undefined || id === '') return undefined
  cite('endpoint.document')
  return { type: collection, target: { kind: 'document', documentId: asDecoded(id) } }
}

function wholePath(
  lower: string,
  collection: ContentType | undefined,
  singles: Routes['singles'],
  cite: Cite,
): Resource | undefined {
  if (collection !== undefined) {
    cite('endpoint.path')
    return { type: collection, target: { kind: 'list' } }
  }
  const type = singles.get(lower)
  if (type === undefined) return undefined
  cite('endpoint.single')
  return { type, target: { kind: 'single' } }
}

function notAllowed(allowed: readonly string[], request: RouteRequest): Routed {
  request.cite('endpoint.not-allowed')
  return { kind: 'plain', ...statusOfMethod(request.method, request), headers: { allow: allowed.join(', ') } }
}

/** The default CORS settings of a Strapi server. Pages from other origins can send only the listed headers. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
  'access-control-allow-headers': 'Content-Type,Authorization,Origin,Accept',
  'access-control-max-age': '31536000',
} as const

/** Answers a preflight request with the allowed headers, and any other OPTIONS request with the allowed methods. */
function options(allowed: readonly string[], { headers, cite }: RouteRequest): Routed {
  cite('endpoint.cors')
  const requested = headers['access-control-request-method']
  if (requested === undefined) {
    return { kind: 'plain', status: 200, text: '', headers: { allow: allowed.join(', ') } }
  }
  return { kind: 'plain', status: 204, text: '', headers: PREFLIGHT }
}

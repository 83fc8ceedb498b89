/** Adds the routes of a project to a content API: missing paths, and code before an action. */

import type { ApiRequest, ApiResponse, ContentApi } from '../../reference/api.ts'
import { internalError } from '../../reference/failure.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { splitTarget } from '../../util/url/target.ts'
import { type CodeRoute, corePath, coreRoutes, type Match, matches, segmentsOf } from './table.ts'

export interface RoutedOptions<Before> {
  readonly routes: readonly CodeRoute<Before>[]
  /** Whether all routes of a type are known. Any other path of it is then a 404. */
  readonly isKnown: (type: ContentType) => boolean
  /** Whether a role lacks a permission that the route requires besides that of its type. */
  readonly isForbidden: (asked: CodeRequest, route: CodeRoute<Before>) => boolean
  /** Answers a GET or HEAD with a matching route. */
  readonly answer: (asked: CodeRequest, match: Match<Before>) => ApiResponse
}

/** A request in the form that project code sees, with the API. */
export interface CodeRequest {
  readonly request: ApiRequest
  readonly method: string
  /** `/api/articles` */
  readonly path: string
  /** Without `?`. */
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly api: ContentApi
}

/** A path that no project has. */
const NOWHERE = '/-/-/-/-'

export function routedApi<Before>(
  api: ContentApi,
  { routes, isKnown, isForbidden, answer }: RoutedOptions<Before>,
): ContentApi {
  const { prefix } = api.graph.settings
  const types = [...api.graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  /** Adds Strapi's routes of the other types, for one uniform lookup. */
  const usual = types
    .filter((type) => isKnown(type))
    .flatMap((type) => coreRoutes(type).map(([, , path]) => segmentsOf(path)))
  const answerRequest = (request: ApiRequest): ApiResponse => {
    const asked = askedOf(request, api)
    if (asked === undefined || !asked.path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`))
      return api.answer(request)
    const below = asked.path.slice(prefix.length)
    const found = matches(below, routes)
    if (found.length > 0) return answerFound(asked, found)
    const isGone = matches(below, usual.map(placeless)).length > 0
    return api.answer(isGone ? { ...request, url: `${prefix}${NOWHERE}` } : request)
  }

  function answerFound(asked: CodeRequest, found: readonly Match<Before>[]): ApiResponse {
    const { request, method } = asked
    if (method === 'GET' || method === 'HEAD') {
      const match = found.find(({ route }) => route.method === 'GET')
      if (match === undefined) return nowhere(asked)
      return isForbidden(asked, match.route) ? forbidden(asked, match) : answer(asked, match)
    }
    const written = found.find(({ route }) => route.method === method)
    if (written?.route.core !== undefined)
      return api.answer({ ...request, url: corePath(api.graph, written.route.core, written.id) })
    if (written !== undefined) return notServed(request)
    const response = nowhere(asked)
    if (response.headers['allow'] === undefined) return response
    const methods = found.map(({ route }) => route.method)
    const allow = [...new Set(['HEAD', 'GET', ...methods])].join(', ')
    return { ...response, headers: { ...response.headers, allow } }
  }

  return { graph: api.graph, answer: answerRequest }
}

/** The answer to an unknown path. */
export const nowhere = ({ api, request }: CodeRequest): ApiResponse =>
  api.answer({ ...request, url: `${api.graph.settings.prefix}${NOWHERE}` })

/** The answer of a refused write, which has the right form for any caller. */
export function forbidden<Before>(
  { api, request, method }: CodeRequest,
  { route, id }: Match<Before>,
): ApiResponse {
  if (route.core === undefined) return notServed(request)
  const { type } = route.core
  const write = type.kind === 'singleType' ? ('update' as const) : ('create' as const)
  const url = corePath(api.graph, { type, action: write }, id)
  const response = api.answer({ ...request, url, method: write === 'update' ? 'PUT' : 'POST' })
  return method === 'HEAD' ? { ...response, body: '' } : response
}

const placeless = (segments: readonly string[]): CodeRoute<null> => ({
  method: '',
  segments,
  core: undefined,
  isOpen: false,
  scope: null,
  before: null,
})

/** undefined for a request that no code of a project would see. */
function askedOf(request: ApiRequest, api: ContentApi): CodeRequest | undefined {
  const { url, method = 'GET', headers = {} } = request
  if (typeof url !== 'string' || url.length > MAX_LENGTH) return undefined
  const { path, search } = splitTarget(url)
  return { request, method, path, search, headers, api }
}

/** The reference rejects longer targets anyway. */
const MAX_LENGTH = 16 * 1024

const NOT_SERVED = JSON.stringify({
  data: null,
  error: {
    status: 501,
    name: 'NotImplementedError',
    message: "The project's own code answers this, and it was not run: --project-code runs it",
    details: {},
  },
})

/** A route that only code of the project can answer. */
export const notServed = ({ headers }: ApiRequest): ApiResponse => ({
  ...internalError(headers?.['origin']),
  status: 501,
  body: NOT_SERVED,
})

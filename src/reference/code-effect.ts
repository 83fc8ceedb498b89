/**
 * The effect of a project's own code on one request: the request that the content API then received, and each change of
 * the request and of the answer with its place in the code. The runner fills it in; explanations and tools read it.
 */
import { splitTarget } from '../util/url/target.ts'
import type { GivenMap } from './parse/given.ts'
import { parseQueryString } from './parse/url.ts'
import type { ApiRequest } from './request.ts'

/** A place in the project: a path relative to its folder, and a line from 1. */
export interface CodePlace {
  readonly file: string
  readonly line: number
}

export interface CodeChange extends CodePlace {
  /** The changed part. `answer` is the body of the answer after the content API gave it. */
  readonly part: 'query' | 'params' | 'body' | 'headers' | 'caller' | 'status' | 'answer'
  readonly kind: 'added' | 'changed' | 'removed'
  /** `['populate', 'seo']`; for an answer `['data', '0', 'seo']`. Empty for the whole part. */
  readonly path: readonly string[]
}

export interface CodeEffect {
  /** The changes in the order in which the code made them. */
  readonly changes: readonly CodeChange[]
  /** The request that the content API received last; undefined if the code answered without it. */
  readonly core: CoreRequest | undefined
  /** The code that ran, in order: middlewares, policies, controller. */
  readonly ran: readonly CodePlace[]
  /** The content type whose path no route of the project has, so that nothing answers; undefined for other requests. */
  readonly unrouted?: string
  /**
   * The permission of the plugin's endpoint that answered in place of the content API:
   * `plugin::users-permissions.user.find`. undefined for other requests.
   */
  readonly endpoint?: string
}

/** A request as the code left it. */
export interface CoreRequest extends Pick<ApiRequest, 'method' | 'url' | 'open'> {
  /** The query as the code left it; undefined if it is that of the URL. */
  readonly query?: GivenMap
}

/**
 * The request that the content API received: the one that came, with the changes of the code. undefined if the code
 * answered without the content API.
 */
export function requestAfter(
  request: ApiRequest,
  { core }: Pick<CodeEffect, 'core'>,
): ApiRequest | undefined {
  if (core === undefined) return undefined
  const { headers } = request
  return headers === undefined ? core : { ...core, headers }
}

/** The effect of the project's own code on a GET route of a content type, found by probing requests. */
export interface RouteQuery {
  /** The content type: `api::article.article`. */
  readonly uid: string
  /** `findOne` is the route of one document. The route of a single type is `find`. */
  readonly action: 'find' | 'findOne'
  /** With the prefix: `/api/articles`. */
  readonly path: string
  readonly effects: readonly ProbedQuery[]
}

/** The effect of the code on one probing request. */
export interface ProbedQuery {
  /** The query string of the request: nothing, `populate=*`, `fields[0]=documentId`. */
  readonly asked: string
  /** The query as the code left it; undefined if it is the one of the request. */
  readonly query: GivenMap | undefined
  /** The code that set the query, changed the answer, or gave it. */
  readonly place?: CodePlace
  /** Whether the route is open to everybody. The answers of an open route show no relations, for every role. */
  readonly isOpen?: boolean
  /** The changed paths of the answer; null if the code answered without the content API. */
  readonly answer?: readonly (readonly string[])[] | null
}

/** A route that only the project's own code defines. */
export interface CustomRoute {
  readonly method: string
  /** With the prefix, as `@koa/router` takes it: `/api/articles/:id`. */
  readonly path: string
  readonly file: string
}

/** The effect of the code on a request that probes a route. `asked` is the query string of the request. */
export function probedQuery(asked: string, { core, changes, ran }: CodeEffect): ProbedQuery {
  const answer = changes.filter(({ part }) => part === 'answer')
  const place = answer.at(-1) ?? changes.findLast(({ part }) => part === 'query') ?? ran.at(-1)
  return {
    asked,
    query: core === undefined ? undefined : (core.query ?? queryOfUrl(core.url, asked)),
    ...(core?.open === true ? { isOpen: true } : {}),
    answer: core === undefined ? null : answer.map(({ path }) => path),
    ...(place === undefined ? {} : { place: { file: place.file, line: place.line } }),
  }
}

/** Code that replaces the whole query changes the URL; undefined for the URL of the request. */
function queryOfUrl(url: string, asked: string): GivenMap | undefined {
  const { search } = splitTarget(url)
  return search === asked ? undefined : parseQueryString(search, () => undefined)
}

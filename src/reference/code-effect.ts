/**
 * The effect of a project's own code on one request: the request that the content API received, and each change with
 * its position in the code. The runner records the effect of the project's code. Explanations and tools read the
 * recorded effect.
 */
import { splitTarget } from '../util/url/target.ts'
import type { GivenMap } from './parse/given.ts'
import { parseQueryString } from './parse/url.ts'
import type { ApiRequest } from './request.ts'

/** A position in the project's code: a file path relative to the project folder, and a line number counted from 1. */
export interface CodePlace {
  readonly file: string
  readonly line: number
}

/**
 * The position of a route in the project's code. The file path in the position is empty if a plugin defines the
 * route.
 */
export interface RoutePlace extends CodePlace {
  readonly method: string
  /** The path with the prefix, in the syntax of `@koa/router`: `/api/articles/:id`. */
  readonly path: string
}

/** A route of the project that never answers, because an earlier route matches every path of this route. */
export interface ShadowedRoute extends RoutePlace {
  readonly by: RoutePlace
}

export interface CodeChange extends CodePlace {
  /**
   * The changed part of the request or answer. The value `answer` means that project code changed the body of the
   * answer after the content API returned the answer.
   */
  readonly part: 'query' | 'params' | 'body' | 'headers' | 'caller' | 'status' | 'answer'
  readonly kind: 'added' | 'changed' | 'removed'
  /**
   * The path of the change, such as `['populate', 'seo']` in a query, or `['data', '0', 'seo']` in an answer. The
   * path is empty if the code changed the whole part of the request or answer.
   */
  readonly path: readonly string[]
}

export interface CodeEffect {
  /** The first 200 changes to the request and its answer, in the order in which the project's code made them. */
  readonly changes: readonly CodeChange[]
  /**
   * The last request that the project's code passed to the content API. The value is undefined if the request did not
   * reach the content API: the code or a plugin endpoint answered, or the path has no route.
   */
  readonly core: CoreRequest | undefined
  /** The positions of the project's code that ran, in order: middlewares, policies, controller. */
  readonly ran: readonly CodePlace[]
  /** The content type that the path names, if no route of the project serves the path; undefined for other requests. */
  readonly unrouted?: string
  /**
   * The permission for the plugin endpoint that answered instead of the content API, such as
   * `plugin::users-permissions.user.find`; undefined for other requests.
   */
  readonly endpoint?: string
  /** The route that does not answer the request, because an earlier route answers it; undefined for other requests. */
  readonly shadowed?: ShadowedRoute
  /**
   * The refused call, if Strapi's own code refused a call and its error is the answer; undefined for other requests.
   */
  readonly refusal?: OwnRefusal
}

/** A call to Strapi's own code that refused the request. */
export interface OwnRefusal {
  /**
   * The refused call, such as `strapi.documents("api::article.article").create`, or the refused action, such as
   * `api::article.article.create`.
   */
  readonly call: string
  /** The position of the call in the project's code; absent if other code made the call. */
  readonly place?: CodePlace
}

/** The request that the project's code passed on to the content API. */
export interface CoreRequest extends Pick<ApiRequest, 'method' | 'url' | 'open'> {
  /** The query after changes by the project's code; undefined if the URL contains the query. */
  readonly query?: GivenMap
}

/**
 * Returns the request that the content API received: the original request with the changes by the project's code. The
 * result is undefined if the request did not reach the content API.
 */
export function requestAfter(
  request: ApiRequest,
  { core }: Pick<CodeEffect, 'core'>,
): ApiRequest | undefined {
  if (core === undefined) return undefined
  const { headers } = request
  return headers === undefined ? core : { ...core, headers }
}

/** The effects of the project's own code on a GET route of a content type, found with test requests. */
export interface RouteQuery {
  /** The uid of the content type, such as `api::article.article`. */
  readonly uid: string
  /** The action of the route, which is `findOne` for one document, and `find` for a list or a single type. */
  readonly action: 'find' | 'findOne'
  /** The path of the route with the prefix, such as `/api/articles`. */
  readonly path: string
  readonly effects: readonly ProbedQuery[]
}

/** The effect of the project's code on one test request. */
export interface ProbedQuery {
  /** The query string of the test request: empty, `populate=*` or `fields[0]=documentId`. */
  readonly asked: string
  /**
   * The query as the project's code changed it; undefined if the code did not change the query, or if no query
   * reached the content API.
   */
  readonly query: GivenMap | undefined
  /**
   * The position of the code that last changed the answer, or else the query; without a change, of the code that ran
   * last.
   */
  readonly place?: CodePlace
  /**
   * Whether the route has `auth: false`, so that it needs no permission. Regardless of the caller's role, the answers
   * of an open route show no linked entries except media and public creators.
   */
  readonly isOpen?: boolean
  /** The paths of the answer that the project's code changed; null if the code answered without the content API. */
  readonly answer?: readonly (readonly string[])[] | null
}

/** A route that only the project's own code defines. */
export interface CustomRoute {
  readonly method: string
  /** The path with the prefix, in the syntax of `@koa/router`: `/api/articles/:id`. */
  readonly path: string
  readonly file: string
}

/**
 * Returns the effect of the project's code on a test request. The parameter `asked` is the query string of the test
 * request.
 */
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

/**
 * Returns the query in the URL that the content API received, because project code can replace the whole URL; undefined
 * means an unchanged query.
 */
function queryOfUrl(url: string, asked: string): GivenMap | undefined {
  const { search } = splitTarget(url)
  return search === asked ? undefined : parseQueryString(search, () => undefined)
}

/** The types of a loaded project in a thread, which `strapi/` produces and `http/` uses. */
import type { CodeProblem, ServiceCall, ServiceError, ServiceResult } from '../protocol.ts'

export type Next = () => Promise<unknown>
export type Middleware = (context: object, next: Next) => unknown

/** A function of the project, and the path of its file relative to the project. */
export interface Located<F> {
  readonly file: string
  readonly run: F
  /** The function as it is written in the project, if `run` is a wrapper of it. */
  readonly code?: unknown
}

/** The API or plugin that owns a route, in which short names of handlers, policies and middlewares are looked up. */
export interface RouteOwner {
  /** The kind and the name of the owner, such as `api` and `article`. */
  readonly kind: 'api' | 'plugin'
  readonly name: string
  /** The path of the file that defines the route. */
  readonly file: string
}

/** A route as its file declares it. */
export interface RawRoute {
  readonly owner: RouteOwner
  readonly method: string
  /** The path with the prefix of its router, but without the API prefix. */
  readonly path: string
  /** The name of an action, a function, or a list of functions. */
  readonly handler: unknown
  readonly config: {
    readonly auth?: unknown
    readonly policies?: readonly unknown[]
    readonly middlewares?: readonly unknown[]
    readonly prefix?: unknown
  }
  /** Whether the API prefix precedes the path. */
  readonly hasPrefix: boolean
  /** Whether the route is one of Strapi's own, which the code of the project neither defines nor changes. */
  readonly isStock: boolean
}

/** The action of a route, bound to its controller. `uid` and `name` are empty if the handler is a function. */
export interface Action {
  readonly uid: string
  readonly name: string
  readonly file: string
  /** Whether no code of the project takes part in this Strapi action, so that a core call answers it. */
  readonly isCore: boolean
  readonly run: readonly Middleware[]
  /** The functions as they are written in the project, if those in `run` are wrappers. */
  readonly code?: readonly unknown[]
}

export type Policy = (context: object, config: object, tools: { readonly strapi: object }) => unknown

/** The error classes of `@strapi/utils`, as the code of the project imports them. */
export interface ErrorClasses {
  /** Whether an error is an `ApplicationError`. */
  readonly isApplication: (error: unknown) => boolean
  readonly create: (error: ServiceError) => unknown
}

export interface LoadedProject {
  /** The `strapi` object of the project. */
  readonly strapi: object
  /** All routes in Strapi's order: those of APIs by name, then those of plugins. */
  readonly routes: readonly RawRoute[]
  /** The project's own middlewares in `config/middlewares`, in order. */
  readonly globals: readonly Located<Middleware>[]
  /** The number of the project's middlewares before `strapi::errors`, which see errors as answers; 0 by default. */
  readonly globalsBeforeErrors?: number
  /** The error classes; by default, errors are recognized by name. */
  readonly errors?: ErrorClasses
  /**
   * Finds the middleware that a route names; `policy` and `action` find policies and actions.
   * @throws Error with Strapi's text for an unknown name.
   */
  readonly middleware: (item: unknown, owner: RouteOwner) => Located<Middleware>
  readonly policy: (item: unknown, owner: RouteOwner) => Located<Policy> & { readonly config: object }
  readonly action: (handler: unknown, owner: RouteOwner) => Action
  readonly problems: readonly CodeProblem[]
}

/** Sends a call to the server, and rejects with an error of `@strapi/utils` if the server reports an error. */
export type AskServer = (asked: ServiceCall) => Promise<Extract<ServiceResult, { ok: true }>>

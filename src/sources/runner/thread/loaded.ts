/**
 * The types of a loaded project in a thread. The code in the folder `strapi` makes objects of these types, and the
 * code in the folder `http` uses the objects.
 */
import type { CodeProblem, ServiceCall, ServiceError, ServiceResult } from '../protocol.ts'

export type Next = () => Promise<unknown>
export type Middleware = (context: object, next: Next) => unknown

/** A function of the project, with the path of the function's file relative to the project. */
export interface Located<F> {
  readonly file: string
  readonly run: F
  /** The original function of the project, if `run` wraps this function. */
  readonly code?: unknown
}

/** The API or plugin that defines a route, and to which short names of handlers, policies and middlewares refer. */
export interface RouteOwner {
  /** The kind and the name of the owner, such as `api` and `article`. */
  readonly kind: 'api' | 'plugin'
  readonly name: string
  /** The path of the file that defines the route. */
  readonly file: string
}

/** A route in the form in which the project's file declares it. */
export interface RawRoute {
  readonly owner: RouteOwner
  readonly method: string
  /** The path of the route, with the prefix of the route's router, but without the API prefix. */
  readonly path: string
  /** The handler of the route: the name of an action, a function, or a list of functions. */
  readonly handler: unknown
  readonly config: {
    readonly auth?: unknown
    readonly policies?: readonly unknown[]
    readonly middlewares?: readonly unknown[]
    readonly prefix?: unknown
  }
  /** Whether the full path of the route begins with the API prefix. */
  readonly hasPrefix: boolean
  /** Whether the route is one of Strapi's own routes, which the project's code neither defines nor changes. */
  readonly isStock: boolean
}

/**
 * The action to which a route leads, bound to the action's controller. The members `uid` and `name` are empty if the
 * handler of the route is a function.
 */
export interface Action {
  readonly uid: string
  readonly name: string
  readonly file: string
  /**
   * Whether the action is Strapi's own and runs no code of the project, so that a single call to the server answers
   * the request.
   */
  readonly isCore: boolean
  readonly run: readonly Middleware[]
  /** The original functions of the project, if the functions in `run` are wrappers of these functions. */
  readonly code?: readonly unknown[]
}

export type Policy = (context: object, config: object, tools: { readonly strapi: object }) => unknown

/** The functions for the error classes in the `@strapi/utils` that the project's code imports. */
export interface ErrorClasses {
  /** Returns whether an error is an instance of `ApplicationError`. */
  readonly isApplication: (error: unknown) => boolean
  readonly create: (error: ServiceError) => unknown
}

export interface LoadedProject {
  /** The object `strapi` of the project. */
  readonly strapi: object
  /**
   * All routes of the project in Strapi's order: the routes of APIs in the order of the API names, and then the
   * routes of plugins.
   */
  readonly routes: readonly RawRoute[]
  /**
   * Whether the project has files for routers of APIs, even if the files define no routes, or if the TypeScript build
   * leaves out the files. The default is `false`.
   */
  readonly hasRouters?: boolean
  /**
   * The project's own middlewares for all requests, in the order in which they run. `config/middlewares` names them, or
   * the project's code adds them with `strapi.server.use`.
   */
  readonly globals: readonly Located<Middleware>[]
  /**
   * The number of middlewares in `globals` that run before `strapi::errors`. These include the middlewares that code
   * adds with `strapi.server.use` before `bootstrap`. A middleware before `strapi::errors` sees an error as an answer.
   * The default is 0.
   */
  readonly globalsBeforeErrors?: number
  /**
   * The functions for the error classes of `@strapi/utils`. By default, Populace recognizes errors by the names of
   * their classes.
   */
  readonly errors?: ErrorClasses
  /**
   * Finds the middleware that a route names. The members `policy` and `action` find the policy or the action that a
   * route names.
   * @throws Error with Strapi's own message for an unknown name.
   */
  readonly middleware: (item: unknown, owner: RouteOwner) => Located<Middleware>
  readonly policy: (item: unknown, owner: RouteOwner) => Located<Policy> & { readonly config: object }
  readonly action: (handler: unknown, owner: RouteOwner) => Action
  readonly problems: readonly CodeProblem[]
}

/**
 * A function that sends a call to the server. If the server reports an error, the promise rejects with an error of
 * `@strapi/utils`.
 */
export type AskServer = (asked: ServiceCall) => Promise<Extract<ServiceResult, { ok: true }>>

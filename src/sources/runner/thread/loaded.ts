/**
 * The types of a loaded project in a thread. The folder `strapi` makes the objects of a loaded project, and the folder
 * `http` uses them.
 */
import type { CodeProblem, ServiceCall, ServiceError, ServiceResult } from '../protocol.ts'

export type Next = () => Promise<unknown>
export type Middleware = (context: object, next: Next) => unknown

/** A function of the project, with the path of its file relative to the project. */
export interface Located<F> {
  readonly file: string
  readonly run: F
  /** The original function of the project, if `run` wraps this function. */
  readonly code?: unknown
}

/**
 * The API or plugin that owns a route. Short names of handlers, policies and middlewares are looked up in the owner.
 */
export interface RouteOwner {
  /** The kind and the name of the owner, such as `api` and `article`. */
  readonly kind: 'api' | 'plugin'
  readonly name: string
  /** The path of the file that defines the route. */
  readonly file: string
}

/** A route in the form that its file declares. */
export interface RawRoute {
  readonly owner: RouteOwner
  readonly method: string
  /** The path of the route with the prefix of its router, but without the API prefix. */
  readonly path: string
  /** The handler of the route: the name of an action, a function, or a list of functions. */
  readonly handler: unknown
  readonly config: {
    readonly auth?: unknown
    readonly policies?: readonly unknown[]
    readonly middlewares?: readonly unknown[]
    readonly prefix?: unknown
  }
  /** Whether the full path begins with the API prefix. */
  readonly hasPrefix: boolean
  /** Whether the route is one of Strapi's own, and the project's code neither defines nor changes the route. */
  readonly isStock: boolean
}

/**
 * The action to which a route leads, bound to its controller. `uid` and `name` are empty if the handler is a function.
 */
export interface Action {
  readonly uid: string
  readonly name: string
  readonly file: string
  /** Whether this is an action of Strapi in which no project code takes part, so that a core call answers it. */
  readonly isCore: boolean
  readonly run: readonly Middleware[]
  /** The original functions of the project, if the functions in `run` wrap them. */
  readonly code?: readonly unknown[]
}

export type Policy = (context: object, config: object, tools: { readonly strapi: object }) => unknown

/** The error classes of `@strapi/utils`, which the project's code imports. */
export interface ErrorClasses {
  /** Returns whether an error is an instance of `ApplicationError`. */
  readonly isApplication: (error: unknown) => boolean
  readonly create: (error: ServiceError) => unknown
}

export interface LoadedProject {
  /** The `strapi` object of the project. */
  readonly strapi: object
  /** All routes in Strapi's order: the routes of APIs by the API's name, and then the routes of plugins. */
  readonly routes: readonly RawRoute[]
  /** The project's own middlewares in `config/middlewares`, in the order in which they run. */
  readonly globals: readonly Located<Middleware>[]
  /**
   * The number of the project's middlewares before `strapi::errors`. A middleware before `strapi::errors` sees an error
   * as an answer. The default number is 0.
   */
  readonly globalsBeforeErrors?: number
  /** The classes of errors; by default, errors are recognized by their name. */
  readonly errors?: ErrorClasses
  /**
   * Finds the middleware that a route names. The members `policy` and `action` find the policy or the action that a
   * route names.
   * @throws Error with Strapi's text for an unknown name.
   */
  readonly middleware: (item: unknown, owner: RouteOwner) => Located<Middleware>
  readonly policy: (item: unknown, owner: RouteOwner) => Located<Policy> & { readonly config: object }
  readonly action: (handler: unknown, owner: RouteOwner) => Action
  readonly problems: readonly CodeProblem[]
}

/** Sends a call to the server. Rejects with an error of `@strapi/utils` if the server reports an error. */
export type AskServer = (asked: ServiceCall) => Promise<Extract<ServiceResult, { ok: true }>>

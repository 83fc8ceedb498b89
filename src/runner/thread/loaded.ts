/** A loaded project inside the thread: what `strapi/` prepares and `http/` serves. */
import type { CodeProblem, ServiceCall, ServiceError, ServiceResult } from '../protocol.ts'

export type Next = () => Promise<unknown>
export type Middleware = (context: object, next: Next) => unknown

/** A function of the project with the file that exports it, relative to the project. */
export interface Located<F> {
  readonly file: string
  readonly run: F
  /** The function as the project wrote it, if `run` wraps it. */
  readonly code?: unknown
}

/** The owner of a route, against which the short names of its handler, policies and middlewares resolve. */
export interface RouteOwner {
  /** `api` or `plugin`, and the name: `article`, `users-permissions`. */
  readonly kind: 'api' | 'plugin'
  readonly name: string
  /** The file of the route. */
  readonly file: string
}

/** A route as its file states it. */
export interface RawRoute {
  readonly owner: RouteOwner
  readonly method: string
  /** With the prefix of its router, without `/api`. */
  readonly path: string
  /** A name, a function, or a list of functions. */
  readonly handler: unknown
  readonly config: {
    readonly auth?: unknown
    readonly policies?: readonly unknown[]
    readonly middlewares?: readonly unknown[]
    readonly prefix?: unknown
  }
  /** Whether the API prefix applies: false for routes of plugins of type `admin` are left out altogether. */
  readonly hasPrefix: boolean
  /** Whether the code of the project neither defines nor changes the route: it is one of Strapi's own. */
  readonly isStock: boolean
}

/** The route's action, bound to its controller. `uid` and `name` are empty for a function. */
export interface Action {
  readonly uid: string
  readonly name: string
  readonly file: string
  /** Whether this is Strapi's own controller without any code of the project around it, so that a core call answers it. */
  readonly isCore: boolean
  readonly run: readonly Middleware[]
  /** The functions as the project wrote them, if those of `run` wrap them. */
  readonly code?: readonly unknown[]
}

export type Policy = (context: object, config: object, tools: { readonly strapi: object }) => unknown

/** The error classes of `@strapi/utils` as the project's code sees them. */
export interface ErrorClasses {
  /** Whether an error is an `ApplicationError`. */
  readonly isApplication: (error: unknown) => boolean
  readonly create: (error: ServiceError) => unknown
}

export interface LoadedProject {
  /** The `strapi` of the project's code. */
  readonly strapi: object
  /** All routes in the order in which Strapi registers them: APIs by name, then plugins. */
  readonly routes: readonly RawRoute[]
  /** The project's own middlewares of `config/middlewares`, ready to run, in order. */
  readonly globals: readonly Located<Middleware>[]
  /** How many of them come before `strapi::errors`, so that they see errors as answers; 0 if left out. */
  readonly globalsBeforeErrors?: number
  /** Recognised by their names if left out. */
  readonly errors?: ErrorClasses
  /** @throws Error with Strapi's text if there is no such middleware, policy or action. */
  readonly middleware: (item: unknown, owner: RouteOwner) => Located<Middleware>
  readonly policy: (item: unknown, owner: RouteOwner) => Located<Policy> & { readonly config: object }
  readonly action: (handler: unknown, owner: RouteOwner) => Action
  readonly problems: readonly CodeProblem[]
}

/** Asks the server. It rejects with an error of `@strapi/utils` if the result is one. */
export type AskServer = (asked: ServiceCall) => Promise<Extract<ServiceResult, { ok: true }>>

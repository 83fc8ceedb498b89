/**
 * The types of the parts of Strapi that the object `strapi` needs. The code in the folder `thread/core/` implements
 * these parts of Strapi.
 */

/** A function whose parameters are unknown. */
export type Callable = (...given: readonly unknown[]) => unknown

/** An object with any members, such as the exports of a module. */
export type MemberMap = Record<string, unknown>

export interface Factories {
  readonly createCoreController: Callable
  readonly createCoreService: Callable
  readonly createCoreRouter: Callable
}

/**
 * The replacement of one of Strapi's own plugins. A controller or service is an object, or a function that gets `{
 * strapi }` and returns the object.
 */
export interface StockPlugin {
  readonly services: Readonly<Record<string, object>>
  readonly controllers: Readonly<Record<string, object>>
  /**
   * The routes of the plugin in the content API. As in Strapi, `config.prefix` of a route contains the prefix of the
   * plugin.
   */
  readonly routes: readonly StockRoute[]
  readonly contentTypes: Readonly<Record<string, unknown>>
  /** The functions that create the plugin's route middlewares, by middleware name. */
  readonly middlewares?: Readonly<Record<string, object>>
  /** The member `provider` of the plugin, for project code that calls it. */
  readonly provider?: object
}

export interface StockRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly config?: { readonly prefix?: string; readonly [more: string]: unknown }
}

export interface CoreParts {
  readonly factories: (strapi: object) => Factories
  /** Makes Strapi's own controller of a content type. */
  readonly coreController: (strapi: object, uid: string) => object
  /** Makes Strapi's own service of a content type. */
  readonly coreService: (strapi: object, uid: string) => object
  readonly plugins: (strapi: object) => Readonly<Record<string, StockPlugin>>
  /** The functions that create the services of the admin panel, by service name. */
  readonly adminServices: Readonly<MemberMap>
  /** Makes `strapi.contentAPI`. */
  readonly contentAPI: (strapi: object) => object
  /**
   * The replacement of the package `@strapi/utils`, which the project's code imports if the real package is not
   * installed. The code in the folder `strapi` uses only its member `env`.
   */
  readonly utils?: Readonly<Record<string, unknown>>
}

/** The symbol that marks the functions of Strapi's own controllers and services. */
export const STOCK: unique symbol = Symbol.for('populace.stock')

/**
 * The key of a function on the action of a plugin. The function `WRITES` returns whether code of the project runs
 * inside this action of the plugin.
 */
export const WRITES: unique symbol = Symbol.for('populace.writes')

/**
 * The key of a function on `strapi`, called as `strapi[DECOMPOSED](uid, name)`. The function `DECOMPOSED` returns
 * whether code of the project, such as a lifecycle hook, runs inside an action.
 */
export const DECOMPOSED: unique symbol = Symbol.for('populace.decomposed')

/** The key under which the Koa context of a traced request stores the trace. */
export const READ_TRACE: unique symbol = Symbol.for('populace.read-trace')

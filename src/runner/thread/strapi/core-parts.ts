/** The parts of Strapi's own code that the `strapi` object needs: `thread/core/` supplies them. */

/** A function of unknown parameters. */
export type Callable = (...given: readonly unknown[]) => unknown

/** Names → members, as code of a project exports them. */
export type MemberMap = Record<string, unknown>

export interface Factories {
  readonly createCoreController: Callable
  readonly createCoreService: Callable
  readonly createCoreRouter: Callable
}

/** One of Strapi's own plugins. Controllers and services are objects, or functions of `{ strapi }`. */
export interface StockPlugin {
  readonly services: Readonly<Record<string, object>>
  readonly controllers: Readonly<Record<string, object>>
  /** The routes of the content API, with the prefix of the plugin in `config.prefix`, as Strapi writes them. */
  readonly routes: readonly StockRoute[]
  readonly contentTypes: Readonly<Record<string, unknown>>
  /** Route middlewares by name, as factories. */
  readonly middlewares?: Readonly<Record<string, object>>
}

export interface StockRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly config?: { readonly prefix?: string; readonly [more: string]: unknown }
}

export interface CoreParts {
  readonly factories: (strapi: object) => Factories
  /** Strapi's own controller of a content type. */
  readonly coreController: (strapi: object, uid: string) => object
  /** Strapi's own service of a content type. */
  readonly coreService: (strapi: object, uid: string) => object
  readonly plugins: (strapi: object) => Readonly<Record<string, StockPlugin>>
  /** `strapi.contentAPI`. */
  readonly contentAPI: (strapi: object) => object
  /** `@strapi/utils`, as the code of the project imports it: `env` is used here. */
  readonly utils?: Readonly<Record<string, unknown>>
}

/** The mark of the functions of Strapi's own controllers and services. */
export const STOCK: unique symbol = Symbol.for('populace.stock')

/** The symbol on a plugin's action whose value is a function: whether code takes part in the action. */
export const WRITES: unique symbol = Symbol.for('populace.writes')

/**
 * The function of `strapi` that returns whether code takes part inside an action: `strapi[DECOMPOSED](uid,
 * name)`.
 */
export const DECOMPOSED: unique symbol = Symbol.for('populace.decomposed')

/** The trace of a Koa context; only requests that record their effect have one. */
export const READ_TRACE: unique symbol = Symbol.for('populace.read-trace')

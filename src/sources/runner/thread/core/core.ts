/**
 * Makes the replacements of Strapi inside a thread: the APIs that the project's code uses, and the packages that the
 * code imports.
 */
import { ADMIN_SERVICES } from './admin/services.ts'
import { type ContentApiParts, contentAPI } from './content-api.ts'
import { coreController, createCoreController } from './factories/controller.ts'
import { createCoreRouter } from './factories/router.ts'
import { coreService, createCoreService } from './factories/service.ts'
import { type PluginParts, plugins, type StockPlugin } from './plugins/plugins.ts'
import type { Bag, Call } from './reach.ts'
import { utilsOf } from './utils/utils.ts'

export interface CoreSetting extends ContentApiParts, PluginParts {
  /**
   * Returns the object `strapi` of the project. Some modules of the project need `strapi` while they load, before
   * Strapi passes `strapi` to them.
   */
  readonly current: () => object
}

export interface CoreFactories {
  readonly createCoreController: Call
  readonly createCoreService: Call
  readonly createCoreRouter: Call
}

export interface Core {
  readonly factories: (strapi: object) => CoreFactories
  readonly coreController: (strapi: object, uid: string) => object
  readonly coreService: (strapi: object, uid: string) => object
  readonly plugins: (strapi: object) => Readonly<Record<string, StockPlugin>>
  readonly contentAPI: (strapi: object) => object
  /** The functions that create the services of the admin panel, by service name. */
  readonly adminServices: Readonly<Bag>
  /** The replacement of the package `@strapi/utils`. */
  readonly utils: Bag
  /** The replacement of the package `@strapi/strapi`. */
  readonly strapiPackage: Bag
}

/** Makes the replacements of Strapi's APIs and packages for one thread. */
export function createCore(setting: CoreSetting): Core {
  const factories = (strapi: () => object): CoreFactories => ({
    createCoreController,
    createCoreService,
    createCoreRouter: (uid, given) => createCoreRouter(strapi, uid, given),
  })
  const own = factories(setting.current)
  const cannotStart = (): never => {
    throw new Error('@strapi/strapi cannot start a server here, because the code already runs inside one')
  }
  return {
    factories: (strapi) => factories(() => strapi),
    coreController,
    coreService,
    plugins: (strapi) => plugins(strapi, setting),
    contentAPI: (strapi) => contentAPI(strapi, setting),
    adminServices: ADMIN_SERVICES,
    utils: utilsOf(setting.current),
    strapiPackage: {
      factories: own,
      createStrapi: cannotStart,
      compileStrapi: cannotStart,
      default: { factories: own },
    },
  }
}

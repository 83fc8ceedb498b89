/**
 * Strapi's own parts inside the thread: the APIs that the code of a project uses, and its imports from Strapi's
 * packages.
 */
import { type ContentApiParts, contentAPI } from './content-api.ts'
import { coreController, createCoreController } from './factories/controller.ts'
import { createCoreRouter } from './factories/router.ts'
import { coreService, createCoreService } from './factories/service.ts'
import { type PluginParts, plugins, type StockPlugin } from './plugins/plugins.ts'
import type { Bag, Call } from './reach.ts'
import { utilsOf } from './utils/utils.ts'

export interface CoreSetting extends ContentApiParts, PluginParts {
  /** The `strapi` of the project. Modules need it that load before the object is passed to them. */
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
  /** `@strapi/utils`. */
  readonly utils: Bag
  /** `@strapi/strapi`. */
  readonly strapiPackage: Bag
}

/** Makes Strapi's own parts for one thread. */
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
    utils: utilsOf(setting.current),
    strapiPackage: {
      factories: own,
      createStrapi: cannotStart,
      compileStrapi: cannotStart,
      default: { factories: own },
    },
  }
}

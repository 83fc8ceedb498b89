/** `strapi`, as far as it is exact here: types, log, and the factories of controllers and routers. */
import { Lacking, onlyWith } from './lacking.ts'
import type { ModelMessage } from './messages.ts'

/** Asks Strapi's own controller. */
export type Core = (uid: string, action: string, context: object) => Promise<unknown>

export function strapiOf(models: Readonly<Record<string, ModelMessage>>): object {
  const all = Object.values(models)
  const byUid = (kind: ModelMessage['modelType']): Readonly<Record<string, ModelMessage>> =>
    Object.fromEntries(all.filter(({ modelType }) => modelType === kind).map((model) => [model.uid, model]))
  const model = (uid: unknown): ModelMessage | undefined => models[String(uid)]
  return onlyWith('strapi', {
    log: Object.fromEntries(
      LEVELS.map((level) => [level, level === 'warn' || level === 'error' ? tell : ignore]),
    ),
    contentTypes: byUid('contentType'),
    components: byUid('component'),
    contentType: model,
    getModel: model,
  })
}

const LEVELS = ['silly', 'debug', 'verbose', 'http', 'info', 'warn', 'error']
const ignore = (): void => undefined
const tell = (...texts: readonly unknown[]): void => console.error(...texts)

interface RouterConfig {
  readonly prefix?: string
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly config?: Readonly<Record<string, object>>
}

/** `factories` of `@strapi/strapi`. */
export function factoriesOf(models: Readonly<Record<string, ModelMessage>>, core: Core): object {
  return {
    createCoreRouter: (uid: string, options: RouterConfig = {}) => ({
      prefix: options.prefix,
      get routes() {
        return coreRoutes(uid, models[uid], options)
      },
    }),
    createCoreController: (uid: string, own?: object | ((given: object) => object)) => (given: object) => {
      const base = baseController(uid, core)
      const made = typeof own === 'function' ? own(given) : (own ?? {})
      for (const name of Object.keys(base))
        if (Reflect.get(made, name) === undefined) Reflect.set(made, name, Reflect.get(base, name))
      return Object.setPrototypeOf(made, base)
    },
    createCoreService: (uid: string) => () => onlyWith(`strapi.service('${uid}')`, {}),
  }
}

function baseController(uid: string, core: Core): object {
  const asked = (action: string) => (context: object) => core(uid, action, context)
  const missing = (name: string) => () => {
    throw new Lacking(
      `this.${name}() of the controller of ${uid} is not there: this is Populace, which answers from data`,
    )
  }
  const names = [
    'transformResponse',
    'sanitizeOutput',
    'sanitizeInput',
    'sanitizeQuery',
    'validateQuery',
    'validateInput',
    'create',
    'update',
    'delete',
  ]
  return {
    find: asked('find'),
    findOne: asked('findOne'),
    ...Object.fromEntries(names.map((name) => [name, missing(name)])),
  }
}

interface MadeRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly config: object
}

function coreRoutes(
  uid: string,
  model: ModelMessage | undefined,
  options: RouterConfig,
): readonly MadeRoute[] {
  if (model === undefined) throw new Error(`there is no content type ${uid}`)
  const { only, except, config = {} } = options
  const all =
    model.kind === 'singleType'
      ? single(String(model.info['singularName']))
      : collection(String(model.info['pluralName']))
  return all
    .filter(
      ([action]) => (only === undefined || only.includes(action)) && !(except?.includes(action) ?? false),
    )
    .map(([action, method, path]) => ({
      method,
      path,
      handler: `${uid}.${action}`,
      config: config[action] ?? {},
    }))
}

type StubRow = readonly [string, string, string]
const single = (name: string): readonly StubRow[] => [
  ['find', 'GET', `/${name}`],
  ['update', 'PUT', `/${name}`],
  ['delete', 'DELETE', `/${name}`],
]
const collection = (name: string): readonly StubRow[] => [
  ['find', 'GET', `/${name}`],
  ['findOne', 'GET', `/${name}/:id`],
  ['create', 'POST', `/${name}`],
  ['update', 'PUT', `/${name}/:id`],
  ['delete', 'DELETE', `/${name}/:id`],
]

/** Makes the object `strapi`, which is a container of registries and services. */

import { createBypass } from '../bypass.ts'
import { placeNow } from '../guard/place.ts'
import type { RawRoute } from '../loaded.ts'
import type { Container } from './container-parts.ts'
import type { MemberMap } from './core-parts.ts'
import { createDatabase } from './data/database.ts'
import { createDocuments } from './data/documents.ts'
import { createEntityService } from './data/entity-service.ts'
import { hookedCalls } from './data/hooked.ts'
import type { HookedModel } from './data/hooks/plan.ts'
import { serverCalls } from './data/server-calls.ts'
import { createSubscribers } from './data/subscribers.ts'
import { createTransactions } from './data/transactions.ts'
import type { Loading } from './loading.ts'
import { addMembers } from './members.ts'
import { createSchemaRegistry, type SchemaRegistry } from './registries/content-types.ts'
import { createCustomFields } from './registries/custom-fields.ts'
import { createListRegistry } from './registries/lists.ts'
import { createModules } from './registries/modules.ts'
import { createPolicies } from './registries/policies.ts'
import { createFactoryRegistry, createValueRegistry } from './registries/registry.ts'
import { createConfig } from './services/config.ts'
import { createCron } from './services/cron.ts'
import { createEventHub } from './services/event-hub.ts'
import { createServerParts } from './services/server.ts'
import { createStore } from './services/store.ts'
import { recordOf, valueAt } from './values.ts'

/**
 * Makes the object `strapi` of a project, before any module of the project is loaded.
 * @param routes - A function that returns the routes of the project after they are known.
 */
export function createContainer(loading: Loading, routes: () => readonly RawRoute[]): Container {
  const strapi: MemberMap = {}
  const self = (): object => strapi
  const types = createSchemaRegistry('Content-Type')
  const components = createSchemaRegistry('Component')
  const services = createFactoryRegistry('Service', self)
  const controllers = createFactoryRegistry('Controller', self)
  const policies = createPolicies()
  const middlewares = createValueRegistry('Middleware')
  const config = createConfig(loading.folder, loading.config)
  const registries = { contentTypes: types, services, controllers, policies, middlewares, config }
  const modules = createModules(registries, self)
  const eventHub = createEventHub()
  const store = createStore()
  const container: Container = {
    ...{ strapi, types, components, services, controllers, policies, middlewares, modules, config, eventHub },
    hooks: createValueRegistry('Hook'),
    customFields: createCustomFields((name) => modules.get(`plugin::${name}`) !== undefined),
    sanitizers: createListRegistry(['input', 'output', 'query']),
    validators: createListRegistry(['input', 'query']),
    server: createServerParts(loading.folder, routes, () => String(config.get('api.rest.prefix', '/api'))),
    cron: createCron(self),
    store,
    ...dataOf(loading, types, components, { eventHub, store }),
  }
  addMembers(container, loading)
  return container
}

type Data = Pick<Container, 'subscribers' | 'documents' | 'database' | 'entityService'>

/** Makes the members of `strapi` that read and write entries, such as `strapi.documents` and `strapi.db`. */
function dataOf(
  loading: Loading,
  types: SchemaRegistry,
  components: SchemaRegistry,
  { eventHub, store }: Pick<Container, 'eventHub' | 'store'>,
): Data {
  const modelOf = (uid: string): MemberMap | undefined => types.get(uid) ?? components.get(uid)
  const bypass = createBypass(loading)
  const subscribers = createSubscribers((uid) => metadataOf(modelOf(uid)), bypass)
  const transactions = createTransactions(loading)
  const call = hookedCalls({
    subscribers,
    modelOf: (uid) => hookedModel(modelOf(uid)),
    transactions,
    call: serverCalls(loading),
  })
  const announce = async (event: string, uid: string, entry: unknown): Promise<void> => {
    if (!eventHub.hears(event)) return
    await eventHub.emit(event, { model: recordOf(modelOf(uid))['modelName'], uid, entry })
  }
  const here = () => placeNow(loading.folder)
  const documents = createDocuments({ call, contentType: (uid) => types.get(uid), announce, bypass, here })
  const config = loading.config['database']
  const database = createDatabase({
    folder: loading.folder,
    call,
    subscribers,
    transactions,
    modelOf: (uid) => metadataOf(modelOf(uid)),
    models: () => [types, components].flatMap((registry) => registry.keys().map((uid) => registry.get(uid))),
    store: store.query,
    config,
    ask: (asked) => loading.askFor()(asked),
  })
  const entityService = createEntityService({
    call,
    documents: (uid) => documents.repository(String(uid)),
    query: database.query,
    modelOf,
    isSeen: (uid) => documents.hasMiddlewares() || subscribers.concernType(uid) || eventHub.hears('entry.'),
  })
  return { subscribers, documents, database: database.facade, entityService }
}

/** Converts the model of a content type or component to the form that `strapi.db.metadata` returns. */
function metadataOf(model: MemberMap | undefined): MemberMap | undefined {
  if (model === undefined) return undefined
  const info = recordOf(model['info'])
  return {
    ...model,
    singularName: info['singularName'] ?? model['modelName'],
    tableName: model['collectionName'],
    lifecycles: model['lifecycles'],
  }
}

/** Returns the properties of a content type on which lifecycle events depend. */
const hookedModel = (model: MemberMap | undefined): HookedModel | undefined =>
  model === undefined
    ? undefined
    : {
        kind: model['kind'],
        draftAndPublish: recordOf(model['options'])['draftAndPublish'] === true,
        localized: valueAt(model, ['pluginOptions', 'i18n', 'localized']) === true,
        attributes: Object.fromEntries(
          Object.entries(recordOf(model['attributes'])).map(([name, attribute]) => [
            name,
            recordOf(attribute),
          ]),
        ),
      }

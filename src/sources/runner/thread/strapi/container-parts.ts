/**
 * The type of the object `strapi` together with the registries and services behind its members. The modules that load a
 * project or add members of `strapi` use these parts directly.
 */
import type { MemberMap } from './core-parts.ts'
import type { Documents } from './data/documents.ts'
import type { Subscribers } from './data/subscribers.ts'
import type { SchemaRegistry } from './registries/content-types.ts'
import type { CustomFields } from './registries/custom-fields.ts'
import type { ListRegistry } from './registries/lists.ts'
import type { Modules } from './registries/modules.ts'
import type { Policies } from './registries/policies.ts'
import type { Registry } from './registries/registry.ts'
import type { ConfigProvider } from './services/config.ts'
import type { Cron } from './services/cron.ts'
import type { EventHub } from './services/event-hub.ts'
import type { ServerParts } from './services/server.ts'
import type { Store } from './services/store.ts'

export interface Container {
  readonly strapi: MemberMap
  readonly types: SchemaRegistry
  readonly components: SchemaRegistry
  readonly services: Registry
  readonly controllers: Registry
  readonly policies: Policies
  readonly middlewares: Registry
  readonly hooks: Registry
  readonly modules: Modules
  readonly customFields: CustomFields
  readonly sanitizers: ListRegistry
  readonly validators: ListRegistry
  readonly config: ConfigProvider
  readonly server: ServerParts
  readonly cron: Cron
  readonly eventHub: EventHub
  readonly store: Store
  readonly subscribers: Subscribers
  readonly documents: Documents
  readonly database: MemberMap
  readonly entityService: object
}

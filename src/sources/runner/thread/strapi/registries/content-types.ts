/** Makes the registries of content types and components. */
import { cloneDeep } from 'es-toolkit/compat'
import type { Models } from '../../../protocol.ts'
import type { Callable, MemberMap } from '../core-parts.ts'
import { isRecord, recordOf } from '../values.ts'
import { contentTypeOf } from './content-type.ts'
import { addNamespace, hasNamespace } from './namespace.ts'

export interface SchemaRegistry {
  readonly keys: () => readonly string[]
  readonly get: (uid: string) => MemberMap | undefined
  readonly getAll: (namespace?: string) => MemberMap
  readonly set: (uid: string, schema: MemberMap) => SchemaRegistry
  readonly add: (namespace: string, definitions: Readonly<MemberMap> | undefined) => SchemaRegistry
  readonly extend: (uid: string, change: Callable) => SchemaRegistry
}

export function createSchemaRegistry(kind: 'Content-Type' | 'Component'): SchemaRegistry {
  const schemas = new Map<string, MemberMap>()
  const registry: SchemaRegistry = {
    keys: () => [...schemas.keys()],
    get: (uid) => schemas.get(uid),
    getAll: (namespace) => Object.fromEntries([...schemas].filter(([uid]) => hasNamespace(uid, namespace))),
    set: (uid, schema) => {
      schemas.set(uid, schema)
      return registry
    },
    add: (namespace, definitions = {}) => {
      for (const [name, definition] of Object.entries(definitions)) {
        const uid = addNamespace(name, namespace)
        if (!isRecord(definition)) continue
        schemas.set(uid, contentTypeOf(uid, definition))
      }
      return registry
    },
    extend: (uid, change) => {
      const schema = schemas.get(uid)
      if (schema === undefined) throw new Error(`${kind} ${uid} doesn't exist`)
      change(schema)
      return registry
    },
  }
  return registry
}

/**
 * Adds models from the server to the registries. Updates the existing object of a model, because the project's code
 * may already have a reference to this object. The functions, `lifecycles` and `actions` of the existing model
 * remain.
 */
export function takeModels(types: SchemaRegistry, components: SchemaRegistry, models: Models): void {
  for (const [uid, model] of Object.entries(models)) {
    const registry = model.modelType === 'component' ? components : types
    const held = registry.get(uid)
    const given: MemberMap = cloneDeep(recordOf(model))
    if (held === undefined) {
      const name = uid.slice(uid.lastIndexOf('.') + 1)
      registry.set(uid, {
        modelName: name,
        lifecycles: {},
        actions: {},
        __schema__: cloneDeep(given),
        ...given,
      })
    } else Object.assign(held, given)
  }
}

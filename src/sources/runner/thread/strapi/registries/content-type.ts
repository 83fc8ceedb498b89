/**
 * Makes the model of a content type from a definition. The model consists of the schema and of the members that
 * Strapi adds.
 */
import { camelCase, cloneDeep, upperFirst } from 'es-toolkit/compat'
import type { MemberMap } from '../core-parts.ts'
import { isRecord, recordOf, textOf, valueAt } from '../values.ts'

/**
 * Makes the model of a content type. @param definition - An object `{ schema, actions, lifecycles }` of an API or
 * plugin.
 */
export function contentTypeOf(uid: string, definition: MemberMap): MemberMap {
  const { schema: given, actions, lifecycles } = definition
  if (!isRecord(given) || !isRecord(given['info']))
    throw new Error(`Content Type Definition is invalid for ${uid}'.\nschema.info is a required field`)
  const schema: MemberMap = cloneDeep(given)
  Object.assign(schema, {
    uid,
    modelType: 'contentType',
    kind: schema['kind'] ?? 'collectionType',
    __schema__: recordOf(schema['__schema__'] ?? cloneDeep(given)),
    modelName: valueAt(given, ['info', 'singularName']),
    actions: actions ?? {},
    lifecycles: lifecycles ?? {},
  })
  const options = recordOf(schema['options'])
  schema['options'] = { draftAndPublish: false, ...options }
  const attributes = recordOf(schema['attributes'])
  schema['attributes'] = { ...attributes, ...addedAttributes(options['populateCreatorFields'] !== true) }
  return schema
}

/** Returns the global name of a content type, such as `Article` or `UploadFile`. */
export const globalIdOf = (schema: MemberMap, plugin?: string): string => {
  const name = textOf(valueAt(schema, ['info', 'singularName'])) ?? ''
  const given = textOf(schema['globalId'])
  return given ?? upperFirst(camelCase(plugin === undefined ? name : `${plugin}-${name}`))
}

function addedAttributes(hidesCreators: boolean): MemberMap {
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    configurable: false,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: hidesCreators,
  }
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: {
      type: 'datetime',
      configurable: false,
      writable: true,
      visible: true,
      default: () => new Date(),
    },
    createdBy: creator,
    updatedBy: { ...creator },
  }
}

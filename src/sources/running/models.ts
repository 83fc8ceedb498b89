/** Content types and components as `strapi.getModel` answers them: as they are written, with what Strapi adds. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { BUILT_IN } from '../../reference/schema/builtin.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { ModelMessage } from './messages.ts'

export function modelsOf({
  contentTypes,
  components = {},
}: DatasetFiles): Readonly<Record<string, ModelMessage>> {
  const types = [...BUILT_IN, ...Object.entries(contentTypes).map(([stem, json]) => withUid(stem, json))]
  const models = [
    ...types.map((json) => modelOf(json, 'contentType')),
    ...Object.entries(components).map(([stem, json]) =>
      modelOf(isObject(json) ? { ...json, uid: stem.replace('/', '.') } : json, 'component'),
    ),
  ]
  return Object.fromEntries(models.map((model) => [model.uid, model] as const))
}

const withUid = (stem: string, json: Json): Json =>
  isObject(json) && member(json, 'uid') === undefined ? { ...json, uid: `api::${stem}.${stem}` } : json

function modelOf(json: Json, modelType: ModelMessage['modelType']): ModelMessage {
  const { uid, kind, info, ...schema } = isObject(json) ? json : {}
  const attributes = isObject(json) ? member(json, 'attributes') : undefined
  return {
    ...schema,
    uid: String(uid),
    modelType,
    ...(modelType === 'contentType' ? { kind: String(kind ?? 'collectionType') } : {}),
    info: isObject(info) ? info : {},
    attributes: {
      ...(isObject(attributes) ? attributes : {}),
      ...(modelType === 'contentType' ? added(String(uid), isObject(json) ? json : {}) : {}),
    },
  }
}

/** What every content type has without writing it. */
function added(uid: string, json: JsonObject): Readonly<Record<string, unknown>> {
  const isLocalized = flagAt(json, ['pluginOptions', 'i18n', 'localized'])
  const hidesCreators = !flagAt(json, ['options', 'populateCreatorFields'])
  const fixed = { configurable: false, writable: false, visible: false }
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    ...fixed,
    useJoinTable: false,
    private: hidesCreators,
  }
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: creator,
    updatedBy: { ...creator },
    locale: { ...fixed, writable: true, private: !isLocalized, type: 'string' },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...fixed,
      private: !isLocalized,
      unstable_virtual: true,
    },
  }
}

function flagAt(json: Json, path: readonly string[]): boolean {
  let at: Json | undefined = json
  for (const name of path) at = isObject(at) ? member(at, name) : undefined
  return at === true
}

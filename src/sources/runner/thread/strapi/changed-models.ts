/** Finds the schemas that the project's code added or changed while it registered. */
import { isEqual } from 'es-toolkit/compat'
import type { Json, JsonObject } from '../../../../util/json.ts'
import { isObject } from '../../../../util/json.ts'
import type { ModelMessage, Models } from '../../protocol.ts'
import type { Container } from './container-parts.ts'
import { plainJson } from './data/plain.ts'
import { recordOf } from './values.ts'

/** Returns the models that the project's code added or changed. @param before - The models that the server sent. */
export function changedModels(container: Container, before: Models): Models {
  const changed: Record<string, ModelMessage> = {}
  for (const registry of [container.types, container.components])
    for (const uid of registry.keys()) {
      const model = modelMessage(uid, registry.get(uid))
      if (model !== undefined && !isSame(model, before[uid])) changed[uid] = model
    }
  return changed
}

const isSame = (model: ModelMessage, before: ModelMessage | undefined): boolean =>
  before !== undefined &&
  isEqual(plainJson(model, model.uid), plainJson(modelMessage(model.uid, recordOf(before)), model.uid))

/**
 * The members of a model that only code in the thread uses. The messages to the server do not contain the members in
 * `INNER`.
 */
const INNER = ['lifecycles', 'actions', '__schema__', 'modelName']

function modelMessage(uid: string, model: unknown): ModelMessage | undefined {
  const own = Object.fromEntries(Object.entries(recordOf(model)).filter(([name]) => !INNER.includes(name)))
  const json = plainJson(own, uid)
  if (!isObject(json)) return undefined
  const { info, attributes, options, modelType, ...more } = json
  return {
    ...more,
    uid,
    modelType: modelType === 'component' ? 'component' : 'contentType',
    info: objectOf(info),
    ...(isObject(options) ? { options } : {}),
    attributes: Object.fromEntries(
      Object.entries(objectOf(attributes)).map(([name, one]) => [name, objectOf(one)]),
    ),
  }
}

const objectOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

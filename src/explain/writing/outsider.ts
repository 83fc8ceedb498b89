/** Hides the parts of a schema that a role may not know. */

import { isOpen, type Viewer } from '../../reference/access.ts'
import { isObject, type Json } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../../writing/index.ts'

/**
 * Removes private attributes, and relations to types that the role may not find, from models. A private attribute
 * that the request body names remains, because the server's error contains the name as well.
 */
export function modelsFor(models: WriteModels, viewer: Viewer, body: Json): WriteModels {
  const named = namesIn(body)
  const isVisible = ({ attribute }: WritableAttribute): boolean =>
    isOpen(attribute, viewer) && (!attribute.private || named.has(attribute.name))
  const visibleModel = (model: WriteModel): WriteModel => ({
    ...model,
    attributes: new Map([...model.attributes].filter(([, written]) => isVisible(written))),
  })
  return {
    ...models,
    get: (uid) => {
      const model = models.get(uid)
      return model === undefined ? undefined : visibleModel(model)
    },
  }
}

/** Returns the names of all members of a request body, at any depth. */
function namesIn(body: Json): ReadonlySet<string> {
  const names = new Set<string>()
  const open: Json[] = [body]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) for (const name of Object.keys(next)) names.add(name)
    if (typeof next === 'object' && next !== null) pushAll(open, Object.values(next))
  }
  return names
}

/** What is told of a schema to who is no developer: nothing that a role may not know of. */

import { isOpen, type Viewer } from '../../reference/access.ts'
import { isObject, type Json } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../../writing/index.ts'

/**
 * The models without what is closed to a role, and without what is private, but where the body itself has that name: of it
 * the server speaks as well.
 */
export function modelsFor(models: WriteModels, viewer: Viewer, body: Json): WriteModels {
  const named = namesIn(body)
  const isTold = ({ attribute }: WritableAttribute): boolean =>
    isOpen(attribute, viewer) && (!attribute.private || named.has(attribute.name))
  const told = (model: WriteModel): WriteModel => ({
    ...model,
    attributes: new Map([...model.attributes].filter(([, written]) => isTold(written))),
  })
  return {
    ...models,
    get: (uid) => {
      const model = models.get(uid)
      return model === undefined ? undefined : told(model)
    },
  }
}

/** Every name of a member, however deep. */
function namesIn(body: Json): ReadonlySet<string> {
  const names = new Set<string>()
  const open: Json[] = [body]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) for (const name of Object.keys(next)) names.add(name)
    if (typeof next === 'object' && next !== null) pushAll(open, Object.values(next))
  }
  return names
}

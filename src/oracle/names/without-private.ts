/**
 * Removes private values from the target's answers, because reports must not contain them. Under the profile of a real
 * server, a target that shows private attributes or passwords therefore gets no finding for this.
 */

import type { Attribute, ContentType, Schema } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { mapJson } from '../bodies/map-json.ts'
import { itemMeaning, type Meaning, memberMeaning, modelAt } from '../compare/meaning.ts'

/** Removes the private values from a response body. Returns `body` itself if it contains no private values. */
export function withoutPrivate(body: Json, type: ContentType, schema: Schema): Json {
  let isOpen = false
  const closed = mapJson<Meaning>(
    body,
    { kind: 'body', type },
    {
      leaf: (json) => json,
      item: itemMeaning,
      member: (place, key, owner) => memberMeaning(place, key, owner, schema),
      keys: (owner, place) => {
        const model = modelAt(place, owner)
        const names = Object.keys(owner)
        const kept = names.filter((name) => !isPrivate(model?.attributes.get(name)))
        isOpen ||= kept.length < names.length
        return kept
      },
    },
  )
  return isOpen ? closed : body
}

/** Returns whether an attribute is private or a password. */
const isPrivate = (attribute: Attribute | undefined): boolean =>
  attribute !== undefined &&
  (attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password'))

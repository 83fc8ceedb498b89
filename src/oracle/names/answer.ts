/** Replaces the names (ids) in the target's answers by the names of the reference. */

import type { ContentType } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { mapJson } from '../bodies/map-json.ts'
import { type Equality, isInstantText } from '../compare/equality.ts'
import { itemMeaning, type Meaning, memberMeaning } from '../compare/meaning.ts'
import type { Name, NamePair, Space } from '../compare/renaming.ts'

/** The meaning of a value in the target's response body, with the value at the same path in the reference's body. */
interface ValuePosition {
  readonly meaning: Meaning
  readonly referenceValue: Json | undefined
}

/**
 * Replaces the names (such as ids) of the target in a response body by the names of the reference. With `times:
 * 'shape'`, also replaces instants by the reference's instants. The parameter `referenceBody` is the body with which
 * the reference answered.
 */
export function translateBody(
  body: Json,
  referenceBody: Json,
  type: ContentType | undefined,
  equality: Equality,
  drafted: readonly NamePair[],
): Json {
  if (type === undefined) return body
  const back = new Map(drafted.map(({ space, target, reference }) => [`${space} ${target}`, reference]))
  const named = (space: Space, target: Name, referenceValue: Json | undefined): Json => {
    if (equality.ids === 'exact') return target
    if (equality.ids === 'ignore' && typeof referenceValue === typeof target) return referenceValue ?? null
    return equality.renaming.toReference(space, target) ?? back.get(`${space} ${target}`) ?? target
  }
  const leaf = (json: Json, { meaning, referenceValue }: ValuePosition): Json => {
    const isShape = meaning.kind === 'instant' && equality.times === 'shape'
    if (isShape && isInstantText(json) && isInstantText(referenceValue)) return referenceValue ?? null
    const isName = typeof json === 'string' || typeof json === 'number'
    return meaning.kind === 'name' && isName ? named(meaning.space, json, referenceValue) : json
  }
  return mapJson<ValuePosition>(
    body,
    { meaning: { kind: 'body', type }, referenceValue: referenceBody },
    {
      leaf,
      item: ({ meaning, referenceValue }, at) => ({
        meaning: itemMeaning(meaning),
        referenceValue: isList(referenceValue) ? referenceValue[at] : undefined,
      }),
      member: ({ meaning, referenceValue }, key, owner) => ({
        meaning: memberMeaning(meaning, key, owner, equality.schema),
        referenceValue: isObject(referenceValue) ? member(referenceValue, key) : undefined,
      }),
    },
  )
}

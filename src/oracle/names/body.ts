/** Answers in the names of the reference. */
import { isList, isObject, type Json } from '../../ground/json.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { type Equality, isInstantText } from '../compare/equality.ts'
import { itemMeaning, type Meaning, memberMeaning } from '../compare/meaning.ts'
import type { Name, Pair, Space } from '../compare/renaming.ts'

/**
 * A body with the names of the target replaced by those of the reference, and with its instants where another
 * instant would be equal. `beside` is the reference's own body, for what stands at the same place.
 */
export function translateBody(
  body: Json,
  beside: Json,
  type: ContentType | undefined,
  equality: Equality,
  drafted: readonly Pair[],
): Json {
  if (type === undefined) return body
  const back = new Map(drafted.map(({ space, target, reference }) => [`${space} ${target}`, reference]))
  const named = (space: Space, target: Name, twin: Json | undefined): Json => {
    if (equality.ids === 'exact') return target
    if (equality.ids === 'ignore' && typeof twin === typeof target) return twin ?? null
    return equality.renaming.toReference(space, target) ?? back.get(`${space} ${target}`) ?? target
  }
  const walk = (json: Json, twin: Json | undefined, meaning: Meaning): Json => {
    if (isList(json))
      return json.map((item, at) => walk(item, isList(twin) ? twin[at] : undefined, itemMeaning(meaning)))
    if (isObject(json)) {
      const members = Object.entries(json).map(([key, value]) => {
        const inner = memberMeaning(meaning, key, json, equality.schema)
        return [key, walk(value, isObject(twin) ? twin[key] : undefined, inner)]
      })
      return Object.fromEntries(members)
    }
    const isShape = meaning.kind === 'instant' && equality.times === 'shape'
    if (isShape && isInstantText(json) && isInstantText(twin)) return twin ?? null
    const isName = typeof json === 'string' || typeof json === 'number'
    return meaning.kind === 'name' && isName ? named(meaning.space, json, twin) : json
  }
  try {
    return walk(body, beside, { kind: 'body', type })
  } catch {
    // Nested too deeply to be walked: it is then judged in the names that it came with.
    return body
  }
}

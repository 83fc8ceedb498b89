/**
 * The sides of relations whose links are derived from the other side. The list of derived sides depends only on the
 * schema, and describes as data the derivation that `src/reference/load/rows/inverse.ts` performs.
 */

import { keyOfSide } from '../../reference/load/rows/inverse.ts'
import type { Attribute, ContentType, Schema, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'

/** One side of a relation, which is an attribute of a type. */
export interface RelationSide {
  readonly uid: Uid
  readonly name: string
  readonly many: boolean
}

/**
 * A rule that derives one side of a relation. If the JSON of a row omits the attribute `side`, its links are all rows
 * that refer to the row through the attribute `from`. If the JSON of a row contains `side`, the list in `side` must
 * contain all these rows.
 */
export interface Derivation {
  readonly side: RelationSide
  readonly from: RelationSide
}

/** A morph relation: the attribute that refers to rows of any type, and the `morphBy` attributes on the other side. */
export interface Morph {
  readonly target: RelationSide
  readonly owners: readonly RelationSide[]
}

export interface Derivations {
  readonly relations: readonly Derivation[]
  readonly morphs: readonly Morph[]
  /**
   * Whether an attribute belongs to several relations. The derived links of an attribute of several relations would
   * depend on the order of the relations.
   */
  readonly isAmbiguous: boolean
}

const known = new WeakMap<Schema, Derivations>()

/** Returns the derivations of a schema. The derivations of each schema are computed only once. */
export function derivationsOf(schema: Schema): Derivations {
  const there = known.get(schema)
  if (there !== undefined) return there
  const made = { ...relationsOf(schema), morphs: morphsOf(schema) }
  known.set(schema, made)
  return made
}

const endOf = (
  { uid }: ContentType,
  { name, many }: Attribute & { readonly many: boolean },
): RelationSide => ({
  uid,
  name,
  many,
})

function relationsOf({ contentTypes }: Schema): Pick<Derivations, 'relations' | 'isAmbiguous'> {
  const relations: Derivation[] = []
  const met = new Set<string>()
  let isAmbiguous = false
  for (const type of contentTypes.values()) {
    for (const attribute of type.attributes.values()) {
      if (attribute.kind !== 'relation') continue
      const otherType = contentTypes.get(attribute.target)
      const other = otherType?.attributes.get(attribute.inverse ?? '')
      if (otherType === undefined || other?.kind !== 'relation') continue
      const [here, there] = [endOf(type, attribute), endOf(otherType, other)]
      const [key, otherKey] = [keyOfSide(here.uid, here.name), keyOfSide(there.uid, there.name)]
      if (key > otherKey) continue
      isAmbiguous ||= met.has(key) || met.has(otherKey)
      met.add(key).add(otherKey)
      relations.push({ side: there, from: here })
      if (key !== otherKey) relations.push({ side: here, from: there })
    }
  }
  return { relations, isAmbiguous }
}

function morphsOf({ contentTypes }: Schema): readonly Morph[] {
  const morphs = new Map<Attribute, { target: RelationSide; owners: RelationSide[] }>()
  for (const type of contentTypes.values()) {
    for (const attribute of type.attributes.values()) {
      // Skips attributes that link to uploaded files, because `src/reference/load/rows/related.ts` derives the uses of
      // files.
      if (attribute.kind !== 'morphBy' || attribute.target === FILE_UID) continue
      const targetType = contentTypes.get(attribute.target)
      const by = targetType?.attributes.get(attribute.by)
      if (targetType === undefined || by?.kind !== 'morphTo') continue
      const morph = morphs.get(by) ?? { target: endOf(targetType, by), owners: [] }
      morphs.set(by, morph)
      morph.owners.push(endOf(type, attribute))
    }
  }
  return [...morphs.values()]
}

/**
 * Converts random numbers to references between rows. The references respect the cardinality of both sides of a
 * relation.
 */

import type {
  Attribute,
  LinkAttribute,
  RelationAttribute,
  Schema,
  Uid,
} from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { type Draft, type RowDraft, rowsByType } from './dataset.ts'

/**
 * Writes the references of media attributes, of morph relations, and of one side of each other relation into the rows.
 * If `bothSides` is true, the function also writes the inverse sides of relations, in reverse order.
 */
export function linkRows(rows: readonly RowDraft[], schema: Schema, bothSides: boolean): void {
  const byType = rowsByType(rows)
  for (const type of schema.contentTypes.values()) {
    const own = byType.get(type.uid) ?? []
    for (const attribute of type.attributes.values()) {
      if (!isNaming(attribute, type.uid, schema)) continue
      const guard = guardOf(attribute, type.uid, schema)
      for (const row of own) linkFrom(row, row, attribute, byType, guard)
      if (bothSides && attribute.kind === 'relation' && attribute.inverse !== null) {
        writeOtherSide(attribute, own, byType.get(attribute.target) ?? [])
      }
    }
  }
  for (const row of rows) {
    for (const draft of row.inner) {
      for (const attribute of draft.model.attributes.values()) {
        if (isNaming(attribute, draft.model.uid, schema)) linkFrom(draft, row, attribute, byType, allowAll)
      }
    }
  }
}

/**
 * Returns whether the generated rows contain the references of an attribute. The loader derives the references of all
 * other attributes.
 */
function isNaming(attribute: Attribute, owner: Uid, schema: Schema): attribute is LinkAttribute {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via !== 'localizations' && !isDerivedSide(attribute, owner, schema)
    case 'media':
      return true
    case 'morphTo':
      // The loader also derives the attribute `related` of an uploaded file.
      return owner !== FILE_UID
    case 'morphBy':
    case 'scalar':
    case 'component':
    case 'zone':
      return false
  }
}

/**
 * Returns whether the generated rows omit the references of this side of a relation. Of the two sides, the rows omit
 * the side that comes later by type and name.
 */
function isDerivedSide({ name, target, inverse }: RelationAttribute, owner: Uid, schema: Schema): boolean {
  const other = schema.contentTypes.get(target)?.attributes.get(inverse ?? '')
  return other !== undefined && `${owner} ${name}` > `${target} ${other.name}`
}

/**
 * A function that returns whether a row may still refer to another row after the references that were already written.
 */
type Guard = (from: RowDraft, to: RowDraft) => boolean

const allowAll: Guard = () => true

/**
 * Creates the guard of an attribute, which decides whether a row may refer to another row. If the inverse side of a
 * relation is to-one, only one document may refer to a row. The guard treats drafts and published rows separately.
 */
function guardOf(attribute: LinkAttribute, uid: Uid, schema: Schema): Guard {
  const singles = singleOwners(attribute, uid, schema)
  if (singles.size === 0) return allowAll
  const taken = new Map<string, string>()
  return (from, to) => {
    if (!singles.has(to.model.uid)) return true
    const key = `${to.model.uid} ${to.id} ${from.isDraft}`
    const holder = taken.get(key) ?? from.documentId
    taken.set(key, holder)
    return holder === from.documentId
  }
}

/** Returns the target types of an attribute whose rows accept a reference from only one document. */
function singleOwners(attribute: LinkAttribute, uid: Uid, schema: Schema): ReadonlySet<Uid> {
  if (attribute.kind === 'relation') {
    const other = schema.contentTypes.get(attribute.target)?.attributes.get(attribute.inverse ?? '')
    return new Set(other?.kind === 'relation' && !other.many ? [attribute.target] : [])
  }
  const types = [...schema.contentTypes.values()].filter(({ attributes }) =>
    [...attributes.values()].some(
      (other) =>
        other.kind === 'morphBy' && !other.many && other.target === uid && other.by === attribute.name,
    ),
  )
  return new Set(attribute.kind === 'morphTo' ? types.map((type) => type.uid) : [])
}

function linkFrom(
  draft: Draft,
  from: RowDraft,
  attribute: LinkAttribute,
  byType: ReadonlyMap<Uid, readonly RowDraft[]>,
  guard: Guard,
): void {
  const candidates = candidatesOf(attribute, byType)
  const picks = draft.picks.get(attribute.name) ?? []
  const picked = picks.flatMap((pick) => candidates[pick % Math.max(candidates.length, 1)] ?? [])
  const several = attribute.many ? picked : oneDocument(picked, picks[0] ?? 0, candidates)
  const named = [...new Set(several)].filter((to) => guard(from, to))
  if (named.length === 0) return
  draft.json[attribute.name] = named.map((to) => referenceTo(to, attribute))
}

/**
 * Returns the rows to which a to-one relation refers: one row, and sometimes also another version of the document of
 * this row.
 */
function oneDocument(
  [first]: readonly RowDraft[],
  pick: number,
  candidates: readonly RowDraft[],
): readonly RowDraft[] {
  if (first === undefined) return []
  if (pick % 2 === 0) return [first]
  const { documentId, model } = first
  const others = candidates.filter(
    (row) => row.model === model && row.documentId === documentId && row !== first,
  )
  // Prefers a version with the same status, because an answer shows only versions of one status.
  const alike = others.filter(({ isDraft }) => isDraft === first.isDraft)
  const versions = alike.length > 0 ? alike : others
  const version = versions[(pick >> 1) % Math.max(versions.length, 1)]
  return version === undefined ? [first] : [version, first]
}

function candidatesOf(
  attribute: LinkAttribute,
  byType: ReadonlyMap<Uid, readonly RowDraft[]>,
): readonly RowDraft[] {
  switch (attribute.kind) {
    case 'media':
      return byType.get(FILE_UID) ?? []
    case 'relation':
      return byType.get(attribute.target) ?? []
    case 'morphTo':
      return [...byType.values()].flat()
    case 'morphBy':
      return []
  }
}

const referenceTo = ({ model, id }: RowDraft, { kind }: LinkAttribute): Json =>
  kind === 'morphTo' ? { __type: model.uid, id } : id

/** Writes the references of the inverse side in reverse order, because each side of a relation has its own order. */
function writeOtherSide(
  { name, inverse }: RelationAttribute,
  from: readonly RowDraft[],
  to: readonly RowDraft[],
): void {
  for (const row of to) {
    const namers = from.filter(({ json }) => namesId(json[name], row.id))
    row.json[inverse ?? ''] = namers.toSorted((a, b) => b.id - a.id).map(({ id }) => id)
  }
}

const namesId = (written: Json | undefined, id: number): boolean =>
  Array.isArray(written) && written.includes(id)

/**
 * Completes two-sided relations. If the rows state only one side, the links of the other side are derived. If the
 * rows state both sides of a relation, the links of both sides must agree.
 */

import type { Ref } from '../../graph/graph.ts'
import { at, listed, type Problem, type Report, rowsOf } from '../../schema/fault.ts'
import type { Attribute, MorphByAttribute, RelationAttribute, Uid } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { type EntryDraft, isWritten, type LoadContext, NO_REFS, refTo, type TableDraft } from './draft.ts'
import { isOneDocument } from './references.ts'

/** One side of a two-sided relation: the attribute, and the rows of its type. */
interface Side {
  readonly draft: TableDraft
  readonly attribute: Attribute & { readonly many: boolean }
}

/** The references to the rows that link to a row, in row order, by the type and the id of this row. */
type Referrers = ReadonlyMap<Uid, ReadonlyMap<number, readonly Ref[]>>

const referrersOf = ({ row }: EntryDraft, referrers: Referrers): readonly Ref[] =>
  referrers.get(row.uid)?.get(row.id) ?? NO_REFS

/** References to the rows that link to one row through the attribute `through`. */
interface ReferrersThrough {
  readonly refs: readonly Ref[]
  readonly through: string
}

/** Completes every two-sided relation and every morph relation. */
export function completeInverses(reading: LoadContext): void {
  for (const draft of reading.drafts.values()) {
    for (const attribute of draft.type.attributes.values()) {
      if (attribute.kind === 'relation') completeRelation(draft, attribute, reading)
    }
  }
  completeMorphs(reading)
}

/** Returns the map key of a row. */
export const keyOf = (type: Uid, id: number): string => `${type} ${id}`

function referrersThrough({ draft, attribute }: Side): Referrers {
  const referrers = new Map<Uid, Map<number, Ref[]>>()
  let lastType: Uid | undefined
  let ofType = new Map<number, Ref[]>()
  const add = (entry: EntryDraft, { type, id }: Ref): void => {
    // Reuses the map of the last type, because nearly all relations have a single target type.
    if (type !== lastType) {
      lastType = type
      ofType = referrers.get(type) ?? new Map<number, Ref[]>()
      referrers.set(type, ofType)
    }
    const list = ofType.get(id)
    if (list === undefined) ofType.set(id, [refTo(entry)])
    else list.push(refTo(entry))
  }
  draft.byId.forEach((entry) => {
    const links = entry.row.links[attribute.name] ?? NO_REFS
    if (links.length > 0) {
      links.forEach((link) => {
        add(entry, link)
      })
    }
  })
  return referrers
}

function completeRelation(
  draft: TableDraft,
  attribute: RelationAttribute,
  { drafts, report }: LoadContext,
): void {
  const otherDraft = drafts.get(attribute.target)
  const other = otherDraft?.type.attributes.get(attribute.inverse ?? '')
  if (otherDraft === undefined || other?.kind !== 'relation') return
  // The loop reaches both sides of each relation. Therefore, only the visit of the first side in key order completes
  // the relation.
  if (keyOfSide(draft.type.uid, attribute.name) > keyOfSide(otherDraft.type.uid, other.name)) return
  const here: Side = { draft, attribute }
  const there: Side = { draft: otherDraft, attribute: other }
  const referrersOfThere = referrersThrough(here)
  const referrersOfHere = referrersThrough(there)
  completeSide(there, referrersOfThere, here, report)
  completeSide(here, referrersOfHere, there, report)
}

/** Returns the map key of one side of a relation. */
export const keyOfSide = (uid: Uid, name: string): string => `${uid} ${name}`

/**
 * Derives the links of the rows that state no links for one side of a relation. For the rows that state links, the
 * function checks that the links of the other side agree.
 */
function completeSide(side: Side, referrers: Referrers, from: Side, report: Report): void {
  const { name } = side.attribute
  // If no row of the other side has links, the links that this side states contradict no other links.
  if (referrers.size === 0) return
  side.draft.byId.forEach((entry) => {
    const refs = referrersOf(entry, referrers)
    if (!isWritten(entry, name)) derive(entry, side, refs, from, report)
    else if (refs.length > 0) refuseMissing(entry, name, [{ refs, through: from.attribute.name }], report)
  })
}

function derive(
  entry: EntryDraft,
  { attribute }: Side,
  refs: readonly Ref[],
  from: Side,
  report: Report,
): void {
  const { name, many, kind } = attribute
  // Copies the list, because a list that grew has spare capacity, and a copy has none.
  entry.row.links[name] = refs.length === 0 ? NO_REFS : refs.slice()
  // In a morph relation, several entries may link to one row. If the relation is to-one on the side of the linked
  // row, the row shows the oldest of the linking entries, so there is no fault.
  if (many || refs.length < 2 || kind === 'morphBy') return
  const referring = refs.flatMap(({ id }) => from.draft.byId.get(id) ?? [])
  isOneDocument(referring, entry, at(entry.place, name), report)
}

function refuseMissing(
  entry: EntryDraft,
  name: string,
  allReferrers: readonly ReferrersThrough[],
  report: Report,
): void {
  const links = entry.row.links[name]
  if (links === undefined || allReferrers.length === 0) return
  const named = new Set(links.map(({ type, id }) => keyOf(type, id)))
  for (const { refs, through } of allReferrers) {
    for (const referrer of refs) {
      if (named.has(keyOf(referrer.type, referrer.id))) continue
      const sought = [rowsOf(entry.row.uid), rowsOf(referrer.type)]
      report(at(entry.place, name), { ...disagreement(referrer, through, links), sought })
    }
  }
}

const disagreement = ({ type, id }: Ref, name: string, links: readonly Ref[]): Problem => ({
  message: 'two sides of a relation disagree',
  expected: `${type} ${id} too, whose "${name}" names this row`,
  found: () => (links.length === 0 ? 'no reference' : listed(links.map(({ id }) => id))),
})

/** A `morphTo` attribute, and the `morphBy` attributes that are the other sides of its relation. */
interface Morph {
  readonly target: Side
  readonly owners: Side[]
}

/** Completes the `morphTo` sides of all morph relations first, and then derives the `morphBy` sides from these. */
function completeMorphs(reading: LoadContext): void {
  const morphs = morphsOf(reading)
  for (const morph of morphs) addToTarget(morph, reading)
  for (const { target, owners } of morphs) {
    const referrers = referrersThrough(target)
    for (const owner of owners) completeOwner(owner, target, referrers, reading.report)
  }
}

function morphsOf({ drafts }: LoadContext): readonly Morph[] {
  const morphs = new Map<Attribute, Morph>()
  for (const draft of drafts.values()) {
    for (const attribute of draft.type.attributes.values()) {
      const target = attribute.kind === 'morphBy' ? targetOf(attribute, drafts) : undefined
      if (target === undefined || attribute.kind !== 'morphBy') continue
      const morph = morphs.get(target.attribute) ?? { target, owners: [] }
      morphs.set(target.attribute, morph)
      morph.owners.push({ draft, attribute })
    }
  }
  return [...morphs.values()]
}

function targetOf({ target, by }: MorphByAttribute, drafts: LoadContext['drafts']): Side | undefined {
  const draft = drafts.get(target)
  const attribute = draft?.type.attributes.get(by)
  // Skips `related` of uploaded files, because `related.ts` collects the uses of files.
  if (draft === undefined || attribute?.kind !== 'morphTo' || target === FILE_UID) return undefined
  return { draft, attribute }
}

/**
 * Adds the rows with `morphBy` links to a `morphTo` row that states no links. If a `morphTo` row states links, the
 * function checks that these links include all rows with `morphBy` links to it.
 */
function addToTarget({ owners, target }: Morph, { drafts, report }: LoadContext): void {
  const { name } = target.attribute
  const sides = owners.map((owner) => ({ referrers: referrersThrough(owner), through: owner.attribute.name }))
  for (const entry of target.draft.byId.values()) {
    const allReferrers = sides
      .map(({ referrers, through }): ReferrersThrough => ({ refs: referrersOf(entry, referrers), through }))
      .filter(({ refs }) => refs.length > 0)
    if (isWritten(entry, name)) refuseMissing(entry, name, allReferrers, report)
    else if (allReferrers.length > 0) {
      const links = distinct([entry.row.links[name] ?? NO_REFS, ...allReferrers.map(({ refs }) => refs)])
      entry.row.links[name] = links
      const named = links.flatMap(({ type, id }) => drafts.get(type)?.byId.get(id) ?? [])
      if (!target.attribute.many) isOneDocument(named, entry, at(entry.place, name), report)
    }
  }
}

function distinct(lists: readonly (readonly Ref[])[]): readonly Ref[] {
  return [...new Map(lists.flat().map((ref) => [keyOf(ref.type, ref.id), ref])).values()]
}

/**
 * Completes a `morphBy` side. In a `morphToMany` relation, either side may state links, so a `morphBy` side that
 * states links has exactly these links.
 */
function completeOwner(owner: Side, target: Side, referrers: Referrers, report: Report): void {
  const written = [...owner.draft.byId.values()].some((entry) => isWritten(entry, owner.attribute.name))
  if (!target.attribute.many || !written) completeSide(owner, referrers, target, report)
}

/** The two sides of a relation made one: a side that a row does not write is derived, two written sides must agree. */

import type { Ref } from '../../graph/graph.ts'
import { at, listed, type Problem, type Report, rowsOf } from '../../schema/fault.ts'
import type { Attribute, MorphByAttribute, RelationAttribute, Uid } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { type Entry, isWritten, NO_REFS, type Reading, refTo, type Sheet } from './draft.ts'
import { isOneDocument } from './references.ts'

/** One side: an attribute of all rows of a type. */
interface Side {
  readonly sheet: Sheet
  readonly attribute: Attribute & { readonly many: boolean }
}

/** Links to the rows that name a row, by its type and id, in row order. */
type Namers = ReadonlyMap<Uid, ReadonlyMap<number, readonly Ref[]>>

const namersOf = ({ row }: Entry, namers: Namers): readonly Ref[] =>
  namers.get(row.uid)?.get(row.id) ?? NO_REFS

/** The rows that name one row through one attribute. */
interface Naming {
  readonly refs: readonly Ref[]
  readonly through: string
}

/** Completes every two-sided relation and every morph relation. */
export function completeInverses(reading: Reading): void {
  for (const sheet of reading.sheets.values()) {
    for (const attribute of sheet.type.attributes.values()) {
      if (attribute.kind === 'relation') completeRelation(sheet, attribute, reading)
    }
  }
  completeMorphs(reading)
}

/** A row as a key. */
export const keyOf = (type: Uid, id: number): string => `${type} ${id}`

function namersThrough({ sheet, attribute }: Side): Namers {
  const namers = new Map<Uid, Map<number, Ref[]>>()
  for (const entry of sheet.byId.values()) {
    for (const { type, id } of entry.row.links[attribute.name] ?? NO_REFS) {
      const ofType = namers.get(type) ?? new Map<number, Ref[]>()
      const list = ofType.get(id)
      if (list !== undefined) list.push(refTo(entry))
      else namers.set(type, ofType.set(id, [refTo(entry)]))
    }
  }
  return namers
}

function completeRelation(sheet: Sheet, attribute: RelationAttribute, { sheets, report }: Reading): void {
  const otherSheet = sheets.get(attribute.target)
  const other = otherSheet?.type.attributes.get(attribute.inverse ?? '')
  if (otherSheet === undefined || other?.kind !== 'relation') return
  // Each pair of sides is met twice; the first meeting does the work.
  if (keyOfSide(sheet.type.uid, attribute.name) > keyOfSide(otherSheet.type.uid, other.name)) return
  const here: Side = { sheet, attribute }
  const there: Side = { sheet: otherSheet, attribute: other }
  const namersOfThere = namersThrough(here)
  const namersOfHere = namersThrough(there)
  completeSide(there, namersOfThere, here, report)
  completeSide(here, namersOfHere, there, report)
}

/** A side as a key. */
export const keyOfSide = (uid: Uid, name: string): string => `${uid} ${name}`

/** Gives the namers to the rows that write nothing, and holds them against what the other rows write. */
function completeSide(side: Side, namers: Namers, from: Side, report: Report): void {
  const { name } = side.attribute
  for (const entry of side.sheet.byId.values()) {
    const refs = namersOf(entry, namers)
    if (!isWritten(entry, name)) derive(entry, side, refs, from, report)
    else if (refs.length > 0) refuseMissing(entry, name, [{ refs, through: from.attribute.name }], report)
  }
}

function derive(entry: Entry, { attribute }: Side, refs: readonly Ref[], from: Side, report: Report): void {
  const { name, many } = attribute
  // A list that grew has room for more; a copy of it has none.
  entry.row.links[name] = refs.length === 0 ? NO_REFS : refs.slice()
  if (many || refs.length < 2) return
  const naming = refs.flatMap(({ id }) => from.sheet.byId.get(id) ?? [])
  isOneDocument(naming, entry, at(entry.place, name), report)
}

function refuseMissing(entry: Entry, name: string, namings: readonly Naming[], report: Report): void {
  const links = entry.row.links[name]
  if (links === undefined || namings.length === 0) return
  const named = new Set(links.map(({ type, id }) => keyOf(type, id)))
  for (const { refs, through } of namings) {
    for (const namer of refs) {
      if (named.has(keyOf(namer.type, namer.id))) continue
      const sought = [rowsOf(entry.row.uid), rowsOf(namer.type)]
      report(at(entry.place, name), { ...disagreement(namer, through, links), sought })
    }
  }
}

const disagreement = ({ type, id }: Ref, name: string, links: readonly Ref[]): Problem => ({
  message: 'two sides of a relation disagree',
  expected: `${type} ${id} too, whose "${name}" names this row`,
  found: () => (links.length === 0 ? 'no reference' : listed(links.map(({ id }) => id))),
})

/** A morphTo, and all that name rows of its type as their `morphBy`. */
interface Morph {
  readonly target: Side
  readonly owners: Side[]
}

/** First all that is written goes to the morphTo sides; only then is derived from them. */
function completeMorphs(reading: Reading): void {
  const morphs = morphsOf(reading)
  for (const morph of morphs) addToTarget(morph, reading)
  for (const { target, owners } of morphs) {
    const namers = namersThrough(target)
    for (const owner of owners) completeOwner(owner, target, namers, reading.report)
  }
}

function morphsOf({ sheets }: Reading): readonly Morph[] {
  const morphs = new Map<Attribute, Morph>()
  for (const sheet of sheets.values()) {
    for (const attribute of sheet.type.attributes.values()) {
      const target = attribute.kind === 'morphBy' ? targetOf(attribute, sheets) : undefined
      if (target === undefined || attribute.kind !== 'morphBy') continue
      const morph = morphs.get(target.attribute) ?? { target, owners: [] }
      morphs.set(target.attribute, morph)
      morph.owners.push({ sheet, attribute })
    }
  }
  return [...morphs.values()]
}

function targetOf({ target, by }: MorphByAttribute, sheets: Reading['sheets']): Side | undefined {
  const sheet = sheets.get(target)
  const attribute = sheet?.type.attributes.get(by)
  // What names files is gathered in related.ts.
  if (sheet === undefined || attribute?.kind !== 'morphTo' || target === FILE_UID) return undefined
  return { sheet, attribute }
}

/** A morphTo row that writes nothing gets the rows that name it at its end; one that writes must name them. */
function addToTarget({ owners, target }: Morph, { sheets, report }: Reading): void {
  const { name } = target.attribute
  const sides = owners.map((owner) => ({ namers: namersThrough(owner), through: owner.attribute.name }))
  for (const entry of target.sheet.byId.values()) {
    const namings = sides
      .map(({ namers, through }): Naming => ({ refs: namersOf(entry, namers), through }))
      .filter(({ refs }) => refs.length > 0)
    if (isWritten(entry, name)) refuseMissing(entry, name, namings, report)
    else if (namings.length > 0) {
      const links = distinct([entry.row.links[name] ?? NO_REFS, ...namings.map(({ refs }) => refs)])
      entry.row.links[name] = links
      const named = links.flatMap(({ type, id }) => sheets.get(type)?.byId.get(id) ?? [])
      if (!target.attribute.many) isOneDocument(named, entry, at(entry.place, name), report)
    }
  }
}

function distinct(lists: readonly (readonly Ref[])[]): readonly Ref[] {
  return [...new Map(lists.flat().map((ref) => [keyOf(ref.type, ref.id), ref])).values()]
}

/** Links of a morphToMany may be made from either side, and what an owner writes is then only its own. */
function completeOwner(owner: Side, target: Side, namers: Namers, report: Report): void {
  const written = [...owner.sheet.byId.values()].some((entry) => isWritten(entry, owner.attribute.name))
  if (!target.attribute.many || !written) completeSide(owner, namers, target, report)
}

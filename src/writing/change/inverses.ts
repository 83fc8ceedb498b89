/**
 * Updates the inverse sides of changed relations. The derivation and its checks are the same as in
 * `src/reference/load/rows/inverse.ts`, but run only for affected rows.
 */

import type { Ref, Row } from '../../reference/graph/graph.ts'
import { hasId, mergedById } from '../../reference/graph/merge.ts'
import { rowJson } from '../../reference/graph/share.ts'
import {
  type EntryDraft,
  isWritten,
  NO_REFS,
  type ReferencedRow,
  refTo,
} from '../../reference/load/rows/draft.ts'
import { isOneDocument } from '../../reference/load/rows/references.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { type ByRow, type Changeset, ofType, rowBefore } from './changeset.ts'
import { type Derivation, derivationsOf, type Morph, type RelationSide } from './derivations.ts'
import { isMorphWrittenIn } from './reverse-index.ts'

/** The new derived links of the rows that a change does not read again, by type, id and attribute. */
export type Rederived = ByRow<Map<string, readonly Ref[]>>

/**
 * Sets the derived links of the rows that a change reads again, and returns the new derived links of all other rows.
 */
export function completeSides(changeset: Changeset): Rederived {
  const { relations, morphs, isAmbiguous } = derivationsOf(changeset.graph.schema)
  const rederived: Rederived = new Map()
  if (isAmbiguous) changeset.fallback.request()
  for (const derivation of relations) derive(derivation, changeset, rederived)
  for (const morph of morphs) {
    if (isOneSided(morph, changeset)) {
      for (const owner of morph.owners) derive({ side: owner, from: morph.target }, changeset, rederived)
    } else for (const end of [morph.target, ...morph.owners]) keepLinks(end, changeset)
  }
  return rederived
}

/**
 * Returns whether the JSON of no row contains the `morphBy` side of a morph relation. If the JSON of a row contains
 * the `morphBy` side, the derived links depend on all rows.
 */
const isOneSided = ({ owners }: Morph, { graph, entries }: Changeset): boolean =>
  owners.every(({ uid, name }) => {
    const table = graph.tables.get(uid)
    const isOld = table !== undefined && isMorphWrittenIn(table, name)
    return !isOld && [...(entries.get(uid)?.values() ?? [])].every((entry) => !isWritten(entry, name))
  })

/**
 * Keeps the links of a morph relation that the JSON of both sides contains. If the change affects links that both
 * sides contain, the function requests the slow path, which builds all files.
 */
function keepLinks({ uid, name }: RelationSide, changeset: Changeset): void {
  for (const [id, json] of changeset.puts.get(uid) ?? []) {
    const before = rowBefore(changeset, uid, id)
    const entry = changeset.entries.get(uid)?.get(id)
    if (before === undefined || entry === undefined) {
      if (json !== undefined && Object.hasOwn(json, name)) changeset.fallback.request()
      // A removed row may be the only row whose JSON contains the attribute, and the derived links depend on such
      // rows.
      if (before !== undefined && wrote(before, name)) changeset.fallback.request()
      if ((before?.links[name] ?? []).length > 0) changeset.fallback.request()
      continue
    }
    const isSame =
      rowJson(before)?.[name] === json?.[name] &&
      isWritten({ json: rowJson(before) ?? {} }, name) === isWritten(entry, name)
    if (isSame && isSameHead(before, entry)) entry.row.links[name] = before.links[name] ?? []
    else changeset.fallback.request()
  }
}

/** Returns whether a change leaves the document, locale and status of a row unchanged. */
export const isSameHead = (before: Row, { row }: ReferencedRow): boolean =>
  before.documentId === row.documentId && before.locale === row.locale && before.status === row.status

function derive(derivation: Derivation, changeset: Changeset, rederived: Rederived): void {
  const { side, from } = derivation
  if (!changeset.puts.has(side.uid) && !changeset.puts.has(from.uid)) return
  const dirty = new Set(targetsThatChange(derivation, changeset))
  const referrers = newReferrers(derivation, dirty, changeset)
  for (const [id, entry] of changeset.entries.get(side.uid) ?? []) {
    dirty.delete(id)
    completeEntry(entry, rowBefore(changeset, side.uid, id), referrers.get(id) ?? [], derivation, changeset)
  }
  for (const id of dirty) {
    const row =
      changeset.puts.get(side.uid)?.has(id) === true ? undefined : rowBefore(changeset, side.uid, id)
    if (row !== undefined) completeOther(row, referrers.get(id) ?? [], derivation, changeset, rederived)
  }
}

/**
 * Returns the rows that are read again and whose JSON contains a link, by the id of the linked row. The map contains
 * only linked rows that are also read again or get new links.
 */
function newReferrers(
  { side, from }: Derivation,
  dirty: ReadonlySet<number>,
  { entries }: Changeset,
): ReadonlyMap<number, readonly EntryDraft[]> {
  const referrers = new Map<number, EntryDraft[]>()
  const anew = entries.get(side.uid)
  for (const entry of entries.get(from.uid)?.values() ?? []) {
    if (!isWritten(entry, from.name)) continue
    for (const { type, id } of entry.row.links[from.name] ?? []) {
      if (type !== side.uid || !(dirty.has(id) || anew?.has(id) === true)) continue
      const there = referrers.get(id)
      if (there === undefined) referrers.set(id, [entry])
      else there.push(entry)
    }
  }
  return referrers
}

/**
 * Yields the ids of linked rows that gain or lose a referring row, or whose referring row changes its document, locale
 * or status.
 */
function* targetsThatChange({ side, from }: Derivation, changeset: Changeset): Generator<number> {
  for (const id of changeset.puts.get(from.uid)?.keys() ?? []) {
    const before = rowBefore(changeset, from.uid, id)
    const entry = changeset.entries.get(from.uid)?.get(id)
    const isNaming = entry !== undefined && isWritten(entry, from.name)
    // If the JSON of a row now contains a side that was derived before, the other side already has the same links.
    const isKnown = before !== undefined && (isNaming || wrote(before, from.name))
    const old = (isKnown ? before.links[from.name] : undefined) ?? NO_REFS
    const now = (isNaming ? entry.row.links[from.name] : undefined) ?? NO_REFS
    const isSameRow = before !== undefined && entry !== undefined && isSameHead(before, entry)
    if (isSameRow) yield* idsOf([...inFirstOnly(old, now), ...inFirstOnly(now, old)], side.uid)
    else yield* idsOf([...old, ...now], side.uid)
  }
}

const idsOf = (links: readonly Ref[], uid: Uid): readonly number[] =>
  links.filter(({ type }) => type === uid).map(({ id }) => id)

/**
 * Returns the links in `some` that are absent from `others`. The comparison of long lists is fast, because it skips
 * a common start and end.
 */
function inFirstOnly(some: readonly Ref[], others: readonly Ref[]): readonly Ref[] {
  const least = Math.min(some.length, others.length)
  let start = 0
  while (start < least && isSameRef(some[start], others[start])) start++
  let end = 0
  while (end < least - start && isSameRef(some.at(-1 - end), others.at(-1 - end))) end++
  if (start + end === some.length) return NO_REFS
  const there = new Set(others.slice(start, others.length - end).map(keyOf))
  return some.slice(start, some.length - end).filter((ref) => !there.has(keyOf(ref)))
}

const isSameRef = (a: Ref | undefined, b: Ref | undefined): boolean => a?.id === b?.id && a?.type === b?.type
const keyOf = ({ type, id }: Ref): string => `${type} ${id}`

const wrote = (row: Row, name: string): boolean => isWritten({ json: rowJson(row) ?? {} }, name)

/**
 * Returns the rows that refer to a row, in the order of their ids. The result contains unchanged referring rows from
 * before the change, and referring rows that the change reads again.
 */
function referrersOfRow(
  id: number,
  before: Row | undefined,
  added: readonly EntryDraft[],
  { side, from }: Derivation,
  changeset: Changeset,
): readonly ReferencedRow[] {
  const puts = changeset.puts.get(from.uid)
  const type = changeset.graph.tables.get(from.uid)?.type
  const isAll = before === undefined || !wrote(before, side.name)
  const kept = (before?.links[side.name] ?? []).flatMap((ref): ReferencedRow[] => {
    if (puts?.has(ref.id) === true || ref.type !== from.uid) return []
    const row = rowBefore(changeset, from.uid, ref.id)
    if (row === undefined || type === undefined) return []
    return isAll || refersTo(row, from.name, side.uid, id) ? [{ type, row }] : []
  })
  return [...kept, ...added].sort((a, b) => a.row.id - b.row.id)
}

const refersTo = (row: Row, name: string, type: Uid, id: number): boolean =>
  wrote(row, name) && (row.links[name] ?? []).some((ref) => ref.type === type && ref.id === id)

function completeEntry(
  entry: EntryDraft,
  before: Row | undefined,
  added: readonly EntryDraft[],
  derivation: Derivation,
  changeset: Changeset,
): void {
  const { name, many } = derivation.side
  if (isWritten(entry, name)) return refuseLost(entry, before, added, derivation, changeset)
  const referring = referrersOfRow(entry.row.id, before, added, derivation, changeset)
  entry.row.links[name] = referring.map(refTo)
  if (!many) isOneDocument(referring, entry, entry.place, changeset.fallback.request)
}

/**
 * Requests the slow path (building all files) if the JSON of a row no longer lists another row that still refers to
 * the row.
 */
function refuseLost(
  { row }: EntryDraft,
  before: Row | undefined,
  added: readonly EntryDraft[],
  { side, from }: Derivation,
  changeset: Changeset,
): void {
  const links = row.links[side.name] ?? NO_REFS
  const puts = changeset.puts.get(from.uid)
  const isAll = before === undefined || !wrote(before, side.name)
  const isNaming = (id: number): boolean => {
    const other = rowBefore(changeset, from.uid, id)
    return other !== undefined && (isAll || refersTo(other, from.name, side.uid, row.id))
  }
  const gone = idsOf(inFirstOnly(before?.links[side.name] ?? NO_REFS, links), from.uid)
  if (gone.some((id) => puts?.has(id) !== true && isNaming(id))) changeset.fallback.request()
  refuseMissing(links, added, changeset)
}

function completeOther(
  row: Row,
  added: readonly EntryDraft[],
  derivation: Derivation,
  changeset: Changeset,
  rederived: Rederived,
): void {
  const { uid, name, many } = derivation.side
  const links = row.links[name] ?? []
  if (wrote(row, name)) return refuseMissing(links, added, changeset)
  if (!many) {
    const referring = referrersOfRow(row.id, row, added, derivation, changeset)
    const type = changeset.graph.tables.get(uid)?.type
    const place = { file: '', within: null, key: '' }
    if (type !== undefined) isOneDocument(referring, { type, row }, place, changeset.fallback.request)
  }
  const changes = new Map<number, Ref | undefined>()
  for (const id of changeset.puts.get(derivation.from.uid)?.keys() ?? [])
    if (hasId(links, id)) changes.set(id, undefined)
  let isSame = changes.size === added.length
  for (const entry of added) {
    const ref = refTo(entry)
    isSame &&= changes.has(ref.id)
    changes.set(ref.id, ref)
  }
  if (isSame) return
  const attributes = ofType(rederived, uid).get(row.id) ?? new Map<string, readonly Ref[]>()
  ofType(rederived, uid).set(row.id, attributes.set(name, Object.freeze(mergedById(links, changes))))
}

/**
 * Requests the slow path (building all files) if the JSON of a row lists its links but omits a row that refers to the
 * row. All rows in `referring` have the same type.
 */
function refuseMissing(
  links: readonly Ref[],
  referring: readonly ReferencedRow[],
  { fallback }: Changeset,
): void {
  const [first] = referring
  if (first === undefined) return
  const named = new Set(idsOf(links, first.row.uid))
  if (referring.some(({ row }) => !named.has(row.id))) fallback.request()
}

/** The other sides of what a change writes: derived and held against each other as `inverse.ts` does, where they change. */

import type { Ref, Row } from '../../reference/graph/graph.ts'
import { hasId, mergedById } from '../../reference/graph/merged.ts'
import { jsonOf } from '../../reference/graph/share.ts'
import { type Entry, isWritten, type Named, NO_REFS, refTo } from '../../reference/load/rows/draft.ts'
import { isOneDocument } from '../../reference/load/rows/references.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { type ByRow, ofType, rowBefore, type Step } from './changeset.ts'
import { type Derivation, derivationsOf, type End, type Morph } from './derivations.ts'
import { isWrittenIn } from './reverse-index.ts'

/** New links of rows that are not read anew, by type, id and attribute. */
export type Rederived = ByRow<Map<string, readonly Ref[]>>

/** Completes the rows that are read anew; tells which others get other links. */
export function completeSides(step: Step): Rederived {
  const { relations, morphs, isTangled } = derivationsOf(step.graph.schema)
  const rederived: Rederived = new Map()
  if (isTangled) step.trouble.note()
  for (const derivation of relations) derive(derivation, step, rederived)
  for (const morph of morphs) {
    if (isOneSided(morph, step)) {
      for (const owner of morph.owners) derive({ side: owner, from: morph.target }, step, rederived)
    } else for (const end of [morph.target, ...morph.owners]) keepLinks(end, step)
  }
  return rederived
}

/** Whether no row says of itself what names it: else it takes all rows to tell what follows from what. */
const isOneSided = ({ owners }: Morph, { graph, entries }: Step): boolean =>
  owners.every(({ uid, name }) => {
    const table = graph.tables.get(uid)
    const isOld = table !== undefined && isWrittenIn(table, name)
    return !isOld && [...(entries.get(uid)?.values() ?? [])].every((entry) => !isWritten(entry, name))
  })

/** Of a morph relation that is written at both ends nothing may change here. */
function keepLinks({ uid, name }: End, step: Step): void {
  for (const [id, json] of step.puts.get(uid) ?? []) {
    const before = rowBefore(step, uid, id)
    const entry = step.entries.get(uid)?.get(id)
    if (before === undefined || entry === undefined) {
      if (json !== undefined && Object.hasOwn(json, name)) step.trouble.note()
      // Whether any row writes it decides on what the others derive.
      if (before !== undefined && wrote(before, name)) step.trouble.note()
      if ((before?.links[name] ?? []).length > 0) step.trouble.note()
      continue
    }
    const isSame =
      jsonOf(before)?.[name] === json?.[name] &&
      isWritten({ json: jsonOf(before) ?? {} }, name) === isWritten(entry, name)
    if (isSame && isSameHead(before, entry)) entry.row.links[name] = before.links[name] ?? []
    else step.trouble.note()
  }
}

/** Whether a row is known by the same as before. */
export const isSameHead = (before: Row, { row }: Named): boolean =>
  before.documentId === row.documentId && before.locale === row.locale && before.status === row.status

function derive(derivation: Derivation, step: Step, rederived: Rederived): void {
  const { side, from } = derivation
  if (!step.puts.has(side.uid) && !step.puts.has(from.uid)) return
  const dirty = new Set(targetsThatChange(derivation, step))
  const namers = newNamers(derivation, dirty, step)
  for (const [id, entry] of step.entries.get(side.uid) ?? []) {
    dirty.delete(id)
    completeEntry(entry, rowBefore(step, side.uid, id), namers.get(id) ?? [], derivation, step)
  }
  for (const id of dirty) {
    const row = step.puts.get(side.uid)?.has(id) === true ? undefined : rowBefore(step, side.uid, id)
    if (row !== undefined) completeOther(row, namers.get(id) ?? [], derivation, step, rederived)
  }
}

/** The rows read anew that name a row which is read anew or gets other links, by its id. */
function newNamers(
  { side, from }: Derivation,
  dirty: ReadonlySet<number>,
  { entries }: Step,
): ReadonlyMap<number, readonly Entry[]> {
  const namers = new Map<number, Entry[]>()
  const anew = entries.get(side.uid)
  for (const entry of entries.get(from.uid)?.values() ?? []) {
    if (!isWritten(entry, from.name)) continue
    for (const { type, id } of entry.row.links[from.name] ?? []) {
      if (type !== side.uid || !(dirty.has(id) || anew?.has(id) === true)) continue
      const there = namers.get(id)
      if (there === undefined) namers.set(id, [entry])
      else there.push(entry)
    }
  }
  return namers
}

/** The rows that were named, or are now, by those which name others than before or are known by something else. */
function* targetsThatChange({ side, from }: Derivation, step: Step): Generator<number> {
  for (const id of step.puts.get(from.uid)?.keys() ?? []) {
    const before = rowBefore(step, from.uid, id)
    const entry = step.entries.get(from.uid)?.get(id)
    const isNaming = entry !== undefined && isWritten(entry, from.name)
    // What is written now and followed from the other side before, that side says already.
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

/** The links of one list that another lacks; where they begin and end alike, nothing is looked at twice. */
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

const wrote = (row: Row, name: string): boolean => isWritten({ json: jsonOf(row) ?? {} }, name)

/** Who names a row: those that did and are not read anew, and the new ones; by id. */
function namersOfRow(
  id: number,
  before: Row | undefined,
  added: readonly Entry[],
  { side, from }: Derivation,
  step: Step,
): readonly Named[] {
  const puts = step.puts.get(from.uid)
  const type = step.graph.tables.get(from.uid)?.type
  const isAll = before === undefined || !wrote(before, side.name)
  const kept = (before?.links[side.name] ?? []).flatMap((ref): Named[] => {
    if (puts?.has(ref.id) === true || ref.type !== from.uid) return []
    const row = rowBefore(step, from.uid, ref.id)
    if (row === undefined || type === undefined) return []
    return isAll || namesRow(row, from.name, side.uid, id) ? [{ type, row }] : []
  })
  return [...kept, ...added].sort((a, b) => a.row.id - b.row.id)
}

const namesRow = (row: Row, name: string, type: Uid, id: number): boolean =>
  wrote(row, name) && (row.links[name] ?? []).some((ref) => ref.type === type && ref.id === id)

function completeEntry(
  entry: Entry,
  before: Row | undefined,
  added: readonly Entry[],
  derivation: Derivation,
  step: Step,
): void {
  const { name, many } = derivation.side
  if (isWritten(entry, name)) return refuseLost(entry, before, added, derivation, step)
  const naming = namersOfRow(entry.row.id, before, added, derivation, step)
  entry.row.links[name] = naming.map(refTo)
  if (!many) isOneDocument(naming, entry, entry.place, step.trouble.note)
}

/** What a row writes must have all who name it: of those that did before, whoever is not in it may name it no more. */
function refuseLost(
  { row }: Entry,
  before: Row | undefined,
  added: readonly Entry[],
  { side, from }: Derivation,
  step: Step,
): void {
  const links = row.links[side.name] ?? NO_REFS
  const puts = step.puts.get(from.uid)
  const isAll = before === undefined || !wrote(before, side.name)
  const isNaming = (id: number): boolean => {
    const other = rowBefore(step, from.uid, id)
    return other !== undefined && (isAll || namesRow(other, from.name, side.uid, row.id))
  }
  const gone = idsOf(inFirstOnly(before?.links[side.name] ?? NO_REFS, links), from.uid)
  if (gone.some((id) => puts?.has(id) !== true && isNaming(id))) step.trouble.note()
  refuseMissing(links, added, step)
}

function completeOther(
  row: Row,
  added: readonly Entry[],
  derivation: Derivation,
  step: Step,
  rederived: Rederived,
): void {
  const { uid, name, many } = derivation.side
  const links = row.links[name] ?? []
  if (wrote(row, name)) return refuseMissing(links, added, step)
  if (!many) {
    const naming = namersOfRow(row.id, row, added, derivation, step)
    const type = step.graph.tables.get(uid)?.type
    const place = { file: '', within: null, key: '' }
    if (type !== undefined) isOneDocument(naming, { type, row }, place, step.trouble.note)
  }
  const changes = new Map<number, Ref | undefined>()
  for (const id of step.puts.get(derivation.from.uid)?.keys() ?? [])
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

/** Two written sides must agree. Those that name the row are of one type. */
function refuseMissing(links: readonly Ref[], naming: readonly Named[], { trouble }: Step): void {
  const [first] = naming
  if (first === undefined) return
  const named = new Set(idsOf(links, first.row.uid))
  if (naming.some(({ row }) => !named.has(row.id))) trouble.note()
}

/** Writes to-one morph relations, and updates the `morphBy` side of morph relations. */
import type { Ref } from '../../reference/graph/graph.ts'
import type { MorphByAttribute } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { isMorphWrittenIn } from '../change/reverse-index.ts'
import { crashing, Refused } from '../refusal.ts'
import { type Association, morphRefOf } from './assoc.ts'
import { dropOther, type Holder, has, linksOf, sameRow, setLinks } from './holder.ts'
import type { Transaction } from './transaction.ts'

/** Returns the refusal of a write that sets a to-one morph relation. */
export const unwritable = (name: string) =>
  crashing(
    'morph-one-crash',
    'write.morph.one',
    `Invalid key ${name}: a relation to one entry of any type cannot be written`,
  )

/**
 * Writes a to-one morph relation. A link to an unknown row shows no entry, so a write of such a link leaves no link.
 */
export function writeMorph(transaction: Transaction, holder: Holder, name: string, value: Json): void {
  const ref = value === null ? null : morphRefOf(value)
  if (ref === undefined) throw new Refused(unwritable(name))
  const before = linksOf(holder, name)
  const after = ref === null || transaction.row(ref.type, ref.id) === undefined ? [] : [ref]
  setLinks(transaction, holder, name, after)
  for (const old of before) if (!has(after, old)) forgetOwner(transaction, old, holder, name)
  for (const one of after) addOwner(transaction, one, holder, name)
}

/**
 * Writes the `morphBy` side of a to-one morph relation, as a real server does: links only the first entry of a list.
 * `connect` and `disconnect` only remove the earlier links.
 */
export function writeOwned(
  transaction: Transaction,
  holder: Holder,
  { name, by }: Pick<MorphByAttribute, 'name' | 'by'>,
  change: Association,
): void {
  const own: Ref = { type: holder.row.uid, id: holder.row.id }
  const [first] = change.kind === 'set' ? change.rows : []
  const after = first === undefined ? [] : [{ type: first.ref.type, id: first.ref.id }]
  const there = after.filter(({ type, id }) => transaction.row(type, id) !== undefined)
  for (const ref of linksOf(holder, name)) if (!has(there, ref)) dropOther(transaction, ref, by, own)
  const table = transaction.graph.tables.get(holder.row.uid)
  if (table !== undefined && isMorphWrittenIn(table, name)) setLinks(transaction, holder, name, there)
  for (const ref of there) {
    const work = transaction.edit(ref.type, ref.id)
    for (const old of work.links[by] ?? [])
      if (!sameRow(old, own)) forgetOwner(transaction, old, { row: work }, by)
    work.links[by] = [own]
    transaction.touch(work, by)
  }
}

/**
 * Adds a link to the `morphBy` side of a morph relation, in the order of ids, if the JSON of any row contains this
 * side.
 */
function addOwner(transaction: Transaction, ref: Ref, { row }: Holder, by: string): void {
  const own: Ref = { type: row.uid, id: row.id }
  const table = transaction.graph.tables.get(ref.type)
  for (const name of otherSides(transaction, ref, own, by)) {
    if (table === undefined || !isMorphWrittenIn(table, name)) continue
    const work = transaction.edit(ref.type, ref.id)
    const refs = work.links[name] ?? []
    if (has(refs, own)) continue
    work.links[name] = [...refs, own].toSorted((one, other) => one.id - other.id)
    transaction.touch(work, name)
  }
}

/** Removes a link from the `morphBy` side of a morph relation. */
export function forgetOwner(
  transaction: Transaction,
  ref: Ref,
  { row }: Pick<Holder, 'row'>,
  by: string,
): void {
  const own: Ref = { type: row.uid, id: row.id }
  for (const name of otherSides(transaction, ref, own, by)) dropOther(transaction, ref, name, own)
}

/**
 * Returns the names of the linked row's `morphBy` attributes that are the other side of the morph relation `by` of the
 * type of `own`.
 */
function otherSides({ graph }: Transaction, ref: Ref, own: Ref, by: string): readonly string[] {
  const attributes = graph.schema.contentTypes.get(ref.type)?.attributes.values() ?? []
  return [...attributes].flatMap((one) =>
    one.kind === 'morphBy' && one.target === own.type && one.by === by ? [one.name] : [],
  )
}

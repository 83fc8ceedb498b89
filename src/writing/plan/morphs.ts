/** Writes to-one morph relations, and updates the `morphBy` side of morph relations. */
import type { Ref } from '../../reference/graph/graph.ts'
import type { Json } from '../../util/json.ts'
import { isMorphWrittenIn } from '../change/reverse-index.ts'
import { crashing, Refused } from '../refusal.ts'
import { morphRefOf } from './assoc.ts'
import { dropOther, type Holder, has, linksOf, setLinks } from './holder.ts'
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
export function forgetOwner(transaction: Transaction, ref: Ref, { row }: Holder, by: string): void {
  const own: Ref = { type: row.uid, id: row.id }
  for (const name of otherSides(transaction, ref, own, by)) dropOther(transaction, ref, name, own)
}

/** Returns the `morphBy` attributes of a linked row that belong to the morph relation `by` of the type of `own`. */
function otherSides({ graph }: Transaction, ref: Ref, own: Ref, by: string): readonly string[] {
  const attributes = graph.schema.contentTypes.get(ref.type)?.attributes.values() ?? []
  return [...attributes].flatMap((one) =>
    one.kind === 'morphBy' && one.target === own.type && one.by === by ? [one.name] : [],
  )
}

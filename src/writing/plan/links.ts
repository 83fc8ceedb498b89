/**
 * Writes the relations of a row or a component: changes the list of links and updates the other side of the relation.
 */

import type { Ref } from '../../reference/graph/graph.ts'
import {
  FILE_UID,
  type MediaAttribute,
  type MorphByAttribute,
  type RelationAttribute,
} from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import type { Json } from '../../util/json.ts'
import { isMorphWrittenIn } from '../change/reverse-index.ts'
import type { WritableAttribute } from '../model.ts'
import { Refused, unknownType } from '../refusal.ts'
import { type Association, associationOf, type NamedRow } from './assoc.ts'
import { dropOther, type Holder, has, linksOf, setLinks } from './holder.ts'
import { forgetOwner, unwritable, writeMorph, writeOwned } from './morphs.ts'
import { connectInto } from './order.ts'
import type { RowOrDraft, Transaction } from './transaction.ts'

/** Writes one relation or media attribute. */
export function writeLinks(
  transaction: Transaction,
  holder: Holder,
  { attribute, cardinality }: WritableAttribute,
  value: Json,
  departs: Departs,
): void {
  switch (attribute.kind) {
    case 'relation': {
      const change = associationOf(value, attribute.target)
      transaction.cite('write.relation.forms')
      const steals = cardinality === 'oneToOne' || cardinality === 'oneToMany'
      return writeRelation(transaction, holder, attribute, change, { steals, departs })
    }
    case 'media':
      return writeMedia(transaction, holder, attribute, associationOf(value, FILE_UID), departs)
    case 'morphTo':
      if (!attribute.many) return writeMorph(transaction, holder, attribute.name, value)
      return writeMorphs(transaction, holder, attribute.name, associationOf(value, undefined))
    case 'morphBy':
      return writeMorphBy(transaction, holder, attribute, associationOf(value, attribute.target), departs)
    case 'component':
    case 'zone':
    case 'scalar':
      return
  }
}

const unique = (rows: readonly NamedRow[]): readonly Ref[] => [
  ...new Map(rows.map(({ key, ref }) => [key, { type: ref.type, id: ref.id }])).values(),
]

const keyOfRef = ({ type, id }: Ref): string => `${type} ${id}`

/**
 * Returns the list of links of a to-many relation after `connect` and `disconnect`. The connected rows are at the
 * positions that the body states.
 */
function changedList(
  before: readonly Ref[],
  { connect, disconnect, isStrict }: Extract<Association, { kind: 'change' }>,
): readonly Ref[] {
  const byKey = new Map([...before, ...unique(connect)].map((ref) => [keyOfRef(ref), ref]))
  const order =
    connect.length === 0 ? before.map(keyOfRef) : connectInto(before.map(keyOfRef), connect, isStrict)
  const gone = new Set(disconnect.map(({ key }) => key))
  for (const { key } of connect) gone.delete(key)
  return order.filter((key) => !gone.has(key)).flatMap((key) => byKey.get(key) ?? [])
}

function writeRelation(
  transaction: Transaction,
  holder: Holder,
  attribute: RelationAttribute,
  change: Association,
  { steals, departs }: { readonly steals: boolean; readonly departs: Departs },
): void {
  const before = linksOf(holder, attribute.name)
  if (!attribute.many) transaction.cite('write.relation.one')
  else if (change.kind !== 'change') transaction.cite('write.relation.set')
  else citeChange(transaction, change)
  const keepsLowest = holder.isNew && departs('connect-keeps-lowest')
  const after = attribute.many
    ? listAfter(before, change)
    : oneAfter(transaction, before, change, keepsLowest)
  replaceLinks(
    transaction,
    holder,
    attribute,
    after.filter(({ type, id }) => transaction.row(type, id) !== undefined),
    steals,
  )
}

function citeChange(
  { cite }: Transaction,
  { connect, disconnect }: Extract<Association, { kind: 'change' }>,
): void {
  if (connect.length > 0) cite('write.relation.connect')
  if (disconnect.length > 0) cite('write.relation.disconnect')
  if (connect.some(({ anchor }) => anchor !== undefined)) cite('write.relation.position')
}

function listAfter(before: readonly Ref[], change: Association): readonly Ref[] {
  if (change.kind === 'clear') return []
  return change.kind === 'set' ? unique(change.rows) : changedList(before, change)
}

/**
 * Returns the list of links of a to-one relation after a change. The list of links contains the rows of at most one
 * document: its draft, its published row, or both.
 */
function oneAfter(
  transaction: Transaction,
  before: readonly Ref[],
  change: Association,
  keepsLowest: boolean,
): readonly Ref[] {
  if (change.kind === 'clear') return []
  if (change.kind === 'set') return ofOneDocument(transaction, unique(change.rows))
  const connect = unique(change.connect)
  if (keepsLowest)
    return ofOneDocument(
      transaction,
      connect.toSorted((one, other) => one.id - other.id),
    )
  const gone = change.disconnect.filter(({ key }) => change.connect.every((one) => one.key !== key))
  const remaining = before.filter((ref) => gone.every(({ key }) => key !== keyOfRef(ref)))
  return connect.length === 0 ? remaining : ofOneDocument(transaction, [...connect, ...remaining])
}

/** Returns the links that lead to the same document as the first link of the list. */
function ofOneDocument(transaction: Transaction, refs: readonly Ref[]): readonly Ref[] {
  const documentOf = ({ type, id }: Ref): string | undefined => transaction.row(type, id)?.documentId
  const [first] = refs
  const distinct = [...new Map(refs.map((ref) => [keyOfRef(ref), ref])).values()]
  return first === undefined ? [] : distinct.filter((ref) => documentOf(ref) === documentOf(first))
}

/** Replaces the links of an attribute, and updates the other side of the relation. */
export function replaceLinks(
  transaction: Transaction,
  holder: Holder,
  { name, inverse }: Pick<RelationAttribute, 'name' | 'inverse'>,
  after: readonly Ref[],
  steals: boolean,
): void {
  const before = linksOf(holder, name)
  setLinks(transaction, holder, name, after)
  if (inverse === null || holder.top !== undefined) return
  const own: Ref = { type: holder.row.uid, id: holder.row.id }
  for (const ref of before) if (!has(after, ref)) dropOther(transaction, ref, inverse, own)
  for (const ref of after) {
    if (steals) takeFromOthers(transaction, ref, name, inverse, holder.row)
    const target = transaction.row(ref.type, ref.id)
    if (target === undefined || has(target.links[inverse] ?? [], own)) continue
    transaction.cite('write.relation.sides')
    const work = transaction.edit(ref.type, ref.id)
    work.links[inverse] = [...(work.links[inverse] ?? []), own]
    transaction.touch(work, inverse)
  }
}

/**
 * Removes the links between a row and its previous owners on the to-one side. Other versions of the new owner's
 * document keep their links.
 */
function takeFromOthers(
  transaction: Transaction,
  ref: Ref,
  name: string,
  inverse: string,
  owner: RowOrDraft,
): void {
  for (const other of transaction.row(ref.type, ref.id)?.links[inverse] ?? []) {
    const row = transaction.row(other.type, other.id)
    if (row === undefined || row.documentId === owner.documentId) continue
    transaction.cite('write.relation.taken')
    dropOther(transaction, other, name, ref)
    dropOther(transaction, ref, inverse, other)
  }
}

function writeMedia(
  transaction: Transaction,
  holder: Holder,
  attribute: MediaAttribute,
  change: Association,
  departs: Departs,
): void {
  transaction.cite('write.files')
  const files = filesAfter(holder, attribute, change, departs)
  setLinks(transaction, holder, attribute.name, files)
  const { row, part } = holder
  const set = change.kind === 'change' ? unique(change.connect) : files
  if (set.length > 0) transaction.writtenMedia.push({ row, part, name: attribute.name, files: set })
}

function filesAfter(
  holder: Holder,
  { name, many }: { readonly name: string; readonly many: boolean },
  change: Association,
  departs: Departs,
): readonly Ref[] {
  const before = linksOf(holder, name)
  const connects = change.kind === 'change' && (change.connect.length > 0 || change.disconnect.length > 0)
  const list = (refs: readonly Ref[]): readonly Ref[] => (many ? refs : refs.slice(0, 1))
  if (change.kind === 'clear') return []
  if (change.kind === 'set') return list(unique(change.rows))
  if (holder.isNew && departs('file-connect-on-create')) return []
  if (!connects) return departs('file-words-clear') ? [] : before
  const named = [...change.connect, ...change.disconnect].map(({ key }) => key)
  const remaining = before.filter((ref) => !named.includes(keyOfRef(ref)))
  if (!many && !departs('file-connect-keeps')) return list([...unique(change.connect), ...remaining])
  return list([...remaining, ...unique(change.connect)])
}

/** Writes a to-many morph relation, and silently omits links to unknown rows. */
function writeMorphs(transaction: Transaction, holder: Holder, name: string, change: Association): void {
  const before = linksOf(holder, name)
  if (change.kind === 'clear' || (change.kind === 'set' && change.rows.length === 0)) return
  const rows = change.kind === 'set' ? change.rows : change.connect
  const { components, contentTypes } = transaction.graph.schema
  const unknown = rows.find(({ ref: { type } }) => !contentTypes.has(type) && !components.has(type))
  if (unknown !== undefined) throw new Refused(unknownType(unknown.ref.type))
  const listed = change.kind === 'set' ? unique(change.rows) : changedList(before, change)
  const after = listed.filter(({ type, id }) => transaction.row(type, id) !== undefined)
  transaction.cite('write.morph')
  if (change.kind === 'change') citeChange(transaction, change)
  setLinks(transaction, holder, name, after)
  for (const ref of before) if (!has(after, ref)) forgetOwner(transaction, ref, holder, name)
}

function writeMorphBy(
  transaction: Transaction,
  holder: Holder,
  { name, target, by }: MorphByAttribute,
  change: Association,
  departs: Departs,
): void {
  const other = transaction.graph.schema.contentTypes.get(target)?.attributes.get(by)
  if (other?.kind !== 'morphTo' || holder.top !== undefined) return
  if (!other.many) {
    const isEmpty = change.kind === 'set' ? change.rows.length === 0 : change.kind === 'change'
    if (isEmpty && holder.isNew) throw new Refused(unwritable(name))
    if (change.kind !== 'clear' && !departs('morph-one-written')) throw new Refused(unwritable(name))
    return writeOwned(transaction, holder, { name, by }, change)
  }
  const before = linksOf(holder, name)
  const isUnchanged = change.kind === 'change' && holder.isNew
  if (isUnchanged) return
  if (change.kind === 'change') citeChange(transaction, change)
  const after = listAfter(before, change).filter(({ type, id }) => transaction.row(type, id) !== undefined)
  const table = transaction.graph.tables.get(holder.row.uid)
  if (table !== undefined && isMorphWrittenIn(table, name)) setLinks(transaction, holder, name, after)
  const own: Ref = { type: holder.row.uid, id: holder.row.id }
  for (const ref of before) if (!has(after, ref)) dropOther(transaction, ref, by, own)
  for (const ref of after) {
    if (has(transaction.row(ref.type, ref.id)?.links[by] ?? [], own)) continue
    const work = transaction.edit(ref.type, ref.id)
    work.links[by] = [...(work.links[by] ?? []), own]
    transaction.touch(work, by)
  }
}

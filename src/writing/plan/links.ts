/** Relations of a row or a component as they are written: lists are set or changed, and the other sides follow. */

import type { Ref } from '../../reference/graph/graph.ts'
import { FILE_UID, type MorphByAttribute, type RelationAttribute } from '../../reference/schema/schema.ts'
import type { Departs } from '../../reference/strapi/write-quirks.ts'
import type { Json } from '../../util/json.ts'
import { isMorphWrittenIn } from '../change/reverse-index.ts'
import type { WritableAttribute } from '../model.ts'
import { crashing, Refused } from '../refusal.ts'
import { type Association, associationOf, type NamedRow } from './assoc.ts'
import type { MutableNode, MutableRow, RowOrDraft, Transaction } from './desk.ts'
import { connectInto } from './order.ts'

/** Whose links are written: a row, or a component under one of its attributes. */
export interface Holder {
  readonly row: MutableRow
  readonly part: MutableNode
  readonly top: string | undefined
  /** Of a row or component that is made, which has no links yet. */
  readonly isNew: boolean
}

/** Writes one relation or file attribute. */
export function writeLinks(
  desk: Transaction,
  holder: Holder,
  { attribute, cardinality }: WritableAttribute,
  value: Json,
  departs: Departs,
): void {
  switch (attribute.kind) {
    case 'relation': {
      const change = associationOf(value, attribute.target)
      desk.cite('write.relation.forms')
      const steals = cardinality === 'oneToOne' || cardinality === 'oneToMany'
      return writeRelation(desk, holder, attribute, change, { steals, departs })
    }
    case 'media':
      desk.cite('write.files')
      return setLinks(
        desk,
        holder,
        attribute.name,
        filesAfter(holder, attribute, associationOf(value, FILE_UID), departs),
      )
    case 'morphTo':
      if (!attribute.many) throw new Refused(unwritable(attribute.name))
      return writeMorphs(desk, holder, attribute.name, associationOf(value, undefined))
    case 'morphBy':
      return writeMorphBy(desk, holder, attribute, associationOf(value, attribute.target), departs)
    case 'component':
    case 'zone':
    case 'scalar':
      return
  }
}

const unwritable = (name: string) =>
  crashing(
    'morph-one-crash',
    'write.morph.one',
    `Invalid key ${name}: a relation to one entry of any type cannot be written`,
  )

const linksOf = ({ part }: Holder, name: string): readonly Ref[] => part.links[name] ?? []

function setLinks(desk: Transaction, { row, part, top }: Holder, name: string, refs: readonly Ref[]): void {
  part.links[name] = refs
  desk.touch(row, top ?? name)
}

const sameRow = (a: Ref, b: Ref): boolean => a.type === b.type && a.id === b.id
const has = (refs: readonly Ref[], ref: Ref): boolean => refs.some((one) => sameRow(one, ref))

const unique = (rows: readonly NamedRow[]): readonly Ref[] => [
  ...new Map(rows.map(({ key, ref }) => [key, { type: ref.type, id: ref.id }])).values(),
]

const keyOfRef = ({ type, id }: Ref): string => `${type} ${id}`

/** The list with some connected, by their positions, and some taken out. */
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
  desk: Transaction,
  holder: Holder,
  attribute: RelationAttribute,
  change: Association,
  { steals, departs }: { readonly steals: boolean; readonly departs: Departs },
): void {
  const before = linksOf(holder, attribute.name)
  if (!attribute.many) desk.cite('write.relation.one')
  else if (change.kind !== 'change') desk.cite('write.relation.set')
  else citeChange(desk, change)
  const keepsLowest = holder.isNew && departs('connect-keeps-lowest')
  const after = attribute.many ? listAfter(before, change) : oneAfter(desk, before, change, keepsLowest)
  replaceLinks(
    desk,
    holder,
    attribute,
    after.filter(({ type, id }) => desk.row(type, id) !== undefined),
    steals,
  )
}

function citeChange(
  { cite }: Transaction,
  { connect, disconnect }: Extract<Association, { kind: 'change' }>,
): void {
  if (connect.length > 0) cite('write.relation.connect')
  if (disconnect.length > 0) cite('write.relation.disconnect')
  if (connect.some(({ beside }) => beside !== undefined)) cite('write.relation.position')
}

function listAfter(before: readonly Ref[], change: Association): readonly Ref[] {
  if (change.kind === 'clear') return []
  return change.kind === 'set' ? unique(change.rows) : changedList(before, change)
}

/** One entry, be it by its draft and its published row. */
function oneAfter(
  desk: Transaction,
  before: readonly Ref[],
  change: Association,
  keepsLowest: boolean,
): readonly Ref[] {
  if (change.kind === 'clear') return []
  if (change.kind === 'set') return ofOneDocument(desk, unique(change.rows))
  const connect = unique(change.connect)
  if (keepsLowest)
    return ofOneDocument(
      desk,
      connect.toSorted((one, other) => one.id - other.id),
    )
  const gone = change.disconnect.filter(({ key }) => change.connect.every((one) => one.key !== key))
  const kept = before.filter((ref) => gone.every(({ key }) => key !== keyOfRef(ref)))
  return connect.length === 0 ? kept : ofOneDocument(desk, [...connect, ...kept])
}

/** Those of the document that the first is of. */
function ofOneDocument(desk: Transaction, refs: readonly Ref[]): readonly Ref[] {
  const documentOf = ({ type, id }: Ref): string | undefined => desk.row(type, id)?.documentId
  const [first] = refs
  const distinct = [...new Map(refs.map((ref) => [keyOfRef(ref), ref])).values()]
  return first === undefined ? [] : distinct.filter((ref) => documentOf(ref) === documentOf(first))
}

/** Puts other links in the place of those there are, and lets the other side follow. */
export function replaceLinks(
  desk: Transaction,
  holder: Holder,
  { name, inverse }: Pick<RelationAttribute, 'name' | 'inverse'>,
  after: readonly Ref[],
  steals: boolean,
): void {
  const before = linksOf(holder, name)
  setLinks(desk, holder, name, after)
  if (inverse === null || holder.top !== undefined) return
  const own: Ref = { type: holder.row.uid, id: holder.row.id }
  for (const ref of before) if (!has(after, ref)) dropOther(desk, ref, inverse, own)
  for (const ref of after) {
    if (steals) takeFromOthers(desk, ref, name, inverse, holder.row)
    const target = desk.row(ref.type, ref.id)
    if (target === undefined || has(target.links[inverse] ?? [], own)) continue
    desk.cite('write.relation.sides')
    const work = desk.edit(ref.type, ref.id)
    work.links[inverse] = [...(work.links[inverse] ?? []), own]
    desk.touch(work, inverse)
  }
}

function dropOther(desk: Transaction, ref: Ref, name: string, own: Ref): void {
  const target = desk.row(ref.type, ref.id)
  const refs = target?.links[name] ?? []
  if (!has(refs, own)) return
  const work = desk.edit(ref.type, ref.id)
  work.links[name] = refs.filter((one) => !sameRow(one, own))
  desk.touch(work, name)
}

/** Who has it loses it, but for the other versions of the same document. */
function takeFromOthers(desk: Transaction, ref: Ref, name: string, inverse: string, owner: RowOrDraft): void {
  for (const other of desk.row(ref.type, ref.id)?.links[inverse] ?? []) {
    const row = desk.row(other.type, other.id)
    if (row === undefined || row.documentId === owner.documentId) continue
    desk.cite('write.relation.taken')
    dropOther(desk, other, name, ref)
    dropOther(desk, ref, inverse, other)
  }
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
  const kept = before.filter((ref) => !named.includes(keyOfRef(ref)))
  if (!many && !departs('file-connect-keeps')) return list([...unique(change.connect), ...kept])
  return list([...kept, ...unique(change.connect)])
}

/** Entries of any type; what is not there is left out without a word. */
function writeMorphs(desk: Transaction, holder: Holder, name: string, change: Association): void {
  const before = linksOf(holder, name)
  if (change.kind === 'clear' || (change.kind === 'set' && change.rows.length === 0)) return
  const listed = change.kind === 'set' ? unique(change.rows) : changedList(before, change)
  const after = listed.filter(({ type, id }) => desk.row(type, id) !== undefined)
  desk.cite('write.morph')
  setLinks(desk, holder, name, after)
  for (const ref of before) if (!has(after, ref)) forgetOwner(desk, ref, holder, name)
}

/** The row that was named says so no more. */
function forgetOwner(desk: Transaction, ref: Ref, { row }: Holder, by: string): void {
  const model = desk.graph.schema.contentTypes.get(ref.type)
  for (const attribute of model?.attributes.values() ?? []) {
    if (attribute.kind === 'morphBy' && attribute.target === row.uid && attribute.by === by)
      dropOther(desk, ref, attribute.name, { type: row.uid, id: row.id })
  }
}

function writeMorphBy(
  desk: Transaction,
  holder: Holder,
  { name, target, by }: MorphByAttribute,
  change: Association,
  departs: Departs,
): void {
  const other = desk.graph.schema.contentTypes.get(target)?.attributes.get(by)
  if (other?.kind !== 'morphTo' || holder.top !== undefined) return
  if (!other.many) {
    const isEmpty = change.kind === 'set' ? change.rows.length === 0 : change.kind === 'change'
    if (isEmpty && holder.isNew) throw new Refused(unwritable(name))
    if (change.kind !== 'clear' && !departs('morph-one-ignored')) throw new Refused(unwritable(name))
    return
  }
  const before = linksOf(holder, name)
  const isKept = change.kind === 'change' && holder.isNew
  if (isKept) return
  const after = listAfter(before, change).filter(({ type, id }) => desk.row(type, id) !== undefined)
  const table = desk.graph.tables.get(holder.row.uid)
  if (table !== undefined && isMorphWrittenIn(table, name)) setLinks(desk, holder, name, after)
  const own: Ref = { type: holder.row.uid, id: holder.row.id }
  for (const ref of before) if (!has(after, ref)) dropOther(desk, ref, by, own)
  for (const ref of after) {
    if (has(desk.row(ref.type, ref.id)?.links[by] ?? [], own)) continue
    const work = desk.edit(ref.type, ref.id)
    work.links[by] = [...(work.links[by] ?? []), own]
    desk.touch(work, by)
  }
}

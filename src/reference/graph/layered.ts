/**
 * Stores a large table with a few changed rows as a base table and a layer of changes. Therefore, an edit does not
 * copy the whole table.
 */
import { freeze } from 'immer'
import type { ContentType } from '../schema/schema.ts'
import type { Row, Table } from './graph.ts'
import { lazyWeak } from './lazy.ts'
import { mergedById } from './merge.ts'
import { byLocale, makeTable } from './table.ts'

/** Changed rows by id; undefined means a removed row. */
export type RowChanges = ReadonlyMap<number, Row | undefined>

/** The minimum number of rows of a table with layers. Copying a table with fewer rows is as fast as adding a layer. */
export const FEW_ROWS = 256

/** The layers of a table: a base table, and the rows that were changed, added or removed since. */
export interface Layers {
  readonly root: Table
  readonly changes: RowChanges
}

const layers = new WeakMap<Table, Layers>()

/** Returns the base table and the changed rows of a table. A table without a layer of changes is its own base table. */
export const layersOf = (table: Table): Layers => layers.get(table) ?? { root: table, changes: NO_CHANGES }

const NO_CHANGES: RowChanges = new Map()

/**
 * Returns the table with the changed rows. A table with fewer than `few` rows, or with too many changes, is copied
 * and gets no layer of changes.
 */
export function changeTable(table: Table, changes: RowChanges, few = FEW_ROWS): Table {
  if (changes.size === 0) return table
  const { root, changes: earlier } = layersOf(table)
  const all = mapWith(earlier, changes)
  if (root.rows.length < few || all.size > mostChanges(root, few)) {
    return freeze(makeTable(table.type, Object.freeze(mergedById(root.rows, all))), true)
  }
  const layered = Object.freeze(new LayeredTable(table, changes, { root, changes: all }))
  layers.set(layered, { root, changes: all })
  return layered
}

/**
 * Returns a copy of a map with additional entries. The copy uses a loop, because the `Map` constructor takes twice as
 * long for a list of pairs.
 */
function mapWith<K, V>(earlier: ReadonlyMap<K, V>, more: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const all = new Map<K, V>()
  const add = (value: V, key: K): void => void all.set(key, value)
  earlier.forEach(add)
  more.forEach(add)
  return all
}

/**
 * Returns the maximum number of changed rows in a layer. A pass over the changed rows must take much less time than a
 * copy of the table.
 */
const mostChanges = ({ rows }: Table, few: number): number =>
  few === 0 ? 4 : 2 * Math.ceil(Math.sqrt(rows.length))

class LayeredTable implements Table {
  readonly type: ContentType
  readonly byId: ReadonlyMap<number, Row>
  readonly byDocument: ReadonlyMap<string, readonly Row[]>
  readonly #rows: () => readonly Row[]

  constructor(before: Table, changes: RowChanges, { root, changes: all }: Layers) {
    // The closures below must not reference `before`, or each table would keep all earlier tables in memory.
    const { type } = before
    this.type = type
    const rows = lazyWeak(() => Object.freeze(mergedById(root.rows, all)))
    this.#rows = rows
    const whole = lazyWeak(() => makeTable(type, rows()))
    this.byId = new LayeredMap({
      base: root.byId,
      changes: all,
      size: sizeWith(before.byId, changes),
      whole: () => whole().byId,
    })
    const documents = changedDocuments(before, changes)
    const earlier = before.byDocument instanceof LayeredMap ? before.byDocument.changes : NO_DOCUMENTS
    this.byDocument = new LayeredMap({
      base: root.byDocument,
      changes: mapWith(earlier, documents),
      size: sizeWith(before.byDocument, documents),
      whole: () => whole().byDocument,
    })
  }

  /** Returns the rows by ascending id. */
  get rows(): readonly Row[] {
    return this.#rows()
  }
}

const NO_DOCUMENTS: ReadonlyMap<string, readonly Row[] | undefined> = new Map()

function sizeWith<K>(before: ReadonlyMap<K, unknown>, changes: Iterable<readonly [K, unknown]>): number {
  let size = before.size
  for (const [key, value] of changes) size += Number(value !== undefined) - Number(before.has(key))
  return size
}

/** Returns the documents whose rows change, each with its new rows; the value of a removed document is undefined. */
function changedDocuments(before: Table, changes: RowChanges): Map<string, readonly Row[] | undefined> {
  const touched = new Set<string>()
  for (const [id, row] of changes) {
    const earlier = before.byId.get(id)
    if (earlier !== undefined) touched.add(earlier.documentId)
    if (row !== undefined) touched.add(row.documentId)
  }
  const documents = new Map<string, Row[]>()
  for (const documentId of touched) {
    const kept = (before.byDocument.get(documentId) ?? []).filter(({ id }) => !changes.has(id))
    documents.set(documentId, kept)
  }
  for (const row of changes.values()) if (row !== undefined) documents.get(row.documentId)?.push(row)
  return new Map(
    [...documents].map(([documentId, rows]) => [
      documentId,
      rows.length === 0 ? undefined : Object.freeze(rows.sort(byLocale)),
    ]),
  )
}

interface LayersOfMap<K, V> {
  readonly base: ReadonlyMap<K, V>
  readonly changes: ReadonlyMap<K, V | undefined>
  readonly size: number
  /** Builds the whole map of all entries, which only an iteration needs. */
  readonly whole: () => ReadonlyMap<K, V>
}

class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  readonly size: number
  readonly changes: ReadonlyMap<K, V | undefined>
  readonly #base: ReadonlyMap<K, V>
  readonly #whole: () => ReadonlyMap<K, V>

  constructor({ base, changes, size, whole }: LayersOfMap<K, V>) {
    this.size = size
    this.changes = freeze(changes)
    this.#base = base
    this.#whole = whole
    Object.freeze(this)
  }

  get(key: K): V | undefined {
    const changed = this.changes.get(key)
    return changed === undefined && !this.changes.has(key) ? this.#base.get(key) : changed
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  forEach(call: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.#whole()) call(value, key, this)
  }

  entries() {
    return this.#whole().entries()
  }

  keys() {
    return this.#whole().keys()
  }

  values() {
    return this.#whole().values()
  }

  [Symbol.iterator]() {
    return this.entries()
  }
}

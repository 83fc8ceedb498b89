/**
 * A transaction collects the changed rows of a write above an unchanged graph, so that later steps of the write see
 * the changes. The result of a transaction is plain data: rows by type and id. The caller applies the changed rows to
 * the graph.
 */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { ComponentNode, Graph, Ref, Row } from '../../reference/graph/graph.ts'
import { hasId } from '../../reference/graph/merge.ts'
import { nodesOf } from '../../reference/graph/nodes.ts'
import { type Attribute, FILE_UID, type Model, type Uid } from '../../reference/schema/schema.ts'
import { modelOf } from '../../reference/schema/target.ts'
import { invariant } from '../../util/invariant.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { copyOf, type MutableNode } from '../change/mutable-copy.ts'
import { referrersIn } from '../change/reverse-index.ts'
import type { Puts } from '../change/row-list.ts'
import { stateOf, writtenOf } from '../change/state.ts'
import type { IdSource } from '../ids.ts'
import type { CiteWrite } from '../rules.ts'

export interface MutableRow extends MutableNode {
  readonly documentId: string
  readonly locale: string | null
  readonly status: Row['status']
  readonly isNew: boolean
  /** The names of the attributes that the transaction changed in this row. */
  readonly touched: Set<string>
}

/** A row in its current state, changed or not, which only the transaction may change. */
export type RowOrDraft = Row | MutableRow

/** A media attribute of a row or of a component in the row, with the uploaded files that a write set. */
export interface WrittenMedia {
  readonly row: MutableRow
  readonly part: MutableNode
  readonly name: string
  readonly files: readonly Ref[]
}

/** A row or a component, mutable or not. */
export type Piece = Row | ComponentNode | MutableNode

export class Transaction {
  readonly graph: Graph
  readonly ids: IdSource
  /** Called with the id of each rule that the write follows. */
  readonly cite: CiteWrite
  /** The media attributes that the write set, in the order of writing. */
  readonly writtenMedia: WrittenMedia[] = []
  /** The components that the write leaves in the database without a row. */
  readonly orphans: ComponentNode[] = []
  readonly #changed = new Map<Uid, Map<number, MutableRow | undefined>>()
  /** The number of changes of the transaction so far. Callers compare the number of changes to detect new changes. */
  changes = 0

  constructor(graph: Graph, ids: IdSource, cite: CiteWrite) {
    this.graph = graph
    this.ids = ids
    this.cite = cite
    // Computes the state of the graph first, because the reverse index of links needs JSON of all rows that contains
    // every id.
    stateOf(graph)
  }

  /** Returns the current state of a row; undefined for an unknown or removed row. */
  row(uid: Uid, id: number): RowOrDraft | undefined {
    const changed = this.#changed.get(uid)
    return changed?.has(id) === true ? changed.get(id) : this.graph.tables.get(uid)?.byId.get(id)
  }

  /** Returns the current rows of a document, sorted by id. */
  document(uid: Uid, documentId: string): readonly RowOrDraft[] {
    const changed = this.#changed.get(uid)
    const unchanged = (this.graph.tables.get(uid)?.byDocument.get(documentId) ?? []).filter(
      ({ id }) => changed?.has(id) !== true,
    )
    const others = [...(changed?.values() ?? [])].filter((row) => row?.documentId === documentId)
    return [...unchanged, ...others].filter((row) => row !== undefined).sort((a, b) => a.id - b.id)
  }

  /** Yields all current rows of a type, in no particular order. */
  *rows(uid: Uid): Generator<RowOrDraft> {
    const changed = this.#changed.get(uid)
    for (const row of this.graph.tables.get(uid)?.rows ?? []) if (changed?.has(row.id) !== true) yield row
    for (const row of changed?.values() ?? []) if (row !== undefined) yield row
  }

  /** Returns a mutable copy of a row. The copy becomes the current state of the row in the transaction. */
  edit(uid: Uid, id: number): MutableRow {
    const there = this.#changed.get(uid)?.get(id)
    if (there !== undefined) return there
    const row = this.graph.tables.get(uid)?.byId.get(id)
    invariant(row !== undefined, 'a row to change exists')
    const work: MutableRow = { ...row, ...copyOf(row), isNew: false, touched: new Set() }
    this.#keep(uid, id, work)
    return work
  }

  insert(work: MutableRow): void {
    this.#keep(work.uid, work.id, work)
  }

  /** Removes a row and all links to the row. */
  remove(uid: Uid, id: number): void {
    const row = this.row(uid, id)
    if (row === undefined) return
    for (const other of this.linkedTo(row)) {
      this.cite('write.relation.gone')
      this.unlink(other, uid, id)
    }
    this.#keep(uid, id, undefined)
  }

  /** Returns the rows of any type that link to a row, directly or in a component. */
  linkedTo(row: RowOrDraft): readonly RowOrDraft[] {
    const found = new Map<string, RowOrDraft>()
    const add = (seen: RowOrDraft | undefined): void => {
      if (seen !== undefined && names(seen, row)) found.set(`${seen.uid} ${seen.id}`, seen)
    }
    for (const table of this.graph.tables.values())
      for (const id of referrersIn(table, row.uid, row.id)) add(this.row(table.type.uid, id))
    for (const works of this.#changed.values()) for (const work of works.values()) add(work)
    for (const refs of Object.values(row.links)) for (const { type, id } of refs) add(this.row(type, id))
    return [...found.values()]
  }

  /** Removes all links from one row to another. */
  unlink(from: RowOrDraft, uid: Uid, id: number): void {
    const work = this.edit(from.uid, from.id)
    const isOther = (ref: Ref): boolean => ref.type !== uid || ref.id !== id
    for (const { part, top } of partsOf(work)) {
      for (const [name, refs] of Object.entries(part.links)) {
        if (isFollowing(part.uid, name) || refs.every(isOther)) continue
        part.links[name] = refs.filter(isOther)
        this.touch(work, top ?? name)
      }
    }
  }

  touch(work: MutableRow, name: string): void {
    work.touched.add(name)
    this.changes++
  }

  #keep(uid: Uid, id: number, work: MutableRow | undefined): void {
    const works = this.#changed.get(uid) ?? new Map<number, MutableRow | undefined>()
    this.#changed.set(uid, works)
    works.set(id, work)
    this.changes++
  }

  /** Returns the changed rows as JSON of the dataset format. */
  puts(): ReadonlyMap<Uid, Puts> {
    const puts = new Map<Uid, Map<number, JsonObject | undefined>>()
    for (const [uid, works] of this.#changed) {
      const rows = new Map<number, JsonObject | undefined>()
      for (const [id, work] of works) {
        const before = this.graph.tables.get(uid)?.byId.get(id)
        if (work === undefined && before === undefined) continue
        if (work === undefined) rows.set(id, undefined)
        else if (before === undefined || work.isNew) rows.set(id, this.#written(work))
        else {
          const names = new Set([...work.touched].filter((name) => !this.#follows(work, name, before)))
          if (names.size > 0) rows.set(id, this.#written(work, { before, names }))
        }
      }
      if (rows.size > 0) puts.set(uid, rows)
    }
    return puts
  }

  /**
   * Returns whether the JSON of a row can still omit a relation that it omitted before the write. The JSON of all
   * linked rows must contain the other side, and the links must be sorted by id. The JSON always contains a to-one
   * attribute with several rows.
   */
  #follows(work: MutableRow, name: string, before: Row): boolean {
    const attribute = this.graph.schema.contentTypes.get(work.uid)?.attributes.get(name)
    const inverse = attribute?.kind === 'relation' ? attribute.inverse : null
    if (inverse === null || Object.hasOwn(writtenOf(this.graph, before), name)) return false
    const refs = work.links[name] ?? []
    if (attribute?.kind === 'relation' && !attribute.many && refs.length > 1) return false
    for (let at = 1; at < refs.length; at++)
      if (Number(refs[at]?.id) <= Number(refs[at - 1]?.id)) return false
    // The JSON of the row omits the relation, so its old links come from the JSON of the linked rows. Only new links
    // need a check that the linked row will contain the other side.
    const known = before.links[name] ?? []
    return refs.every(({ type, id }) => hasId(known, id) || this.#writes(type, id, inverse))
  }

  /** Returns whether the JSON of a row contains an attribute after the write; always true for a new row. */
  #writes(uid: Uid, id: number, name: string): boolean {
    const before = this.graph.tables.get(uid)?.byId.get(id)
    return before === undefined || Object.hasOwn(writtenOf(this.graph, before), name)
  }

  /** Returns the JSON of a new row, or of an existing row with some attributes replaced. */
  #written(
    work: MutableRow,
    changed?: { readonly before: Row; readonly names: ReadonlySet<string> },
  ): JsonObject {
    const model = modelOf(this.graph.schema, work.uid)
    invariant(model?.modelType === 'contentType', 'every row has a content type')
    const json: { [key: string]: Json } =
      changed === undefined
        ? { id: work.id, documentId: work.documentId }
        : { ...writtenOf(this.graph, changed.before) }
    for (const attribute of model.attributes.values()) {
      const { name } = attribute
      if (isFollowing(work.uid, name)) continue
      if (changed?.names.has(name) === false) continue
      if (name === 'locale' && !model.localized) continue
      if (attribute.kind === 'morphBy' && work.isNew && (work.links[name] ?? []).length === 0) continue
      json[name] = this.#member(work, attribute)
    }
    return freezeTree(json)
  }

  #member(part: MutableNode, attribute: Attribute): Json {
    const { name } = attribute
    switch (attribute.kind) {
      case 'scalar':
        return part.values[name] ?? null
      case 'component': {
        const parts = (part.components[name] ?? []).map((inner) => this.#component(inner, false))
        return attribute.many ? parts : (parts[0] ?? null)
      }
      case 'zone':
        return (part.components[name] ?? []).map((inner) =>
          this.#component(inner, true, attribute.components),
        )
      case 'morphTo': {
        const refs = (part.links[name] ?? []).map(({ type, id }): Json => ({ __type: type, id }))
        return attribute.many ? refs : (refs[0] ?? null)
      }
      case 'relation':
      case 'morphBy':
      case 'media': {
        const ids = (part.links[name] ?? []).map(({ id }) => id)
        return attribute.many || ids.length > 1 ? ids : (ids[0] ?? null)
      }
    }
  }

  #component(part: MutableNode, isInZone: boolean, listed: readonly Uid[] = []): JsonObject {
    const model: Model | undefined = this.graph.schema.components.get(part.uid)
    const head: { [key: string]: Json } = { id: part.id }
    if (isInZone) head['__component'] = part.uid
    if (isInZone && !listed.includes(part.uid)) head['__unlisted'] = true
    for (const attribute of model?.attributes.values() ?? [])
      head[attribute.name] = this.#member(part, attribute)
    return head
  }
}

/** Returns whether an attribute is always derived from other rows, so that the JSON of a row never contains it. */
const isFollowing = (uid: Uid, name: string): boolean =>
  name === 'localizations' || (uid === FILE_UID && name === 'related')

const names = (seen: RowOrDraft, row: RowOrDraft): boolean => {
  for (const { uid, links } of nodesOf<Piece>(seen)) {
    for (const [name, refs] of Object.entries(links)) {
      const isNamed = refs.some(({ type, id }) => type === row.uid && id === row.id)
      if (isNamed && !isFollowing(uid, name)) return true
    }
  }
  return false
}

/** Yields the row and all its components, each with the name of the row's attribute that contains it. */
export function* partsOf(
  work: MutableRow,
): Generator<{ readonly part: MutableNode; readonly top: string | undefined }> {
  yield { part: work, top: undefined }
  for (const [top, parts] of Object.entries(work.components)) {
    for (const one of parts) for (const part of nodesOf<MutableNode>(one)) yield { part, top }
  }
}

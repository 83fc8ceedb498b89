/** Rows while a dataset is read: node drafts, the rows of a file with their sources, and the context of a reading. */

import type { Json, JsonObject } from '../../../util/json.ts'
import { plainObject, plainObjectMaker } from '../../../util/plain-object.ts'
import type { Locales, Ref } from '../../graph/graph.ts'
import { at, type Place, type Report } from '../../schema/fault.ts'
import type { SchemaReading } from '../../schema/load.ts'
import type { Attribute, ContentType, Model, Schema, Uid } from '../../schema/schema.ts'
import type { ValueBudget } from './value-budget.ts'

/** A `Node` that is not complete. An attribute with a fault is missing from it. */
export interface NodeDraft {
  readonly uid: Uid
  id: number
  readonly values: Record<string, Json>
  readonly links: Record<string, readonly Ref[]>
  readonly components: Record<string, readonly NodeDraft[]>
  documentId?: string
}

/** A `Row` that is not complete. */
export interface RowDraft extends NodeDraft {
  readonly documentId: string
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/** The timestamps of a row, which are read before its other attributes. */
export interface Stamps {
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
}

/** A row with its source. One is alive for each row of a dataset, so it holds as few objects as possible. */
export class EntryDraft implements Stamps {
  readonly type: ContentType
  readonly json: JsonObject
  readonly row: RowDraft
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
  /** The reference to the row, and the list of it alone; made on first use and shared. */
  ref: Ref | undefined = undefined
  alone: readonly Ref[] | undefined = undefined
  /** The names of its members in order; entries with equal names share one list. Set when the content is read. */
  names: readonly string[] | undefined = undefined
  /** The JSON of members that the complete row does not give back, such as references by documentId. */
  kept: Record<string, Json> | undefined = undefined
  readonly #file: Place
  readonly #index: number

  /** `source` says where the file has the row. */
  constructor(
    type: ContentType,
    json: JsonObject,
    row: RowDraft,
    stamps: Stamps,
    source: { readonly file: Place; readonly index: number },
  ) {
    this.type = type
    this.json = json
    this.row = row
    this.createdAt = stamps.createdAt
    this.updatedAt = stamps.updatedAt
    this.publishedAt = stamps.publishedAt
    this.#file = source.file
    this.#index = source.index
  }

  get place(): Place {
    return at(this.#file, this.#index)
  }
}

/** A row as the target of a reference. */
export interface ReferencedRow {
  readonly type: ContentType
  readonly row: Pick<RowDraft, 'uid' | 'id' | 'documentId' | 'locale' | 'status'>
}

/** The rows of one type, as references look them up. */
export interface ReferencedRows {
  readonly type: ContentType
  /** The file that has them, or would have them. */
  readonly file: string
  readonly entries: { readonly length: number }
  readonly byId: { readonly get: (id: number) => ReferencedRow | undefined }
  /** The rows of a document in a locale, by id ascending: at most a draft and a published row. */
  readonly inLocale: (documentId: string, locale: string | null) => readonly ReferencedRow[]
}

/** The rows of one type while they are read. */
export interface TableDraft extends ReferencedRows {
  /** In file order. */
  readonly entries: readonly EntryDraft[]
  /** By id ascending, which is the order of rows in a table. */
  readonly byId: ReadonlyMap<number, EntryDraft>
}

/** The context in which one row is read. */
export interface RowReading {
  readonly schema: Schema
  /** Attributes that are faulty in the schema: their values in rows are not checked. */
  readonly unreadable: SchemaReading['unreadable']
  readonly locales: Locales
  readonly drafts: { readonly get: (uid: Uid) => ReferencedRows | undefined }
  readonly report: Report
  readonly budget: ValueBudget
}

/** The context in which a whole dataset is read. */
export interface LoadContext extends RowReading {
  /** One for every content type. */
  readonly drafts: ReadonlyMap<Uid, TableDraft>
  /** In an edit: the uses of files before it. */
  readonly former?: FormerUses
}

/** A use of a file by a media attribute. */
export interface FileUse {
  readonly ref: Ref
  readonly field: string
  /** In the media attribute, from 1. */
  readonly position: number
  /** The position of the owner's type among all types and components. */
  readonly typeOrder: number
}

/** The uses of files before an edit. */
export interface FormerUses {
  /** The JSON of a file without the uses in its `__related` that the edit removed. */
  readonly forget: (file: EntryDraft, uses: readonly FileUse[]) => JsonObject
}

/** An empty node without an id. */
export function emptyNode(model: Model): NodeDraft {
  const make = makersOf(model)
  return { uid: model.uid, id: 0, values: make.values(), links: make.links(), components: make.components() }
}

/** An empty row without an id. */
export function emptyRow(
  type: ContentType,
  documentId: string,
  locale: string | null,
  status: RowDraft['status'],
): RowDraft {
  const make = makersOf(type)
  return {
    // Written out: after a spread, each further property takes about a microsecond.
    uid: type.uid,
    id: 0,
    values: make.values(),
    links: make.links(),
    components: make.components(),
    documentId,
    locale,
    status,
  }
}

/** Makers of the empty parts of a node. Nodes of one model share a hidden class. */
interface Makers {
  readonly values: () => NodeDraft['values']
  readonly links: () => NodeDraft['links']
  readonly components: () => NodeDraft['components']
}

const makers = new WeakMap<Model, Makers>()

function makersOf(model: Model): Makers {
  const known = makers.get(model)
  if (known !== undefined) return known
  const attributes = [...model.attributes.values()]
  const isLink = (attribute: Attribute): boolean => attribute.kind !== 'scalar' && !isHolder(attribute)
  const made: Makers = {
    values: makerOf(
      attributes.filter(({ kind }) => kind === 'scalar'),
      null,
    ),
    links: makerOf(attributes.filter(isLink), NO_REFS),
    components: makerOf(attributes.filter(isHolder), NO_NODES),
  }
  makers.set(model, made)
  return made
}

/** No links. */
export const NO_REFS: readonly Ref[] = Object.freeze([])

/** No components. */
export const NO_NODES: readonly NodeDraft[] = Object.freeze([])

/** The `links` or `components` of every node whose model has none. */
const NOTHING: Record<string, never> = Object.freeze(plainObject<never>())

const makerOf = <T>(attributes: readonly Attribute[], value: T): (() => Record<string, T>) =>
  attributes.length === 0
    ? () => NOTHING
    : plainObjectMaker(
        attributes.map(({ name }) => name),
        value,
      )

/** Whether an attribute holds components. */
export const isHolder = ({ kind }: Attribute): boolean => kind === 'component' || kind === 'zone'

/** Freezes a complete row with all components in it; its values are frozen already, with the files. */
export function freezeNode<N extends NodeDraft>(row: N): N {
  freezeShallow(row)
  // Most rows have no components, and need no stack.
  if (row.components === NOTHING) return row
  const waiting: NodeDraft[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { components } = node
    for (const name in components) {
      const inner = components[name] ?? NO_NODES
      if (inner === NO_NODES) continue
      // A copy drops the spare capacity of a list that grew.
      components[name] = Object.freeze(inner.slice())
      for (const one of inner) {
        freezeShallow(one)
        waiting.push(one)
      }
    }
    if (components !== NOTHING) Object.freeze(components)
  }
  return row
}

function freezeShallow(node: NodeDraft): void {
  const { values, links } = node
  for (const name in links) {
    // To freeze a frozen list costs as much as to freeze another.
    if (links[name] !== NO_REFS) Object.freeze(links[name])
  }
  Object.freeze(values)
  Object.freeze(links)
  Object.freeze(node)
}

/** The reference to a row by its id; all references to an entry share one object. */
export function refTo(named: ReferencedRow | EntryDraft): Ref {
  if (!('ref' in named)) return newRef(named)
  named.ref ??= newRef(named)
  return named.ref
}

const newRef = ({ row }: ReferencedRow): Ref => Object.freeze({ type: row.uid, id: row.id })

/** A list of the reference to one row; all such lists of an entry share one object. */
export function refsTo(named: ReferencedRow | EntryDraft): readonly Ref[] {
  if (!('alone' in named)) return [refTo(named)]
  named.alone ??= Object.freeze([refTo(named)])
  return named.alone
}

/** Whether the file says anything of an attribute of the row. */
export const isWritten = (entry: Pick<EntryDraft, 'json'>, name: string): boolean =>
  Object.hasOwn(entry.json, name)

/**
 * The types for the data of a dataset while the loader reads it: unfinished nodes, the rows of a file with their
 * JSON, and the context of reading.
 */

import type { Json, JsonObject } from '../../../util/json.ts'
import { plainObject, plainObjectMaker } from '../../../util/plain-object.ts'
import type { ComponentNode, Locales, Ref } from '../../graph/graph.ts'
import { at, type Place, type Report } from '../../schema/fault.ts'
import type { SchemaReading } from '../../schema/load.ts'
import type { Attribute, ContentType, Model, Schema, Uid } from '../../schema/schema.ts'
import type { ValueBudget } from './value-budget.ts'

/** A `Node` that is not finished, without the attributes that have a fault. */
export interface NodeDraft {
  readonly uid: Uid
  id: number
  readonly values: Record<string, Json>
  readonly links: Record<string, readonly Ref[]>
  readonly components: Record<string, readonly NodeDraft[]>
  documentId?: string
}

/** A `Row` that is not finished. */
export interface RowDraft extends NodeDraft {
  readonly documentId: string
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/** The timestamps of a row, which the loader reads before the other attributes. */
export interface Stamps {
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
}

/**
 * A row with its JSON and its position in the file. Every row of a dataset has an `EntryDraft` in memory, so the
 * class has as few objects as possible.
 */
export class EntryDraft implements Stamps {
  readonly type: ContentType
  readonly json: JsonObject
  readonly row: RowDraft
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
  /**
   * The reference to the row, which all links share, and the list with only this reference, which links share too;
   * both are made on first use.
   */
  ref: Ref | undefined = undefined
  alone: readonly Ref[] | undefined = undefined
  /**
   * The member names of the row in order; rows with equal names share one list. The loader sets the list of names when
   * it reads the content of the row.
   */
  names: readonly string[] | undefined = undefined
  /** The JSON of members that cannot be written again from the finished row, such as references by documentId. */
  kept: Record<string, Json> | undefined = undefined
  readonly #file: Place
  readonly #index: number

  /** The parameter `source` is the position of the row in its file. */
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

/** A row that a reference points to. */
export interface ReferencedRow {
  readonly type: ContentType
  readonly row: Pick<RowDraft, 'uid' | 'id' | 'documentId' | 'locale' | 'status'>
}

/** The rows of one type, with the lookups that references need. */
export interface ReferencedRows {
  readonly type: ContentType
  /** The path of the JSON file for the rows of this type; the file may not exist. */
  readonly file: string
  readonly entries: { readonly length: number }
  readonly byId: { readonly get: (id: number) => ReferencedRow | undefined }
  /** Returns the rows of a document in one locale, by ascending id: at most a draft and a published row. */
  readonly inLocale: (documentId: string, locale: string | null) => readonly ReferencedRow[]
}

/** The rows of one content type while the loader reads the dataset. */
export interface TableDraft extends ReferencedRows {
  /** The rows in file order. */
  readonly entries: readonly EntryDraft[]
  /** The rows by ascending id, which is the order of a table. */
  readonly byId: ReadonlyMap<number, EntryDraft>
}

/** The context for reading one row of a dataset. */
export interface RowReading {
  readonly schema: Schema
  /**
   * The attributes with a fault in the schema. The loader does not check the values of attributes with a faulty
   * schema.
   */
  readonly unreadable: SchemaReading['unreadable']
  readonly locales: Locales
  readonly drafts: { readonly get: (uid: Uid) => ReferencedRows | undefined }
  readonly report: Report
  readonly budget: ValueBudget
}

/** The context for reading a whole dataset. */
export interface LoadContext extends RowReading {
  /** The unfinished table of every content type. */
  readonly drafts: ReadonlyMap<Uid, TableDraft>
  /** The uses of uploaded files before an edit; present only while the loader reads an edited dataset. */
  readonly former?: FormerUses
}

/** A use of an uploaded file in a media attribute. */
export interface FileUse {
  readonly ref: Ref
  readonly field: string
  /** The position of the file in the media attribute, from 1. */
  readonly position: number
  /** The position of the type that uses the file, in the list of all content types and components. */
  readonly typeOrder: number
  /** The position of the media attribute among the media attributes of its type. */
  readonly fieldOrder: number
}

/** The uses of files before an edit of the dataset. */
export interface FormerUses {
  /** Returns the JSON of an uploaded file without the uses in `__related` that the edit removed. */
  readonly forget: (file: EntryDraft, uses: readonly FileUse[]) => JsonObject
  /** The components that belong to no row after the edit. */
  readonly orphans: readonly ComponentNode[]
}

/** Makes an empty node without an id. */
export function emptyNode(model: Model): NodeDraft {
  const make = makersOf(model)
  return { uid: model.uid, id: 0, values: make.values(), links: make.links(), components: make.components() }
}

/** Makes an empty row without an id. */
export function emptyRow(
  type: ContentType,
  documentId: string,
  locale: string | null,
  status: RowDraft['status'],
): RowDraft {
  const make = makersOf(type)
  return {
    // Sets each property by name, because adding a property after a spread takes about a microsecond.
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

/**
 * The functions that make the empty members of a row or component, so that all nodes of one model share a hidden
 * class of V8.
 */
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

/** The shared list for an attribute without links. */
export const NO_REFS: readonly Ref[] = Object.freeze([])

/** The shared list for an attribute without components. */
export const NO_NODES: readonly NodeDraft[] = Object.freeze([])

/** The empty object that all nodes without links or without components share. */
const NOTHING: Record<string, never> = Object.freeze(plainObject<never>())

const makerOf = <T>(attributes: readonly Attribute[], value: T): (() => Record<string, T>) =>
  attributes.length === 0
    ? () => NOTHING
    : plainObjectMaker(
        attributes.map(({ name }) => name),
        value,
      )

/** Returns whether the values of an attribute are components. */
export const isHolder = ({ kind }: Attribute): boolean => kind === 'component' || kind === 'zone'

/**
 * Freezes a finished row with all components in it. The values of the row are frozen already, together with the files.
 */
export function freezeNode<N extends NodeDraft>(row: N): N {
  freezeShallow(row)
  // Returns early for a row without components, because most rows have none.
  if (row.components === NOTHING) return row
  const waiting: NodeDraft[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { components } = node
    for (const name in components) {
      const inner = components[name] ?? NO_NODES
      if (inner === NO_NODES) continue
      // Copies the list, because a list that grew has spare capacity, and a copy has none.
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
    // Skips `NO_REFS`, which is already frozen: freezing a frozen list takes as long as freezing another list.
    if (links[name] !== NO_REFS) Object.freeze(links[name])
  }
  Object.freeze(values)
  Object.freeze(links)
  Object.freeze(node)
}

/** Returns the reference to a row by id; all references to the same row share one object. */
export function refTo(named: ReferencedRow | EntryDraft): Ref {
  if (!('ref' in named)) return newRef(named)
  named.ref ??= newRef(named)
  return named.ref
}

const newRef = ({ row }: ReferencedRow): Ref => Object.freeze({ type: row.uid, id: row.id })

/** Returns a list with the reference to one row; all such lists for the same row share one object. */
export function refsTo(named: ReferencedRow | EntryDraft): readonly Ref[] {
  if (!('alone' in named)) return [refTo(named)]
  named.alone ??= Object.freeze([refTo(named)])
  return named.alone
}

/** Returns whether the dataset file states a value for an attribute of the row. */
export const isWritten = (entry: Pick<EntryDraft, 'json'>, name: string): boolean =>
  Object.hasOwn(entry.json, name)

/** Rows while they are being read: what every step of loading shares. */

import { bare, bareMaker } from '../../../util/bare.ts'
import type { Json, JsonObject } from '../../../util/json.ts'
import type { Locales, Ref } from '../../graph/graph.ts'
import { at, type Place, type Report } from '../../schema/fault.ts'
import type { SchemaReading } from '../../schema/load.ts'
import type { Attribute, ContentType, Model, Schema, Uid } from '../../schema/schema.ts'
import type { Room } from './room.ts'
import type { Use } from './use.ts'

/** A `Node` that still grows. An attribute with a fault stays away from it. */
export interface NodeDraft {
  readonly uid: Uid
  id: number
  readonly values: Record<string, Json>
  readonly links: Record<string, readonly Ref[]>
  readonly components: Record<string, readonly NodeDraft[]>
  documentId?: string
}

/** A `Row` that still grows. */
export interface RowDraft extends NodeDraft {
  readonly documentId: string
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/** What is known of a row before all else, besides its locale. */
export interface Stamps {
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
}

/** A row with where it is written. There is one for each row while all are read: it holds no object that need not be. */
export class Entry implements Stamps {
  readonly type: ContentType
  readonly json: JsonObject
  readonly row: RowDraft
  readonly createdAt: Json
  readonly updatedAt: Json
  readonly publishedAt: Json
  /** The link to it, and the list of those that link to nothing else; made when they are first wanted. */
  ref: Ref | undefined = undefined
  alone: readonly Ref[] | undefined = undefined
  readonly #file: Place
  readonly #index: number

  /** `index` is where it stands in its file. */
  constructor(
    type: ContentType,
    json: JsonObject,
    row: RowDraft,
    stamps: Stamps,
    file: Place,
    index: number,
  ) {
    this.type = type
    this.json = json
    this.row = row
    this.createdAt = stamps.createdAt
    this.updatedAt = stamps.updatedAt
    this.publishedAt = stamps.publishedAt
    this.#file = file
    this.#index = index
  }

  get place(): Place {
    return at(this.#file, this.#index)
  }
}

/** A row as others name it. */
export interface Named {
  readonly type: ContentType
  readonly row: Pick<RowDraft, 'uid' | 'id' | 'documentId' | 'locale' | 'status'>
}

/** The rows of one type as others name them. */
export interface NamedRows {
  readonly type: ContentType
  /** Where they are written, or would be. */
  readonly file: string
  readonly entries: { readonly length: number }
  readonly byId: { readonly get: (id: number) => Named | undefined }
  /** Of a document: at most a draft and a published row, by id ascending. */
  readonly inLocale: (documentId: string, locale: string | null) => readonly Named[]
}

/** The rows of one type. */
export interface Sheet extends NamedRows {
  /** In file order. */
  readonly entries: readonly Entry[]
  /** By id ascending: what "row order" means. */
  readonly byId: ReadonlyMap<number, Entry>
}

/** What reading one row needs to know. */
export interface RowReading {
  readonly schema: Schema
  /** Attributes that had a fault in the schema: what rows say of them is not looked at. */
  readonly unreadable: SchemaReading['unreadable']
  readonly locales: Locales
  readonly sheets: { readonly get: (uid: Uid) => NamedRows | undefined }
  readonly report: Report
  readonly room: Room
}

/** Everything a step needs to know. */
export interface Reading extends RowReading {
  /** One for every content type. */
  readonly sheets: ReadonlyMap<Uid, Sheet>
  /** Of an edit: what files said before of where they are shown. */
  readonly former?: Former
}

/** Takes out of a file's row what it says of showings that are no more. */
export interface Former {
  readonly forget: (file: Entry, uses: readonly Use[]) => JsonObject
}

/** A node with nothing in it yet, and without an id. */
export function emptyNode(model: Model): NodeDraft {
  const make = makersOf(model)
  return { uid: model.uid, id: 0, values: make.values(), links: make.links(), components: make.components() }
}

/** A row with nothing in it yet, and without an id. */
export function emptyRow(
  type: ContentType,
  { documentId, locale, status }: Pick<RowDraft, 'documentId' | 'locale' | 'status'>,
): RowDraft {
  const make = makersOf(type)
  return {
    // As a node has it, one by one: behind a spread each name takes a microsecond.
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

/** What makes the empty parts of a node. */
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

/** What all nodes have in common that can hold no links, or no components. */
export const NOTHING: Record<string, never> = Object.freeze(bare<never>())

const makerOf = <T>(attributes: readonly Attribute[], value: T): (() => Record<string, T>) =>
  attributes.length === 0
    ? () => NOTHING
    : bareMaker(
        attributes.map(({ name }) => name),
        value,
      )

/** Whether an attribute holds components. */
export const isHolder = ({ kind }: Attribute): boolean => kind === 'component' || kind === 'zone'

/** The link to a row that has its id: one for all that lead there, while all rows are read. */
export function refTo(named: Named | Entry): Ref {
  if (!('ref' in named)) return newRef(named)
  named.ref ??= newRef(named)
  return named.ref
}

const newRef = ({ row }: Named): Ref => Object.freeze({ type: row.uid, id: row.id })

/** The link to a row, as a list: one for all that lead nowhere else. */
export function refsTo(named: Named | Entry): readonly Ref[] {
  if (!('alone' in named)) return [refTo(named)]
  named.alone ??= Object.freeze([refTo(named)])
  return named.alone
}

/** Whether the row's file says anything of the attribute. */
export const isWritten = (entry: Pick<Entry, 'json'>, name: string): boolean =>
  Object.hasOwn(entry.json, name)

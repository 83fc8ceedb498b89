/** Rows while they are being read: what every step of loading shares. */

import { bare } from '../../ground/bare.ts'
import type { Json, JsonObject } from '../../ground/json.ts'
import type { Place, Report } from '../schema/fault.ts'
import type { SchemaReading } from '../schema/load.ts'
import type { Attribute, ContentType, Model, Schema, Uid } from '../schema/schema.ts'
import type { Locales, Ref } from './graph.ts'
import type { Use } from './related.ts'
import type { Room } from './room.ts'

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

/** A row with where it is written. */
export interface Entry {
  readonly type: ContentType
  readonly json: JsonObject
  readonly place: Place
  /** createdAt, updatedAt, publishedAt and locale, which are known before all else of the row. */
  readonly stamps: Readonly<Record<string, Json>>
  readonly row: RowDraft
  /** The link to it, and the list of those that link to nothing else; made when they are first wanted. */
  ref: Ref | undefined
  alone: readonly Ref[] | undefined
}

/** A row as others name it. */
export interface Named {
  readonly type: ContentType
  readonly row: Pick<RowDraft, 'uid' | 'id' | 'documentId' | 'locale' | 'status'>
}

/** The rows of one type as others name them. */
export interface NamedRows {
  readonly type: ContentType
  readonly file: string
  readonly entries: { readonly length: number }
  readonly byId: { readonly get: (id: number) => Named | undefined }
  /** By documentId and locale: at most a draft and a published row, by id ascending. */
  readonly byDocument: {
    readonly get: (
      documentId: string,
    ) => { readonly get: (locale: string | null) => readonly Named[] | undefined } | undefined
  }
}

/** The rows of one type. */
export interface Sheet {
  readonly type: ContentType
  /** Where its rows are written, or would be. */
  readonly file: string
  /** In file order. */
  readonly entries: readonly Entry[]
  /** By id ascending: what "row order" means. */
  readonly byId: ReadonlyMap<number, Entry>
  /** By documentId and locale: at most a draft and a published row, by id ascending. */
  readonly byDocument: {
    readonly get: (
      documentId: string,
    ) => { readonly get: (locale: string | null) => readonly Entry[] | undefined } | undefined
  }
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
export const emptyNode = (model: Model): NodeDraft => ({
  uid: model.uid,
  id: 0,
  values: bare(),
  links: noLinks(model),
  components: noComponents(model),
})

/** A row with nothing in it yet, and without an id. */
export const emptyRow = (
  type: ContentType,
  { documentId, locale, status }: Pick<RowDraft, 'documentId' | 'locale' | 'status'>,
): RowDraft => ({
  // As a node has it, one by one: behind a spread each name takes a microsecond.
  uid: type.uid,
  id: 0,
  values: bare(),
  links: noLinks(type),
  components: noComponents(type),
  documentId,
  locale,
  status,
})

/** What all nodes have in common that can hold no links, or no components. */
const NOTHING: Record<string, never> = Object.freeze(bare<never>())

const noLinks = (model: Model): NodeDraft['links'] => (holds(model).links ? bare() : NOTHING)
const noComponents = (model: Model): NodeDraft['components'] => (holds(model).components ? bare() : NOTHING)

interface Holds {
  readonly links: boolean
  readonly components: boolean
}

const held = new WeakMap<Model, Holds>()

/** Whether nodes of a model have attributes for links, and for components. */
function holds(model: Model): Holds {
  const known = held.get(model)
  if (known !== undefined) return known
  const attributes = [...model.attributes.values()]
  const made = {
    links: attributes.some((attribute) => attribute.kind !== 'scalar' && !isHolder(attribute)),
    components: attributes.some(isHolder),
  }
  held.set(model, made)
  return made
}

/** Whether an attribute holds components. */
export const isHolder = ({ kind }: Attribute): boolean => kind === 'component' || kind === 'zone'

/** No links. */
export const NO_REFS: readonly Ref[] = Object.freeze([])

/** The link to a row that has its id: one for all that lead there, while all rows are read. */
export function refTo(named: Named | Entry): Ref {
  const { row } = named
  if (!('ref' in named)) return Object.freeze({ type: row.uid, id: row.id })
  if (named.ref?.id !== row.id) named.ref = Object.freeze({ type: row.uid, id: row.id })
  return named.ref
}

/** The link to a row, as a list: one for all that lead nowhere else. */
export function refsTo(named: Named | Entry): readonly Ref[] {
  const ref = refTo(named)
  if (!('alone' in named)) return [ref]
  if (named.alone?.[0] !== ref) named.alone = Object.freeze([ref])
  return named.alone
}

/** Whether the row's file says anything of the attribute. */
export const isWritten = (entry: Pick<Entry, 'json'>, name: string): boolean =>
  Object.hasOwn(entry.json, name)

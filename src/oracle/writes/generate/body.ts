/**
 * Generates random bodies of write requests for one content type, with scalars, components, dynamic zones, media and
 * relations.
 */
import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import type { Graph, Row } from '../../../reference/graph/graph.ts'
import type { Attribute, ContentType, Uid } from '../../../reference/schema/schema.ts'
import type { Json } from '../../../util/json.ts'
import { modelsOf, type WritableAttribute } from '../../../writing/index.ts'
import { hasLimits, scalarFor } from './values.ts'

export type Body = Readonly<Record<string, Json>>

/**
 * An item that a write sequence can reference by a marker: a document that the sequence created, or a media file that
 * an answer showed.
 */
export type SequenceItem =
  | {
      readonly kind: 'document'
      readonly uid: Uid
      readonly type: ContentType
      readonly token: string | null
      readonly marker: string
      readonly number: number
    }
  | { readonly kind: 'file'; readonly marker: string }

export interface BodyContext {
  readonly graph: Graph
  readonly roll: Roll
  readonly own: readonly SequenceItem[]
  readonly isNew: boolean
  /** Returns the markers of the component ids that answers showed in the attribute `name`. */
  readonly componentAt: (name: string) => readonly string[]
}

/** The maximum nesting of generated components. */
const MOST_LEVELS = 2

/** A model whose attribute values are still to be generated, with the object that receives these values. */
interface OpenObject {
  readonly uid: Uid
  readonly level: number
  readonly into: Record<string, Json>
}

/** Generates the value of `data` in the body of a write request for a content type. */
export function bodyFor({ uid }: ContentType, context: BodyContext): Body {
  const { roll, graph } = context
  const data: Record<string, Json> = {}
  const open: OpenObject[] = [{ uid, level: 0, into: data }]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { level, into } = next
    for (const attribute of modelsOf(graph).get(next.uid)?.attributes.values() ?? []) {
      const { name } = attribute.attribute
      const isWanted =
        attribute.required && context.isNew ? !roll.chance(5) : roll.chance(wishFor(attribute, level))
      if (!attribute.writable || !isWanted) continue
      const value = valueFor(attribute, context, { level, open })
      if (value !== undefined) into[name] = value
    }
  }
  if (roll.chance(2)) data[roll.pick(['unknown', 'id', 'createdAt', 'localizations'])] = 1
  return data
}

/**
 * Returns the percentage of generated bodies that contain an attribute. Attributes with limits are written more often
 * than other attributes.
 */
const wishFor = (attribute: WritableAttribute, level: number): number =>
  hasLimits(attribute) ? 70 : level === 0 ? 30 : 50

function valueFor(
  writable: WritableAttribute,
  context: BodyContext,
  { level, open }: { readonly level: number; readonly open: OpenObject[] },
): Json | undefined {
  const { attribute } = writable
  const { roll, graph } = context
  const part = (uid: Uid, start: Body): Json => {
    const into: Record<string, Json> = { ...start }
    if (level < MOST_LEVELS && graph.schema.components.has(uid)) open.push({ uid, level: level + 1, into })
    return into
  }
  const existing = (): Body => {
    const ids = level === 0 && !context.isNew ? context.componentAt(attribute.name) : []
    return ids.length > 0 && roll.chance(70) ? { id: roll.pick(ids) } : {}
  }
  switch (attribute.kind) {
    case 'scalar':
      return scalarFor(writable, roll)
    case 'component': {
      if (roll.chance(6)) return null
      const one = part(attribute.component, existing())
      if (!attribute.many) return one
      const more = Array.from({ length: roll.upTo(2) }, () => part(attribute.component, {}))
      return roll.chance(15) ? more : [...more.slice(1), one, ...more.slice(0, 1)]
    }
    case 'zone': {
      const known = attribute.components.filter((uid) => graph.schema.components.has(uid))
      return roll.some(known, 2).map((uid) => part(uid, { __component: uid }))
    }
    case 'media':
      return filesFor(attribute.many, context)
    case 'relation':
      return relationFor(writable, context)
    case 'morphTo':
      return attribute.many ? morphFor(context) : undefined
    case 'morphBy':
      return undefined
  }
}

function filesFor(isMany: boolean, { own, roll }: BodyContext): Json | undefined {
  const files = own.flatMap((one) => (one.kind === 'file' ? [one.marker] : []))
  const [file] = files
  if (file === undefined) return undefined
  if (roll.chance(15)) return isMany ? [] : null
  return roll.pick<Json>([file, [file], { set: [{ id: file }] }])
}

function morphFor({ own, roll }: BodyContext): Json {
  const documents = own.flatMap((one) => (one.kind === 'document' ? [one] : []))
  return roll.some(documents, 2).map(({ uid, marker }) => ({ __type: uid, documentId: marker }))
}

function relationFor(writable: WritableAttribute, context: BodyContext): Json | undefined {
  const { attribute } = writable
  if (attribute.kind !== 'relation' || attribute.via !== 'stored' || !attribute.target.startsWith('api::'))
    return undefined
  const { roll } = context
  const names = namesFor(attribute.target, isHarmless(writable, attribute), context)
  if (names.length === 0) return undefined
  // Generated bodies link a to-one relation to at most one entry. If a write links several entries, the real server
  // stores all links and shows one. The reference does not imitate this storage.
  const most = attribute.many ? 3 : 1
  const some = (): Json[] =>
    roll.some(names, most).map((name) => (roll.chance(40) ? { documentId: name } : name))
  const kind = roll.upTo(11)
  if (kind < 4) return some()
  if (kind < 5) return { set: some() }
  if (kind < 6) return roll.pick<Json>([null, [], { connect: [] }])
  if (kind < 7) return { disconnect: some() }
  if (kind < 9) return { connect: some(), ...(roll.chance(40) ? { disconnect: some() } : {}) }
  return { connect: roll.some(names, most).map((documentId) => placed(documentId, names, roll)) }
}

function placed(documentId: string, names: readonly string[], roll: Roll): Json {
  const other = roll.pick(names)
  const position = roll.pick<Json>([{ start: true }, { end: true }, { before: other }, { after: other }])
  return roll.chance(70) ? { documentId, position } : { documentId }
}

/**
 * Returns whether a new link in a relation never removes a link of another entry. This holds if the relation has no
 * inverse, or if several entries may link the same entry. Deleting the linking document then restores the dataset.
 */
const isHarmless = (
  { cardinality }: WritableAttribute,
  attribute: Extract<Attribute, { kind: 'relation' }>,
): boolean => attribute.inverse === null || cardinality === 'manyToMany' || cardinality === 'manyToOne'

/**
 * Returns the markers of documents of a content type that a body can link: documents that the sequence created, and
 * with `andOthers` also up to three documents of the dataset.
 */
function namesFor(uid: Uid, andOthers: boolean, { own, graph, roll }: BodyContext): readonly string[] {
  const mine = own.flatMap((one) => (one.kind === 'document' && one.uid === uid ? [one.marker] : []))
  const rows: readonly Row[] = andOthers ? (graph.tables.get(uid)?.rows ?? []) : []
  const one = rows.length === 0 ? [] : [roll.pick(rows), roll.pick(rows), roll.pick(rows)]
  const others = new Map(one.map((row) => [row.documentId, `«${uid} ${row.id}»`]))
  return [...mine, ...others.values()]
}

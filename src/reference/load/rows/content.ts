/** What a row says: scalars checked, references resolved, components read, all the way down. */
import { isObject, type Json, member } from '../../../util/json.ts'
import type { Ref } from '../../graph/graph.ts'
import { at, expectedName, listed, type Place, shown } from '../../schema/fault.ts'
import { readScalar } from '../../schema/scalar.ts'
import type {
  Component,
  ComponentAttribute,
  ContentType,
  LinkAttribute,
  Model,
  ScalarAttribute,
  Uid,
  ZoneAttribute,
} from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { isAmong, readList, readObject } from '../../schema/shape.ts'
import {
  type Entry,
  emptyNode,
  NO_NODES,
  NO_REFS,
  type NodeDraft,
  type Reading,
  type RowReading,
} from './draft.ts'
import { giveMissingIds, type IdLedger, newLedger, takeId } from './ids.ts'
import { readIds, readReferences } from './references.ts'
import { RELATED } from './related.ts'
import { valuesOfRows } from './value-budget.ts'

/** A reading with the ids of components, which are counted per component over the whole dataset. */
export interface ContentReading extends RowReading {
  readonly componentIds: ReadonlyMap<Uid, IdLedger>
}

/** What a node is written as. The place of a row is made when it is asked for: mostly nothing is told of it. */
type Spot = Pick<Entry, 'json' | 'place'>

/** A component still to be read, and the list that it goes to. */
interface Waiting {
  readonly model: Component
  readonly json: Json
  readonly place: Place
  readonly entry: Entry
  readonly into: NodeDraft[]
}

/** Fills every row of every draft, as far as there is budget. */
export function readContent(reading: Reading): void {
  const componentIds = new Map([...reading.schema.components.keys()].map((uid) => [uid, newLedger()]))
  const contentReading = { ...reading, componentIds }
  for (const { type, entries } of reading.drafts.values()) {
    for (const entry of entries) fillRow(entry, type, contentReading)
  }
  for (const ledger of componentIds.values()) giveMissingIds(ledger)
}

/** The row, then its components in reading order, each before those within it. */
export function fillRow(entry: Entry, type: ContentType, reading: ContentReading): void {
  const first = fill(entry.row, type, entry, entry, reading)
  if (first.length === 0) return
  const waiting = first.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const inner of readComponent(next, reading).toReversed()) waiting.push(inner)
  }
}

/** Fills a node but for its components, which wait. */
function fill(
  node: NodeDraft,
  model: Model,
  spot: Spot,
  entry: Entry,
  reading: ContentReading,
): readonly Waiting[] {
  const waiting: Waiting[] = []
  refuseUnknown(model, spot, reading)
  for (const attribute of model.attributes.values()) {
    const { name } = attribute
    switch (attribute.kind) {
      case 'scalar': {
        const stamp = node === entry.row ? stampOf(entry, name) : undefined
        if (stamp === undefined) fillScalar(node, attribute, spot, reading)
        else node.values[name] = stamp
        break
      }
      case 'component':
        node.components[name] = waitIn(waiting, readComponents(attribute, spot, reading), entry)
        break
      case 'zone':
        node.components[name] = waitIn(waiting, readZone(attribute, spot, reading), entry)
        break
      default: {
        const links = readLinks(model, attribute, spot, entry, reading)
        if (links !== undefined) node.links[name] = links
      }
    }
  }
  return waiting
}

/** What is known of the row already; undefined for all other attributes. */
function stampOf(entry: Entry, name: string): Json | undefined {
  switch (name) {
    case 'createdAt':
    case 'updatedAt':
    case 'publishedAt':
      return entry[name]
    case 'locale':
      return entry.row.locale
    default:
      return undefined
  }
}

function fillScalar(node: NodeDraft, attribute: ScalarAttribute, spot: Spot, { report }: RowReading): void {
  const written = member(spot.json, attribute.name)
  if (written === undefined) {
    node.values[attribute.name] = attribute.default
    return
  }
  const result = readScalar(attribute, written)
  if ('value' in result) node.values[attribute.name] = result.value
  else {
    const place = at(spot.place, attribute.name)
    report(place, { message: 'wrong value', expected: result.expected, found: shown(written) })
  }
}

/** Undefined after a report. */
function readLinks(
  model: Model,
  attribute: LinkAttribute,
  spot: Spot,
  entry: Entry,
  reading: RowReading,
): readonly Ref[] | undefined {
  const written = member(spot.json, attribute.name)
  if (written === undefined) return NO_REFS
  if (!isDerived(attribute, model)) {
    return (
      readIds(attribute, written, reading) ??
      readReferences(attribute, written, at(spot.place, attribute.name), entry, reading)
    )
  }
  const expected = 'nothing, as it follows from other rows'
  const problem = { message: 'derived attribute', expected, found: shown(written) }
  reading.report(at(spot.place, attribute.name), problem)
  return undefined
}

/** Localizations and a file's `related` follow from other rows. */
const isDerived = (attribute: LinkAttribute, { uid }: Model): boolean =>
  (attribute.kind === 'relation' && attribute.via === 'localizations') ||
  (attribute.name === RELATED && uid === FILE_UID)

/** Keys of rows and components that are no attributes. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'documentId'])

function refuseUnknown(model: Model, spot: Spot, { unreadable, report }: RowReading): void {
  const { json } = spot
  for (const key in json) {
    if (model.attributes.has(key) || ROW_KEYS.has(key) || unreadable.get(model.uid)?.has(key)) continue
    if (!Object.hasOwn(json, key)) continue
    const isOwnName = model.modelType === 'component' && member(json, '__component') === model.uid
    if ((key === '__component' || key === '__unlisted') && isOwnName) continue
    if (key === '__related' && model.uid === FILE_UID) continue
    const expected = expectedName(`an attribute of ${model.uid}`, key, model.attributes.keys())
    report(at(spot.place, key), { message: 'unknown attribute', expected, found: shown(key) })
  }
}

/** One component of an attribute, as it is written. */
type Written = Pick<Waiting, 'model' | 'json' | 'place'>

/** The list that the components of an attribute will be in. */
function waitIn(waiting: Waiting[], written: readonly Written[], entry: Entry): readonly NodeDraft[] {
  if (written.length === 0) return NO_NODES
  const into: NodeDraft[] = []
  for (const { model, json, place } of written) waiting.push({ model, json, place, entry, into })
  return into
}

function readComponents(
  { name, many, component }: ComponentAttribute,
  spot: Spot,
  { schema, report }: RowReading,
): readonly Written[] {
  const written = member(spot.json, name)
  const model = schema.components.get(component)
  if (written === undefined || model === undefined || (written === null && !many)) return []
  const place = at(spot.place, name)
  if (!many) return [{ model, json: written, place }]
  const items = readList(written, place, report) ?? []
  return items.map((json, index) => ({ model, json, place: at(place, index) }))
}

function readZone(
  { name, components }: ZoneAttribute,
  spot: Spot,
  { schema, report }: RowReading,
): readonly Written[] {
  const written = member(spot.json, name)
  if (written === undefined) return []
  const place = at(spot.place, name)
  return (readList(written, place, report) ?? []).flatMap((json, index) => {
    const here = at(place, index)
    const uid = isObject(json) ? member(json, '__component') : undefined
    // What a server let in that its schema does not list says so.
    const isLet = isObject(json) && member(json, '__unlisted') === true
    const isIn = typeof uid === 'string' && (isLet || isAmong(uid, components))
    const model = isIn ? schema.components.get(uid) : undefined
    if (model !== undefined) return [{ model, json, place: here }]
    if (readObject(json, here, report) === undefined) return []
    const message = 'component not allowed in this zone'
    report(at(here, '__component'), { message, expected: `one of ${listed(components)}`, found: shown(uid) })
    return []
  })
}

/** Reads one component into its list; those within it wait. */
function readComponent(
  { model, json, place, entry, into }: Waiting,
  reading: ContentReading,
): readonly Waiting[] {
  const { report, budget } = reading
  const object = readObject(json, place, report)
  const ledger = reading.componentIds.get(model.uid)
  if (object === undefined || ledger === undefined) return []
  if (!budget.take(valuesOfRows(model, 1), place.file)) return []
  const node = emptyNode(model)
  into.push(node)
  takeId(ledger, node, object, place, report)
  const documentId = member(object, 'documentId')
  if (typeof documentId === 'string') node.documentId = documentId
  else if (documentId !== undefined) {
    const problem = { message: 'wrong documentId', expected: 'text', found: shown(documentId) }
    report(at(place, 'documentId'), problem)
  }
  return fill(node, model, { json: object, place }, entry, reading)
}

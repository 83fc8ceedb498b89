/** The content of rows: checks scalars, resolves references and reads components at every level. */
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import type { Ref } from '../../graph/graph.ts'
import { at, expectedName, listed, type Place, shown } from '../../schema/fault.ts'
import { readScalar } from '../../schema/scalar.ts'
import {
  type Attribute,
  type Component,
  type ComponentAttribute,
  type ContentType,
  FILE_UID,
  type LinkAttribute,
  type Model,
  type ScalarAttribute,
  type Uid,
  type ZoneAttribute,
} from '../../schema/schema.ts'
import { isAmong, readList, readObject } from '../../schema/shape.ts'
import {
  type EntryDraft,
  emptyNode,
  type LoadContext,
  NO_NODES,
  NO_REFS,
  type NodeDraft,
  type RowReading,
} from './draft.ts'
import { giveMissingIds, type IdLedger, newLedger, takeId } from './ids.ts'
import { readIds, readReferences } from './references.ts'
import { RELATED } from './related.ts'
import { valuesOfRows } from './value-budget.ts'

/** The context in which contents are read. */
export interface ContentReading extends RowReading {
  /** By component: ids are unique per component in the whole dataset. */
  readonly componentIds: ReadonlyMap<Uid, IdLedger>
  /** By model: the names of the last node, as most nodes have the same. */
  readonly lastNames: Map<Uid, CheckedNames>
}

/** The names of a node's members. */
interface CheckedNames {
  readonly names: readonly string[]
  /** Whether the names are known to be sound, whatever the values are. */
  readonly areSound: boolean
}

/** The source of a node. Its place is made on demand, as most rows have no fault. */
type NodeSource = Pick<EntryDraft, 'json' | 'place'>

/** A component still to be read, and the list it belongs to. */
interface PendingComponent {
  readonly model: Component
  readonly json: Json
  readonly place: Place
  readonly entry: EntryDraft
  readonly into: NodeDraft[]
}

/** Fills every row of every table, until the budget is used up. */
export function readContent(reading: LoadContext): void {
  const componentIds = new Map([...reading.schema.components.keys()].map((uid) => [uid, newLedger()]))
  const contentReading = { ...reading, componentIds, lastNames: new Map() }
  for (const { type, entries } of reading.drafts.values()) {
    entries.forEach((entry) => {
      fillRow(entry, type, contentReading)
    })
  }
  for (const ledger of componentIds.values()) giveMissingIds(ledger)
}

/** Fills a row, then its components in reading order, each before those within it. */
export function fillRow(entry: EntryDraft, type: ContentType, reading: ContentReading): void {
  const first = fill(entry.row, type, entry, entry, reading)
  if (first.length === 0) return
  const waiting = first.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const inner of readComponent(next, reading).toReversed()) waiting.push(inner)
  }
}

/** Fills a node; returns its components, which are still to be read. */
function fill(
  node: NodeDraft,
  model: Model,
  spot: NodeSource,
  entry: EntryDraft,
  reading: ContentReading,
): readonly PendingComponent[] {
  let waiting = NOTHING_WAITS
  const names = checkNames(model, spot, reading)
  const isRow = node === entry.row
  if (isRow) entry.names = names
  const attributes = attributesOf(model)
  for (let at = 0; at < attributes.length; at++) {
    const attribute = attributes[at]
    if (attribute === undefined) continue
    const { name } = attribute
    switch (attribute.kind) {
      case 'scalar': {
        const stamp = isRow ? stampOf(entry, name) : undefined
        if (stamp === undefined) fillScalar(node, attribute, spot, reading)
        else node.values[name] = stamp
        break
      }
      case 'component':
        if (waiting === NOTHING_WAITS) waiting = []
        node.components[name] = waitIn(waiting, readComponents(attribute, spot, reading), entry)
        break
      case 'zone':
        if (waiting === NOTHING_WAITS) waiting = []
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

const NOTHING_WAITS: PendingComponent[] = []

const attributeLists = new WeakMap<Model, readonly Attribute[]>()

/** The attributes as a list, which takes less time to walk than the map. */
function attributesOf(model: Model): readonly Attribute[] {
  const known = attributeLists.get(model) ?? [...model.attributes.values()]
  attributeLists.set(model, known)
  return known
}

/** A value that was read with the identity of the row; undefined for other attributes. */
function stampOf(entry: EntryDraft, name: string): Json | undefined {
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

function fillScalar(
  node: NodeDraft,
  attribute: ScalarAttribute,
  spot: NodeSource,
  { report }: RowReading,
): void {
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

/** The links of an attribute; undefined after a report. */
function readLinks(
  model: Model,
  attribute: LinkAttribute,
  spot: NodeSource,
  entry: EntryDraft,
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

/** Whether the value follows from other rows: localizations, and `related` of a file. */
const isDerived = (attribute: LinkAttribute, { uid }: Model): boolean =>
  (attribute.kind === 'relation' && attribute.via === 'localizations') ||
  (attribute.name === RELATED && uid === FILE_UID)

/** Keys of rows and components that are not attributes. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'documentId'])

/** Reports names that are not attributes; returns all names, as one list for nodes with the same. */
function checkNames(model: Model, spot: NodeSource, reading: ContentReading): readonly string[] {
  const last = reading.lastNames.get(model.uid)
  const isLast = last !== undefined && hasNames(spot.json, last.names)
  if (isLast && last.areSound) return last.names
  refuseUnknown(model, spot, reading)
  if (isLast) return last.names
  const names = Object.keys(spot.json)
  const areSound = names.every((name) => model.attributes.has(name) || ROW_KEYS.has(name))
  reading.lastNames.set(model.uid, { names, areSound })
  return names
}

function hasNames(json: JsonObject, names: readonly string[]): boolean {
  let count = 0
  for (const name in json) if (names[count++] !== name) return false
  return count === names.length
}

function refuseUnknown(model: Model, spot: NodeSource, { unreadable, report }: RowReading): void {
  const { json } = spot
  for (const key of Object.keys(json)) {
    if (model.attributes.has(key) || ROW_KEYS.has(key) || unreadable.get(model.uid)?.has(key)) continue
    const isOwnName = model.modelType === 'component' && member(json, '__component') === model.uid
    if ((key === '__component' || key === '__unlisted') && isOwnName) continue
    if (key === '__related' && model.uid === FILE_UID) continue
    const expected = expectedName(`an attribute of ${model.uid}`, key, model.attributes.keys())
    report(at(spot.place, key), { message: 'unknown attribute', expected, found: shown(key) })
  }
}

/** One component in the value of an attribute. */
type ComponentSource = Pick<PendingComponent, 'model' | 'json' | 'place'>

/** The list that the components of an attribute will be in; they are added to `waiting`. */
function waitIn(
  waiting: PendingComponent[],
  written: readonly ComponentSource[],
  entry: EntryDraft,
): readonly NodeDraft[] {
  if (written.length === 0) return NO_NODES
  const into: NodeDraft[] = []
  for (const { model, json, place } of written) waiting.push({ model, json, place, entry, into })
  return into
}

function readComponents(
  { name, many, component }: ComponentAttribute,
  spot: NodeSource,
  { schema, report }: RowReading,
): readonly ComponentSource[] {
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
  spot: NodeSource,
  { schema, report }: RowReading,
): readonly ComponentSource[] {
  const written = member(spot.json, name)
  if (written === undefined) return []
  const place = at(spot.place, name)
  return (readList(written, place, report) ?? []).flatMap((json, index) => {
    const here = at(place, index)
    const uid = isObject(json) ? member(json, '__component') : undefined
    // `__unlisted` marks a component that a server stored although the schema does not list it.
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

/** Reads one component into its list; returns the components within it. */
function readComponent(
  { model, json, place, entry, into }: PendingComponent,
  reading: ContentReading,
): readonly PendingComponent[] {
  const { report, budget } = reading
  const object = readObject(json, place, report)
  const ledger = reading.componentIds.get(model.uid)
  const isReadable = object !== undefined && ledger !== undefined
  if (!isReadable || !budget.take(valuesOfRows(model, 1), place.file)) return []
  const node = emptyNode(model)
  into.push(node)
  takeId(ledger, node, object, { place }, report)
  const documentId = member(object, 'documentId')
  if (typeof documentId === 'string') node.documentId = documentId
  else if (documentId !== undefined) {
    const problem = { message: 'wrong documentId', expected: 'text', found: shown(documentId) }
    report(at(place, 'documentId'), problem)
  }
  return fill(node, model, { json: object, place }, entry, reading)
}

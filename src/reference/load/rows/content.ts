/** Reads the content of rows: checks scalars, resolves references and reads components at every level. */

import { isList, type Json, type JsonObject, member } from '../../../util/json.ts'
import { plainObject } from '../../../util/plain-object.ts'
import { pushAll } from '../../../util/push.ts'
import type { Ref } from '../../graph/graph.ts'
import { at, expectedName, shown } from '../../schema/fault.ts'
import { readScalar } from '../../schema/scalar.ts'
import {
  type Attribute,
  type ContentType,
  FILE_UID,
  type LinkAttribute,
  type Model,
  type ScalarAttribute,
  type Uid,
} from '../../schema/schema.ts'
import { readObject } from '../../schema/shape.ts'
import { listFor, type PendingComponent, partsOf } from './components.ts'
import {
  type EntryDraft,
  emptyNode,
  type LoadContext,
  NO_REFS,
  type NodeDraft,
  type RowReading,
} from './draft.ts'
import { giveMissingIds, type IdLedger, newLedger, takeId } from './ids.ts'
import { readIds, readReferences } from './references.ts'
import { RELATED } from './related.ts'
import { valuesOfRows } from './value-budget.ts'

/** The context for reading the content of rows: values, links and components. */
export interface ContentReading extends RowReading {
  /** The ids of the components of each type. In the whole dataset, no two components of a type have the same id. */
  readonly componentIds: ReadonlyMap<Uid, IdLedger>
  /**
   * The member names of the last node of each model, with the result of their check. Most nodes of a model have the
   * same member names, so the next node can reuse the result of the check.
   */
  readonly lastNames: Map<Uid, CheckedNames>
}

/** The member names of a row or component, and the result of their check. */
interface CheckedNames {
  readonly names: readonly string[]
  /** Whether all member names of the row or component are valid, regardless of the values. */
  readonly areSound: boolean
}

/**
 * The JSON of a row or component, and its position in the file. The position of a node in the file is computed on
 * demand, because most rows have no fault.
 */
type NodeSource = Pick<EntryDraft, 'json' | 'place'>

/** Reads the content of every row of every table, until the budget of values is exhausted. */
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

/** Reads the content of a row, then of its components in file order, each component before the components inside it. */
export function fillRow(entry: EntryDraft, type: ContentType, reading: ContentReading): void {
  const first = fill(entry.row, type, entry, entry, reading)
  if (first.length === 0) return
  const waiting = first.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = readComponent(next, reading)
    if (inner.length > 0) pushAll(waiting, inner.toReversed())
  }
}

/** Reads the content of a row or component; returns the components in it, whose content the loader reads later. */
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
    const written = member(spot.json, name)
    switch (attribute.kind) {
      case 'scalar': {
        const stamp = isRow ? stampOf(entry, name) : undefined
        const value = stamp === undefined ? readValue(attribute, written, spot, reading) : stamp
        if (value !== undefined) node.values[name] = value
        if (isRow && written !== undefined && !Object.is(value, written)) keep(entry, name, written)
        break
      }
      case 'component':
      case 'zone': {
        const parts = partsOf(attribute, written, spot, reading)
        if (parts.length > 0 && waiting === NOTHING_WAITS) waiting = []
        node.components[name] = listFor(parts, entry, waiting)
        if (isRow && written !== undefined) keep(entry, name, written)
        break
      }
      default: {
        const links = readLinks(attribute, written, spot, entry, reading)
        if (links !== undefined) node.links[name] = links
        if (isRow && written !== undefined && !areIds(links, written, attribute)) keep(entry, name, written)
      }
    }
  }
  return waiting
}

/** Stores the JSON of a member of a row, because the finished row alone is not enough to write this JSON again. */
function keep(entry: EntryDraft, name: string, written: Json): void {
  entry.kept ??= plainObject<Json>()
  entry.kept[name] = written
}

/**
 * Returns whether the JSON of an attribute is an id, null or a list of ids. If the JSON is an id, null or a list of
 * ids, the loader can derive it again from the links of the row.
 */
function areIds(links: readonly Ref[] | undefined, written: Json, { kind, many }: LinkAttribute): boolean {
  if (links === undefined || kind === 'morphTo') return false
  if (!many) return links.length < 2 && written === (links[0]?.id ?? null)
  if (!isList(written) || written.length !== links.length) return false
  for (let at = 0; at < links.length; at++) if (links[at]?.id !== written[at]) return false
  return true
}

const NOTHING_WAITS: PendingComponent[] = []

const attributeLists = new WeakMap<Model, readonly Attribute[]>()

/** Returns the attributes of a model as a list, which is faster to walk than the map. */
function attributesOf(model: Model): readonly Attribute[] {
  const known = attributeLists.get(model) ?? [...model.attributes.values()]
  attributeLists.set(model, known)
  return known
}

/**
 * Returns the timestamp or locale of a row, which the loader has read before all attributes; undefined for any other
 * attribute.
 */
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

/** Reads the value of a scalar attribute; undefined after a reported fault. */
function readValue(
  attribute: ScalarAttribute,
  written: Json | undefined,
  spot: NodeSource,
  { report }: RowReading,
): Json | undefined {
  if (written === undefined) return attribute.default
  const result = readScalar(attribute, written)
  if ('value' in result) return result.value
  const place = at(spot.place, attribute.name)
  report(place, { message: 'wrong value', expected: result.expected, found: shown(written) })
  return undefined
}

/** Reads the links of an attribute; undefined after a reported fault. */
function readLinks(
  attribute: LinkAttribute,
  written: Json | undefined,
  spot: NodeSource,
  entry: EntryDraft,
  reading: RowReading,
): readonly Ref[] | undefined {
  if (written === undefined) return NO_REFS
  if (!isDerived(attribute, spot === entry ? entry.type.uid : '')) {
    return (
      readIds(attribute, written, reading) ??
      readReferences(attribute, written, at(spot.place, attribute.name), entry, reading)
    )
  }
  const expected = 'no value, because it follows from other rows'
  const problem = { message: 'derived attribute', expected, found: shown(written) }
  reading.report(at(spot.place, attribute.name), problem)
  return undefined
}

/**
 * Returns whether other rows determine the value of an attribute, as for `localizations`, and for `related` of an
 * uploaded file.
 */
const isDerived = (attribute: LinkAttribute, uid: Uid): boolean =>
  (attribute.kind === 'relation' && attribute.via === 'localizations') ||
  (attribute.name === RELATED && uid === FILE_UID)

/** The keys that every row and component may have besides its attributes. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'documentId'])

/**
 * Reports member names of a row or component that are not attributes. Returns all member names, in one list that
 * nodes with the same names share.
 */
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

/**
 * Reads one component, and adds the component to the list of its attribute. The function returns the components that
 * are nested directly in the read component.
 */
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

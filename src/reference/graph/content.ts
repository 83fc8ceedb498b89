/** What a row says: scalars checked, references resolved, components read, all the way down. */
import { isObject, type Json, type JsonObject, member } from '../../ground/json.ts'
import { at, expectedName, type Place, shown } from '../schema/fault.ts'
import { readScalar } from '../schema/scalar.ts'
import type {
  Component,
  ComponentAttribute,
  Model,
  ScalarAttribute,
  Uid,
  ZoneAttribute,
} from '../schema/schema.ts'
import { FILE_UID } from '../schema/schema.ts'
import { readList, readObject } from '../schema/shape.ts'
import { type Entry, emptyNode, type NodeDraft, type Reading } from './draft.ts'
import { giveMissingIds, type IdLedger, newLedger, takeId } from './ids.ts'
import { readReferences } from './references.ts'

/** A reading with the ids of components, which are counted per component over the whole dataset. */
interface ContentReading extends Reading {
  readonly componentIds: ReadonlyMap<Uid, IdLedger>
}

/** Where a node stands, and in which row. */
interface Spot {
  readonly json: JsonObject
  readonly place: Place
  readonly entry: Entry
}

/** Fills every row of every sheet. */
export function readContent(reading: Reading): void {
  const componentIds = new Map([...reading.schema.components.keys()].map((uid) => [uid, newLedger()]))
  const contentReading = { ...reading, componentIds }
  for (const { type, entries } of reading.sheets.values()) {
    for (const entry of entries)
      fill(entry.row, type, { json: entry.json, place: entry.place, entry }, contentReading)
  }
  for (const ledger of componentIds.values()) giveMissingIds(ledger)
}

function fill(node: NodeDraft, model: Model, spot: Spot, reading: ContentReading): void {
  const { json, place, entry } = spot
  refuseUnknown(model, json, place, reading)
  for (const attribute of model.attributes.values()) {
    const { name } = attribute
    const here = at(place, name)
    const written = member(json, name)
    switch (attribute.kind) {
      case 'scalar':
        if (node === entry.row && Object.hasOwn(entry.stamps, name))
          node.values[name] = entry.stamps[name] ?? null
        else fillScalar(node, attribute, written, here, reading)
        break
      case 'component':
        node.components[name] = readComponents(attribute, written, here, entry, reading)
        break
      case 'zone':
        node.components[name] = readZone(attribute, written, here, entry, reading)
        break
      default: {
        if (refuseDerived(model, name, written, here, reading)) break
        const links = readReferences(attribute, written, here, entry, reading)
        if (links !== undefined) node.links[name] = links
      }
    }
  }
}

function fillScalar(
  node: NodeDraft,
  attribute: ScalarAttribute,
  written: Json | undefined,
  place: Place,
  { report }: Reading,
): void {
  if (written === undefined) {
    node.values[attribute.name] = attribute.default
    return
  }
  const result = readScalar(attribute, written)
  if ('value' in result) node.values[attribute.name] = result.value
  else report(place, { message: 'wrong value', expected: result.expected, found: shown(written) })
}

/** Localizations and a file's `related` follow from other rows; true if a row writes them all the same. */
function refuseDerived(
  { uid }: Model,
  name: string,
  written: Json | undefined,
  place: Place,
  { report, schema }: Reading,
): boolean {
  const attribute = schema.contentTypes.get(uid)?.attributes.get(name)
  const derived =
    (attribute?.kind === 'relation' && attribute.via === 'localizations') ||
    (uid === FILE_UID && name === 'related')
  if (!derived || written === undefined) return false
  const expected = 'nothing, as it follows from other rows'
  report(place, { message: 'derived attribute', expected, found: shown(written) })
  return true
}

/** Keys of rows and components that are no attributes. */
const ROW_KEYS: ReadonlySet<string> = new Set(['id', 'documentId'])

function refuseUnknown(model: Model, json: JsonObject, place: Place, { unreadable, report }: Reading): void {
  for (const key of Object.keys(json)) {
    if (model.attributes.has(key) || ROW_KEYS.has(key) || unreadable.get(model.uid)?.has(key)) continue
    if (key === '__component' && model.modelType === 'component') continue
    if (key === '__related' && model.uid === FILE_UID) continue
    const expected = expectedName(`an attribute of ${model.uid}`, key, model.attributes.keys())
    report(at(place, key), { message: 'unknown attribute', expected, found: shown(key) })
  }
}

function readComponents(
  { many, component }: ComponentAttribute,
  written: Json | undefined,
  place: Place,
  entry: Entry,
  reading: ContentReading,
): NodeDraft[] {
  const model = reading.schema.components.get(component)
  if (written === undefined || model === undefined || (written === null && !many)) return []
  if (!many) return readComponent(model, written, place, entry, reading)
  return (readList(written, place, reading.report) ?? []).flatMap((item, index) =>
    readComponent(model, item, at(place, index), entry, reading),
  )
}

function readZone(
  { components }: ZoneAttribute,
  written: Json | undefined,
  place: Place,
  entry: Entry,
  reading: ContentReading,
): NodeDraft[] {
  if (written === undefined) return []
  return (readList(written, place, reading.report) ?? []).flatMap((item, index) => {
    const here = at(place, index)
    const uid = isObject(item) ? member(item, '__component') : undefined
    const known =
      typeof uid === 'string' && components.includes(uid) ? reading.schema.components.get(uid) : undefined
    if (known !== undefined) return readComponent(known, item, here, entry, reading)
    if (readObject(item, here, reading.report) === undefined) return []
    const message = 'component not allowed in this zone'
    const expected = `one of ${components.join(', ')}`
    reading.report(at(here, '__component'), { message, expected, found: shown(uid) })
    return []
  })
}

function readComponent(
  model: Component,
  json: Json,
  place: Place,
  entry: Entry,
  reading: ContentReading,
): NodeDraft[] {
  const object = readObject(json, place, reading.report)
  const ledger = reading.componentIds.get(model.uid)
  if (object === undefined || ledger === undefined) return []
  const node = emptyNode(model.uid, 0)
  takeId(ledger, node, object, place, reading.report)
  const documentId = member(object, 'documentId')
  if (typeof documentId === 'string') node.documentId = documentId
  else if (documentId !== undefined) {
    reading.report(at(place, 'documentId'), {
      message: 'wrong documentId',
      expected: 'text',
      found: shown(documentId),
    })
  }
  fill(node, model, { json: object, place, entry }, reading)
  return [node]
}

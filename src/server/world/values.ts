/** Converts the values that a test passes to a row in the dataset format. */

import { newCopier } from '../../reference/load/files/copy.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { derivedDocumentId } from '../../reference/load/rows/tables.ts'
import { at, collectFaults, DatasetError, wholeFile } from '../../reference/schema/fault.ts'
import type { Attribute, ContentType, Uid } from '../../reference/schema/schema.ts'
import { memoized } from '../../util/cache/memoized.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { completed } from '../../writing/change/complete.ts'
import { isHeldIn } from '../../writing/change/reverse-index.ts'
import { stateOf } from '../../writing/change/state.ts'
import { refuseName } from '../../writing/edit/lazy-object.ts'
import { idAfter } from '../../writing/ids.ts'
import type { Workshop } from './workshop.ts'

/** The keys that values may contain although they are not attributes. */
const KEYS = ['id', 'documentId']

/**
 * Converts values to JSON and replaces each entry by its documentId. The parameter `name` is the type's name in error
 * messages.
 */
export function readValues(type: ContentType, values: object, name: string): JsonObject {
  const { report, faults } = collectFaults()
  const copier = newCopier(DEFAULT_LIMITS, report)
  const read: Record<string, Json> = {}
  for (const [key, value] of Object.entries(values)) {
    const attribute = type.attributes.get(key)
    if (attribute === undefined && !KEYS.includes(key)) refuseName(key, name, type.attributes.keys())
    if (value === undefined) continue
    const json = copier.copy(value, at(wholeFile(name), key))
    if (json !== undefined) read[key] = attribute === undefined ? json : referenced(json, attribute)
  }
  if (faults.length > 0) throw new DatasetError(faults)
  return read
}

/** Replaces an entry in the value of a relation by its documentId. */
function referenced(json: Json, { kind }: Attribute): Json {
  if (kind !== 'relation' && kind !== 'media' && kind !== 'morphBy') return json
  const one = (item: Json): Json =>
    isObject(item) && isEntry(item) ? (member(item, 'documentId') ?? null) : item
  return Array.isArray(json) ? json.map(one) : one(json)
}

const isEntry = (json: JsonObject): boolean =>
  Object.hasOwn(json, 'id') && typeof json['documentId'] === 'string'

/**
 * Creates a row with ids and timestamps. If the type has draft & publish, the row is a draft unless the values
 * contain `publishedAt`.
 */
export function newRow(
  workshop: Workshop,
  type: ContentType,
  values: JsonObject,
  locale: string | undefined,
): JsonObject {
  const { graph, ids } = workshop
  const now = workshop.now()
  const table = graph.tables.get(type.uid)
  const isKnown = (documentId: string): boolean => table?.byDocument.has(documentId) === true
  const stamps = {
    createdAt: now,
    updatedAt: now,
    ...(type.draftAndPublish ? { publishedAt: null } : {}),
    ...(locale === undefined ? {} : { locale }),
  }
  return withIds({ ...stamps, ...values }, workshop, type, () => {
    const last = Math.max(ids.highest(type.uid), table?.byId.size ?? 0)
    for (let number = idAfter(last - 1, ids.replica); ; number = idAfter(number, ids.replica)) {
      const documentId = derivedDocumentId(type.uid, number)
      if (!isKnown(documentId)) return documentId
    }
  })
}

/** Adds missing ids to the JSON of a row and of its components. */
export function withIds(
  json: JsonObject,
  workshop: Workshop,
  type: ContentType,
  documentId: () => string,
  component = newComponentIds(workshop),
): JsonObject {
  const { schema } = workshop.graph
  const ids = { id: () => freeId(workshop, type), documentId, component }
  return Object.freeze({ ...completed(json, type, schema, ids) })
}

/**
 * Returns the id of a new row. The new id is the lowest free id or, if the world already gave ids to rows of this
 * type, the next free id above these ids.
 */
function freeId({ graph, ids: { highest, replica } }: Workshop, { uid }: ContentType): number {
  const [list, last] = [stateOf(graph).lists.get(uid), highest(uid)]
  if (last === 0 && replica === undefined) return list?.firstFree() ?? 1
  let id = idAfter(last, replica)
  while (list?.get(id) !== undefined) id = idAfter(id, replica)
  return id
}

/** Creates a function that returns the next free id for a component type. */
export function newComponentIds({ graph: { tables }, ids: { replica } }: Workshop): (uid: Uid) => number {
  const given = new Map<Uid, number>()
  const isTaken = memoized((uid: Uid) => isHeldIn(tables.values(), uid))
  return (uid) => {
    let id = idAfter(given.get(uid) ?? 0, replica)
    while (isTaken(uid)(id)) id = idAfter(id, replica)
    given.set(uid, id)
    return id
  }
}

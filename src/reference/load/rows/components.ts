/** Finds the components in the values of attributes. The loader reads the content of the found components later. */
import { isObject, type Json, member } from '../../../util/json.ts'
import { at, listed, type Place, shown } from '../../schema/fault.ts'
import type { Component, ComponentAttribute, ZoneAttribute } from '../../schema/schema.ts'
import { isAmong, readList, readObject } from '../../schema/shape.ts'
import { type EntryDraft, NO_NODES, type NodeDraft, type RowReading } from './draft.ts'

/** A component whose content the loader has not read yet, and the list that will contain the component. */
export interface PendingComponent {
  readonly model: Component
  readonly json: Json
  readonly place: Place
  readonly entry: EntryDraft
  readonly into: NodeDraft[]
}

/** The JSON, the model and the file position of one component in the value of an attribute. */
type ComponentSource = Pick<PendingComponent, 'model' | 'json' | 'place'>

/**
 * Makes the empty list for the components of an attribute, and adds the components that the loader must read to
 * `pending`.
 */
export function listFor(
  parts: readonly ComponentSource[],
  entry: EntryDraft,
  pending: PendingComponent[],
): readonly NodeDraft[] {
  if (parts.length === 0) return NO_NODES
  const into: NodeDraft[] = []
  for (const { model, json, place } of parts) pending.push({ model, json, place, entry, into })
  return into
}

/** Returns the components in the value of an attribute; reports components that the attribute does not allow. */
export function partsOf(
  attribute: ComponentAttribute | ZoneAttribute,
  written: Json | undefined,
  source: { readonly place: Place },
  reading: RowReading,
): readonly ComponentSource[] {
  if (written === undefined) return NONE
  const place = at(source.place, attribute.name)
  if (attribute.kind === 'zone') return readZone(attribute, written, place, reading)
  const model = reading.schema.components.get(attribute.component)
  if (model === undefined || (written === null && !attribute.many)) return NONE
  if (!attribute.many) return [{ model, json: written, place }]
  const items = readList(written, place, reading.report) ?? []
  return items.map((json, index) => ({ model, json, place: at(place, index) }))
}

const NONE: readonly ComponentSource[] = []

function readZone(
  { components }: ZoneAttribute,
  written: Json,
  place: Place,
  { schema, report }: RowReading,
): readonly ComponentSource[] {
  return (readList(written, place, report) ?? []).flatMap((json, index) => {
    const here = at(place, index)
    const uid = isObject(json) ? member(json, '__component') : undefined
    // `__unlisted` marks a component that a real server stored although the schema does not list it.
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

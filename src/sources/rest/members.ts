/** Reads the members of an entry or component from an answer, and adds their values to the assembled row. */
import { isDeepStrictEqual } from 'node:util'
import { at, type Place, pointerTo, shown } from '../../reference/schema/fault.ts'
import type { Attribute, ContentType, LinkAttribute, Model } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { isNested } from './answer.ts'
import {
  ADDED_BY_SERVER,
  type ComponentDraft,
  type Link,
  type Links,
  type Parts,
  type Plain,
  type RestRow,
} from './draft.ts'
import { type PendingNode, type RestWorld, takeNested } from './world.ts'

/** The state for reading the members of one entry or component: the assembled row or component, and its JSON. */
interface NodeReading extends PendingNode {
  readonly world: RestWorld
}

export function readMembers(waiting: PendingNode, world: RestWorld): void {
  const reading: NodeReading = { ...waiting, world }
  const { node, json, place, row } = waiting
  const model = node === row ? row.type : world.schema.components.get('uid' in node ? node.uid : '')
  if (node === row && row.isPlain && row.place === place) {
    for (const [name, value] of Object.entries(json)) node.members.set(name, plain(value, at(place, name)))
    return
  }
  for (const [name, value] of Object.entries(json)) {
    if (ADDED_BY_SERVER.has(name) && !(model?.attributes.has(name) === true)) {
      if (name === '__component' && node.members.get(name) === undefined)
        node.members.set(name, plain(value, at(place, name)))
      continue
    }
    readMember(name, value, model, reading)
  }
}

const plain = (json: Json, place: Place): Plain => ({ kind: 'plain', json, place })

function readMember(name: string, json: Json, model: Model | undefined, reading: NodeReading): void {
  const { world, row, node } = reading
  const here = at(reading.place, name)
  const attribute = model?.attributes.get(name)
  if (attribute === undefined) return addPlain(name, json, here, reading)
  if (!world.takesPrivate && isSecret(attribute)) return
  // The members of a row from a file in the dataset format have priority over members in answers. If an answer has
  // the same member, the code only compares the two values.
  if (row.isPlain && row.members.has(name)) return comparePlain(name, json, here, reading)
  switch (attribute.kind) {
    case 'scalar':
      return addPlain(name, json, here, reading)
    case 'component':
      return addParts(name, json, here, reading, () => attribute.component, attribute.many)
    case 'zone':
      return addParts(name, json, here, reading, namedComponent, true)
    default:
      if (isDerived(attribute, row, node)) return readDerived(attribute, json, here, reading)
      return addLinks(attribute, json, here, reading)
  }
}

const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')

function comparePlain(name: string, json: Json, here: Place, { world, node }: NodeReading): void {
  const known = node.members.get(name)
  if (known?.kind !== 'plain' || isObject(json) || isList(json)) return
  if (!isDeepStrictEqual(known.json, json)) noteContradiction(known, json, here, world)
}

function addPlain(name: string, json: Json, here: Place, reading: NodeReading): void {
  const { node, world } = reading
  const known = node.members.get(name)
  if (known === undefined) node.members.set(name, plain(json, here))
  else if (known.kind === 'plain' && !isDeepStrictEqual(known.json, json))
    noteContradiction(known, json, here, world)
}

function noteContradiction(known: Plain, json: Json, here: Place, { note }: RestWorld): void {
  const first = `${known.place.file}#${pointerTo(known.place)}`
  const says = `${shown(json)} here, ${shown(known.json)} at ${first}: two answers differ about one entry; the value at the second place is used`
  note({ file: here.file, line: 0, pointer: pointerTo(here), says })
}

/**
 * Returns whether the server derives the value of an attribute from other rows. The server derives the attribute
 * `localizations`, and the attribute `related` of an uploaded file.
 */
const isDerived = (attribute: LinkAttribute, row: RestRow, node: RestRow | ComponentDraft): boolean =>
  node === row &&
  ((attribute.kind === 'relation' && attribute.via === 'localizations') ||
    (attribute.kind === 'morphTo' && row.type.uid === FILE_UID && attribute.name === 'related'))

/**
 * Reads an attribute whose value the server computes from other rows. Each item of `localizations` becomes a row of
 * the same content type. The code stores the order of the `related` links of an uploaded file.
 */
function readDerived(attribute: LinkAttribute, json: Json, here: Place, reading: NodeReading): void {
  const { world, row } = reading
  const items = isList(json) ? json : []
  if (attribute.kind === 'relation') {
    for (const [index, item] of items.entries())
      if (isNested(item, at(here, index), world.report)) {
        // An item of `localizations` has another locale than the row that lists it. Therefore, an item of
        // `localizations` does not inherit the locale of the row that lists it.
        takeNested(row.type, item, at(here, index), { ...row, locale: undefined }, world)
      }
    return
  }
  row.related ??= items.flatMap((item) => {
    const [uid, id] = isObject(item) ? [member(item, '__type'), member(item, 'id')] : []
    return typeof uid === 'string' && typeof id === 'number' ? [{ uid, id }] : []
  })
}

function addLinks(attribute: LinkAttribute, json: Json, here: Place, reading: NodeReading): void {
  const { node, world } = reading
  const items = isList(json) ? json : json === null ? [] : [json]
  // Links that already have the dataset format (ids or documentIds) remain unchanged.
  if (items.some((item) => typeof item === 'string' || typeof item === 'number'))
    return addPlain(attribute.name, json, here, reading)
  const links = items.flatMap((item, index) =>
    linkTo(item, isList(json) ? at(here, index) : here, attribute, reading),
  )
  const isMorph = attribute.kind === 'morphTo'
  const known = node.members.get(attribute.name)
  if (known?.kind === 'links') merge(known, links, world)
  else if (known === undefined)
    node.members.set(attribute.name, {
      kind: 'links',
      many: attribute.many,
      isMorph,
      ...distinct(links),
      place: here,
    })
}

function distinct(links: readonly Link[]): Pick<Links, 'links' | 'rows'> {
  const byRow = new Map(links.map((link) => [link.row, link]))
  return { links: [...byRow.values()], rows: new Set(byRow.keys()) }
}

function merge(known: Links, links: readonly Link[], world: RestWorld): void {
  for (const link of links) {
    if (known.rows.has(link.row)) continue
    if (!known.many && known.links.some(({ row }) => !isSameDocument(row, link.row))) {
      const [first] = known.links
      const says = `${named(link.row)} here, ${first === undefined ? 'another' : named(first.row)} at ${known.place.file}#${pointerTo(known.place)}; the value at the second place is used`
      world.note({ file: link.place.file, line: 0, pointer: pointerTo(link.place), says })
    } else {
      known.links.push(link)
      known.rows.add(link.row)
    }
  }
}

const isSameDocument = (a: RestRow, b: RestRow): boolean =>
  a.type === b.type && a.documentId === b.documentId && a.status !== b.status
const named = ({ documentId, id }: RestRow): string => documentId ?? `the entry ${id ?? ''}`

function linkTo(json: Json, place: Place, attribute: LinkAttribute, reading: NodeReading): readonly Link[] {
  const { world, row } = reading
  if (!isNested(json, place, world.report)) return []
  const type = targetOf(attribute, json, world)
  if (type === undefined) {
    const expected = '"__type", the uid of a content type of this dataset'
    const found = shown(member(json, '__type'))
    world.report(place, { message: 'an entry of an unknown type', expected, found })
    return []
  }
  return [{ row: takeNested(type, json, place, row, world), place }]
}

function targetOf(
  attribute: LinkAttribute,
  json: JsonObject,
  { schema }: RestWorld,
): ContentType | undefined {
  switch (attribute.kind) {
    case 'media':
      return schema.contentTypes.get(FILE_UID)
    case 'morphTo': {
      const uid = member(json, '__type')
      return typeof uid === 'string' ? schema.contentTypes.get(uid) : undefined
    }
    default:
      return schema.contentTypes.get(attribute.target)
  }
}

function namedComponent(json: JsonObject): string {
  const uid = member(json, '__component')
  return typeof uid === 'string' ? uid : ''
}

function addParts(
  name: string,
  json: Json,
  here: Place,
  reading: NodeReading,
  uidOf: (json: JsonObject) => string,
  many: boolean,
): void {
  const { node, world, row } = reading
  const known = node.members.get(name)
  const parts: Parts =
    known?.kind === 'parts' ? known : { kind: 'parts', many, parts: [], byId: new Map(), place: here }
  if (known !== undefined && known !== parts) return
  // Stores an invalid value unchanged, because the loader reports invalid values.
  if (json !== null && typeof json !== 'object') return addPlain(name, json, here, reading)
  node.members.set(name, parts)
  const items = isList(json) ? json : json === null ? [] : [json]
  for (const [index, item] of items.entries()) {
    const place = isList(json) ? at(here, index) : here
    if (!isObject(item)) {
      parts.parts.push(plain(item, place))
      continue
    }
    const part = partOf(parts, item, uidOf(item), known !== undefined, place)
    world.waiting.push({ node: part, json: item, place, row })
  }
}

/** Returns the known component with the id in `json`. If no known component has the id in `json`, adds a component. */
function partOf(
  parts: Parts,
  json: JsonObject,
  uid: string,
  mayBeKnown: boolean,
  place: Place,
): ComponentDraft {
  const written = member(json, 'id')
  const id = typeof written === 'number' ? written : undefined
  const key = `${uid} ${id ?? ''}`
  const same = mayBeKnown && id !== undefined ? parts.byId.get(key) : undefined
  if (same !== undefined) return same
  const part: ComponentDraft = { kind: 'part', uid, id, members: new Map(), place }
  parts.parts.push(part)
  if (id !== undefined) parts.byId.set(key, part)
  return part
}

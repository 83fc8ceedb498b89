/** Generates random edits of a dataset. */

import type { Graph, Row } from '../../src/reference/graph/graph.ts'
import type {
  Attribute,
  ContentType,
  LinkAttribute,
  Model,
  ScalarAttribute,
  Schema,
} from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import type { EditableDataset, EditableJson, EditableObject } from '../../src/writing/edit/edit.ts'
import { scalarValue } from './dataset.ts'
import type { Roll } from './dice.ts'
import { stemOf } from './world.ts'

/** Returns a recipe with one to three random edits. */
export function randomEdit(graph: Graph, roll: Roll): (dataset: EditableDataset) => void {
  return (dataset) => {
    const steps = 1 + roll.upTo(2)
    for (let step = 0; step < steps; step++) oneStep({ graph, roll, dataset })
  }
}

interface RecipeDice {
  readonly graph: Graph
  readonly roll: Roll
  readonly dataset: EditableDataset
}

function oneStep(hand: RecipeDice): void {
  const { roll, dataset } = hand
  const types = [...hand.graph.schema.contentTypes.values()].filter(
    (type) => listOf(dataset, type) !== undefined && (roll.chance(30) || sizeOf(hand, type) > 0),
  )
  if (types.length === 0) return
  const type = roll.pick(types)
  const rows = listOf(dataset, type)
  if (rows === undefined) return
  const kind = roll.upTo(99)
  if (kind < 55) changeRow(hand, type, rows)
  else if (kind < 70) addRow(hand, type, rows)
  else if (kind < 85) takeAway(roll, rows)
  else if (kind < 92) move(roll, rows, dataset, type)
  else changeOther(roll, dataset)
}

const sizeOf = ({ graph }: RecipeDice, { uid }: ContentType): number =>
  graph.tables.get(uid)?.rows.length ?? 0

/** Returns the rows of a type in a dataset. The file of the rows may have either of two names. */
export function listOf({ entries, media }: EditableDataset, { uid, singularName }: ContentType) {
  if (uid === FILE_UID) return media
  const stem = [singularName, stemOf(uid)].find((name) => name in entries)
  return stem === undefined ? undefined : entries[stem]
}

function changeRow(hand: RecipeDice, type: ContentType, rows: EditableObject[]): void {
  const { roll } = hand
  const row = rows[roll.upTo(Math.max(rows.length - 1, 0))]
  if (row === undefined) return
  const kind = roll.upTo(99)
  if (kind < 70) return changeAttribute(hand, type, row)
  if (kind < 80)
    row['publishedAt'] = type.draftAndPublish && roll.chance(50) ? null : '2024-02-02T00:00:00.000Z'
  else if (kind < 86) row['documentId'] = roll.chance(50) ? documentOf(hand, type) : `other${roll.upTo(99)}`
  else if (kind < 90) delete row['documentId']
  else if (kind < 93 && type.localized) row['locale'] = roll.pick(['en', 'fr', 'de', 'xx'])
  else if (kind < 95) row['id'] = roll.upTo(30)
  else if (kind < 97) row['wrong'] = 1
  else Object.assign(row, JSON.parse(JSON.stringify(row)))
}

function changeAttribute(hand: RecipeDice, type: ContentType, row: EditableObject): void {
  const { roll } = hand
  const { json, model } = somewhereIn(row, type, hand.graph.schema, roll)
  const attribute = roll.pick([...model.attributes.values()])
  if (roll.chance(12)) delete json[attribute.name]
  else {
    const value = valueFor(attribute, hand)
    if (value !== undefined) json[attribute.name] = value
  }
}

/** Selects a row itself, or at random one of its components at any depth. */
function somewhereIn(
  row: EditableObject,
  type: Model,
  schema: Schema,
  roll: Roll,
): { readonly json: EditableObject; readonly model: Model } {
  for (const attribute of type.attributes.values()) {
    const part = [row[attribute.name]].flat().find(isPlain)
    const uid = attribute.kind === 'component' ? attribute.component : String(part?.['__component'])
    const model = schema.components.get(uid)
    if (part !== undefined && model !== undefined && roll.chance(30))
      return somewhereIn(part, model, schema, roll)
  }
  return { json: row, model: type }
}

const isPlain = (json: EditableJson | undefined): json is EditableObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

function valueFor(attribute: Attribute, hand: RecipeDice): EditableJson | undefined {
  const { roll } = hand
  switch (attribute.kind) {
    case 'scalar':
      return editable(scalarOf(roll, attribute))
    case 'component':
      return component(attribute.component, attribute.many, roll)
    case 'zone':
      return attribute.components.slice(0, roll.upTo(2)).map((uid) => ({ __component: uid }))
    default:
      return attribute.name === 'localizations' ? undefined : references(attribute, hand)
  }
}

const scalarOf = (roll: Roll, attribute: ScalarAttribute): Json | undefined =>
  roll.chance(3) ? { wrong: true } : scalarValue(roll, attribute)

const editable = (json: Json | undefined): EditableJson | undefined =>
  json === undefined ? undefined : JSON.parse(JSON.stringify(json))

function component(_: string, many: boolean, roll: Roll): EditableJson {
  const one = (): EditableObject => (roll.chance(10) ? { id: roll.upTo(9) } : {})
  return many ? Array.from({ length: roll.upTo(2) }, one) : roll.chance(30) ? null : one()
}

function references(attribute: LinkAttribute, hand: RecipeDice): EditableJson {
  const { graph, roll } = hand
  const uids = [...graph.tables].filter(([, { rows }]) => rows.length > 0).map(([uid]) => uid)
  const one = (): EditableJson => {
    const uid = attribute.kind === 'morphTo' ? roll.pick(uids) : targetOf(attribute)
    const rows = graph.tables.get(uid)?.rows ?? []
    if (rows.length === 0) return null
    const row = roll.pick(rows)
    return attribute.kind === 'morphTo' ? { __type: uid, ...byName(row, roll, true) } : reference(row, roll)
  }
  if (uids.length === 0) return []
  const items = Array.from({ length: roll.upTo(attribute.many ? 3 : 1) }, one).filter((item) => item !== null)
  return attribute.many || roll.chance(40) ? items : (items[0] ?? null)
}

const targetOf = (attribute: Exclude<LinkAttribute, { kind: 'morphTo' }>): string =>
  attribute.kind === 'media' ? FILE_UID : attribute.target

const reference = (row: Row, roll: Roll): EditableJson =>
  roll.chance(45) ? row.id : roll.chance(50) ? row.documentId : byName(row, roll, false)

function byName(row: Row, roll: Roll, mayHaveId: boolean): EditableObject {
  if (mayHaveId && roll.chance(50)) return { id: row.id }
  return {
    documentId: row.documentId,
    ...(roll.chance(60) ? { locale: row.locale } : {}),
    ...(roll.chance(60) ? { status: row.status } : {}),
  }
}

const documentOf = ({ graph, roll }: RecipeDice, { uid }: ContentType): string => {
  const rows = graph.tables.get(uid)?.rows ?? []
  return rows[roll.upTo(Math.max(rows.length - 1, 0))]?.documentId ?? 'none'
}

function addRow(hand: RecipeDice, type: ContentType, rows: EditableObject[]): void {
  const { roll } = hand
  const row: EditableObject = {}
  if (roll.chance(40)) row['documentId'] = documentOf(hand, type)
  if (type.draftAndPublish && roll.chance(50)) row['publishedAt'] = null
  if (type.localized && roll.chance(50)) row['locale'] = roll.pick(['en', 'fr', 'de'])
  const attributes = [...type.attributes.values()].slice(0, roll.upTo(8))
  for (const attribute of attributes) {
    const isStamp = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations'].includes(
      attribute.name,
    )
    const value = isStamp ? undefined : valueFor(attribute, hand)
    if (value !== undefined && roll.chance(60)) row[attribute.name] = value
  }
  if (roll.chance(80)) rows.push(row)
  else rows.splice(roll.upTo(rows.length), 0, row)
}

function takeAway(roll: Roll, rows: EditableObject[]): void {
  const at = roll.upTo(Math.max(rows.length - 1, 0))
  const kind = roll.upTo(9)
  if (kind < 6) rows.splice(at, 1 + roll.upTo(1))
  else if (kind < 7) rows.pop()
  else if (kind < 8) rows.shift()
  else rows.length = at
}

function move(roll: Roll, rows: EditableObject[], { entries }: EditableDataset, type: ContentType): void {
  const kind = roll.upTo(9)
  if (kind < 2) rows.reverse()
  else if (kind < 4) rows.push(...rows.splice(0, 1))
  else if (kind < 6) place(roll, rows)
  else {
    const stem = [type.singularName, stemOf(type.uid)].find((name) => name in entries)
    if (stem === undefined) return
    const remaining = rows.filter((row) => Number(row['id']) % 3 !== roll.upTo(2))
    entries[stem] = kind < 8 ? remaining : JSON.parse(JSON.stringify(remaining))
  }
}

/**
 * Swaps two rows of a file in most cases. In the other cases, the function only overwrites the second row with the
 * first row.
 */
function place(roll: Roll, rows: EditableObject[]): void {
  const [from, to] = [roll.upTo(rows.length), roll.upTo(rows.length)]
  const [one, other] = [rows[from], rows[to]]
  if (one === undefined || other === undefined) return
  rows[to] = roll.chance(30) ? { ...one } : one
  if (roll.chance(70)) rows[from] = other
}

function changeOther(roll: Roll, dataset: EditableDataset): void {
  const kind = roll.upTo(9)
  if (kind < 3) dataset.settings = { rest: { defaultLimit: 1 + roll.upTo(20) } }
  else if (kind < 6)
    dataset.access.roles['more'] = { permissions: roll.chance(80) ? ['*.find'] : ['nothing'] }
  else if (kind < 8) dataset.locales.locales.push({ code: 'it' })
  else {
    const [schema] = Object.values(dataset.contentTypes)
    if (schema !== undefined) schema['options'] = { populateCreatorFields: true }
  }
}

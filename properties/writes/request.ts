/** Generates random writes of any type: valid, nearly valid and invalid ones. */

import type { Graph, Row } from '../../src/reference/graph/graph.ts'
import type { Attribute, ContentType, Model } from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { modelsOf, type WriteRequest } from '../../src/writing/index.ts'
import { calledOf, LOCALES, scalarValue } from '../arbitraries/dataset.ts'
import { type Dice, type Roll, roll } from '../arbitraries/dice.ts'

export interface RandomWrite {
  readonly type: ContentType
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** The path of the request, without the query. */
  readonly path: string
  readonly query: readonly string[]
  readonly data: Data
}

type Data = Readonly<Record<string, Json>>

const rowsOf = (graph: Graph, uid: string): readonly Row[] => graph.tables.get(uid)?.rows ?? []

/** Returns the HTTP request of a write. */
export const requestFor = ({ method, path, query, data }: RandomWrite): WriteRequest => ({
  method,
  url: query.length === 0 ? path : `${path}?${query.join('&')}`,
  headers: { 'content-type': 'application/json' },
  ...(method === 'DELETE' ? {} : { body: new TextEncoder().encode(JSON.stringify({ data })) }),
})

interface WriteDice {
  readonly graph: Graph
  readonly roll: Roll
  /** Whether the generated body may contain links to other rows. */
  readonly links: boolean
}

/** Returns a random write; undefined if the graph has no writable type. */
export function randomWrite(graph: Graph, throws: Dice, links = true): RandomWrite | undefined {
  const hand: WriteDice = { graph, roll: roll(throws), links }
  const types = [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  if (types.length === 0) return undefined
  const type = hand.roll.pick(types)
  const data = dataFor(type, hand)
  const query = queryFor(type, hand)
  if (type.kind === 'singleType') {
    const method = hand.roll.chance(25) ? 'DELETE' : 'PUT'
    return { type, method, path: `/api/${type.singularName}`, query, data }
  }
  const method = hand.roll.pick(['POST', 'PUT', 'PUT', 'DELETE'] as const)
  const path = `/api/${type.pluralName}`
  return { type, method, path: method === 'POST' ? path : `${path}/${documentOf(type, hand)}`, query, data }
}

function queryFor(
  { draftAndPublish, localized }: ContentType,
  { roll: { chance, pick } }: WriteDice,
): string[] {
  const query: string[] = []
  if (draftAndPublish && chance(50)) query.push(`status=${pick(['draft', 'published'])}`)
  if (localized && chance(50)) query.push(`locale=${pick(LOCALES)}`)
  if (chance(4)) query.push(pick(['locale=xx', 'status=wrong', 'populate=nothing']))
  return query
}

function documentOf({ uid }: ContentType, { graph, roll: { pick, chance } }: WriteDice): string {
  const rows = rowsOf(graph, uid)
  return rows.length === 0 || chance(5) ? 'nobody' : pick(rows).documentId
}

/** The attributes that only the server may set. Some generated bodies contain these attributes to provoke a refusal. */
const STAMPS = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'createdBy', 'updatedBy']

function dataFor(model: Model, hand: WriteDice, depth = 0): Data {
  const { roll } = hand
  const data: Record<string, Json> = {}
  for (const attribute of model.attributes.values()) {
    if (STAMPS.includes(attribute.name) ? !roll.chance(1) : !roll.chance(60)) continue
    const value = roll.chance(2)
      ? { wrong: true }
      : roll.chance(4)
        ? null
        : valueFor(attribute, model, hand, depth)
    if (value !== undefined) data[attribute.name] = value
  }
  if (roll.chance(2)) data['unknown'] = 1
  return data
}

function valueFor(attribute: Attribute, model: Model, hand: WriteDice, depth: number): Json | undefined {
  const { roll, graph, links } = hand
  const part = (uid: string): Data => {
    const model = graph.schema.components.get(uid)
    return model === undefined || depth > 2 ? {} : dataFor(model, hand, depth + 1)
  }
  switch (attribute.kind) {
    case 'scalar':
      return scalarValue(roll, attribute, {
        limits: modelsOf(graph).get(model.uid)?.attributes.get(attribute.name),
        model: calledOf(model),
      })
    case 'component':
      return attribute.many
        ? Array.from({ length: roll.upTo(2) }, () => part(attribute.component))
        : part(attribute.component)
    case 'zone':
      return roll
        .some(
          attribute.components.filter((uid) => graph.schema.components.has(uid)),
          2,
        )
        .map((uid) => ({ __component: uid, ...part(uid) }))
    case 'media':
      return links ? idsOf(FILE_UID, hand, attribute.many ? 2 : 1) : undefined
    case 'relation':
      return links ? linksTo(attribute.target, hand) : undefined
    default:
      return undefined
  }
}

const idsOf = (uid: string, { graph, roll }: WriteDice, most: number): Json =>
  roll.some(rowsOf(graph, uid), most).map(({ id }) => id)

function linksTo(uid: string, hand: WriteDice): Json {
  const { roll, graph } = hand
  const named = (): Json[] =>
    roll
      .some(rowsOf(graph, uid), 3)
      .map(({ id, documentId }) => (roll.chance(50) ? documentId : roll.chance(50) ? id : { documentId }))
  const kind = roll.upTo(9)
  if (kind < 5) return named()
  if (kind < 7) return { set: named() }
  return { connect: named(), ...(roll.chance(50) ? { disconnect: named() } : {}) }
}

/**
 * Makes servers with the same content but other ids, documentIds, instants and uploads, as another server would store a
 * loaded dataset.
 */

import { createHash } from 'node:crypto'
import type { Server } from '../../properties/server.ts'
import { type ContentApi, createReferenceApi } from '../../src/reference/api.ts'
import type { ComponentNode, Graph, Node, Ref, Row } from '../../src/reference/graph/graph.ts'
import { makeTable } from '../../src/reference/graph/table.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'

/**
 * Returns another id for a row, as another server would number the row. The new ids of a content type keep their
 * order, but start elsewhere and have gaps.
 */
const renamedId = (uid: string, id: number): number => 1000 + id * 7 + uid.length * 100_000
const renamedDocument = (documentId: string): string => hash(documentId).slice(0, 24)
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Returns the instant 730 days after the given instant. Returns other values unchanged. */
const renamedInstant = (instant: Json): Json =>
  typeof instant === 'string' ? new Date(Date.parse(instant) + 63_072_000_000).toISOString() : instant

/** Returns a copy of the graph with other ids, documentIds, instants and uploads. */
export const renamedGraph = (graph: Graph): Graph => withRows(graph, renamedRow)

/** Returns a copy of the graph in which only ids and documentIds are different. */
export const graphWithOtherIds = (graph: Graph): Graph =>
  withRows(graph, (row) => ({ ...renamedRow(row), values: row.values }))

/** Returns the new ids in `graphWithOtherIds`, by space and by the original id in the dataset. */
export function otherIds({ tables }: Graph): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  const documents: Record<string, Json> = {}
  const spaces: Record<string, Record<string, Json>> = { documentId: documents }
  const add = ({ uid, id, components }: Node): void => {
    const space = `id:${uid}`
    spaces[space] = { ...spaces[space], [String(id)]: renamedId(uid, id) }
    for (const inner of Object.values(components)) for (const one of inner) add(one)
  }
  for (const { rows } of tables.values())
    for (const row of rows) {
      documents[row.documentId] = renamedDocument(row.documentId)
      add(row)
    }
  return spaces
}

function withRows(graph: Graph, renamed: (row: Row) => Row): Graph {
  const tables = [...graph.tables].map(
    ([uid, { type, rows }]) => [uid, makeTable(type, rows.map(renamed))] as const,
  )
  return { ...graph, tables: new Map(tables) }
}

function renamedRow(row: Row): Row {
  const instants = ['createdAt', 'updatedAt', 'publishedAt'].filter((name) => name in row.values)
  const values = {
    ...row.values,
    ...Object.fromEntries(instants.map((name) => [name, renamedInstant(row.values[name] ?? null)])),
  }
  const uploads = row.uid === FILE_UID ? renamedUploads(row.values) : {}
  return {
    ...renamedNode(row),
    documentId: renamedDocument(row.documentId),
    locale: row.locale,
    status: row.status,
    values: { ...values, ...uploads },
  }
}

function renamedUploads({
  url = null,
  hash: name = null,
  formats = null,
}: Node['values']): Record<string, Json> {
  const text = (value: Json): Json =>
    typeof value === 'string' ? `https://cdn.example/${hash(value)}` : value
  const isMap = typeof formats === 'object' && formats !== null && !Array.isArray(formats)
  const renamed = isMap
    ? Object.fromEntries(
        Object.entries(formats).map(([size, format]) => [
          size,
          typeof format === 'object' && format !== null && 'url' in format && 'hash' in format
            ? { ...format, url: text(format.url), hash: text(format.hash) }
            : format,
        ]),
      )
    : formats
  return { url: text(url), hash: text(name), formats: renamed }
}

const renamedRef = ({ type, id }: Ref): Ref => ({ type, id: renamedId(type, id) })

function renamedNode(node: Node): Node {
  const links = Object.entries(node.links).map(([name, refs]) => [name, refs.map(renamedRef)] as const)
  const components = Object.entries(node.components).map(
    ([name, inner]) => [name, inner.map(renamedComponent)] as const,
  )
  return {
    uid: node.uid,
    id: renamedId(node.uid, node.id),
    values: node.values,
    links: Object.fromEntries(links),
    components: Object.fromEntries(components),
  }
}

const renamedComponent = (component: ComponentNode): ComponentNode => ({
  ...renamedNode(component),
  ...(component.documentId === undefined ? {} : { documentId: renamedDocument(component.documentId) }),
})

/** Makes a server that writes the keys of every object in its answers in another order. */
export function reordered({ answer }: ContentApi): Server {
  return (request) => {
    const response = answer(request)
    return response.body.startsWith('{')
      ? { ...response, body: JSON.stringify(turned(JSON.parse(response.body))) }
      : response
  }
}

function turned(json: Json): Json {
  if (Array.isArray(json)) return json.map(turned)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([key, value]) => [key, turned(value)]),
  )
}

export const renamedServer = (graph: Graph): Server => reordered(createReferenceApi(renamedGraph(graph)))

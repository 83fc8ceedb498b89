/**
 * Answers simple service calls in tests of writes: one entry by id, or rows by simple conditions. Service reads support
 * `fields`, `select` and one level of `populate`.
 */
import type { Graph, Node, Ref, Row } from '../../src/reference/graph/graph.ts'
import { modelOf } from '../../src/reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import type { WritingState } from '../../src/writing/index.ts'
import type { ServiceRequest } from '../../src/writing/service/request.ts'

/** Answers a read that project code makes within a write. */
export function plainRead({ graph }: WritingState, { method, uid, args }: ServiceRequest): Json | undefined {
  const params = isObject(args[0]) ? args[0] : {}
  const where = params['where'] ?? params['filters'] ?? {}
  const rows = (graph.tables.get(uid)?.rows ?? []).filter((row) => fits(row, where))
  const status = typeof params['status'] === 'string' ? params['status'] : undefined
  const limit = typeof params['limit'] === 'number' ? params['limit'] : rows.length
  const entries = rows.slice(0, limit).map((row) => entry(graph, row, params, status))
  if (method === 'findPage') return { results: entries }
  return method === 'findMany' ? entries : (entries[0] ?? null)
}

function fits(row: Row, where: Json): boolean {
  if (!isObject(where)) return true
  const values: JsonObject = { ...row.values, id: row.id, documentId: row.documentId }
  return Object.entries(where).every(([name, test]) => {
    if (name === '$and' && isList(test)) return test.every((one) => fits(row, one))
    const value = values[name] ?? null
    const among = isObject(test) ? test['$in'] : undefined
    if (isList(among)) return among.includes(value)
    return value === (isObject(test) ? (test['$eq'] ?? null) : test)
  })
}

function scalars(node: Node, names: readonly Json[] | undefined): Record<string, Json> {
  const documentId: JsonObject = 'documentId' in node ? { documentId: String(node.documentId) } : {}
  const all: JsonObject = { ...node.values, id: node.id, ...documentId }
  const isAll = names === undefined || names.length === 0 || names.includes('*')
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => isAll || name === 'id' || names.includes(name)),
  )
}

const listed = (value: Json | undefined): readonly Json[] | undefined =>
  isList(value) ? value : typeof value === 'string' ? value.split(',') : undefined

function entry(graph: Graph, node: Node, params: JsonObject, status: string | undefined): JsonObject {
  const isDocuments = params['fields'] !== undefined
  const names = listed(params['fields'] ?? params['select'])
  const own: Record<string, Json> = scalars(
    node,
    isDocuments && names !== undefined ? [...names, 'documentId'] : names,
  )
  if (params['select'] !== undefined && params['populate'] === undefined && names?.includes('id') === false)
    delete own['id']
  for (const [name, below] of populated(graph, node, params['populate']))
    own[name] = shown(graph, node, name, below, status)
  return own
}

/** Returns the attributes that `populate` selects, each with its nested parameters. */
function populated(
  graph: Graph,
  { uid }: Node,
  populate: Json | undefined,
): readonly (readonly [string, JsonObject])[] {
  const attributes = [...(modelOf(graph.schema, uid)?.attributes.values() ?? [])]
  if (populate === '*' || populate === true)
    return attributes.filter(({ kind }) => kind !== 'scalar').map(({ name }) => [name, {}])
  if (isObject(populate))
    return Object.entries(populate).map(([name, below]) => [name, isObject(below) ? below : {}])
  return (listed(populate) ?? []).map((name) => [String(name), {}])
}

function shown(graph: Graph, node: Node, name: string, below: JsonObject, status: string | undefined): Json {
  const attribute = modelOf(graph.schema, node.uid)?.attributes.get(name)
  if (attribute === undefined || attribute.kind === 'scalar') return null
  const isMany = attribute.kind === 'zone' || attribute.many
  if (attribute.kind === 'component' || attribute.kind === 'zone') {
    const parts = (node.components[name] ?? []).map((part) => ({
      ...entry(graph, part, below, status),
      ...(attribute.kind === 'zone' ? { __component: part.uid } : {}),
    }))
    return isMany ? parts : (parts[0] ?? null)
  }
  const isMorph = attribute.kind === 'morphTo'
  const found = (node.links[name] ?? []).flatMap((ref): JsonObject[] => {
    const row = rowOf(graph, ref, status)
    return row === undefined
      ? []
      : [{ ...entry(graph, row, below, status), ...(isMorph ? { __type: ref.type } : {}) }]
  })
  return isMany ? found : (found[0] ?? null)
}

function rowOf({ tables, schema }: Graph, { type, id }: Ref, status: string | undefined): Row | undefined {
  const row = tables.get(type)?.byId.get(id)
  const isHidden = schema.contentTypes.get(type)?.draftAndPublish === true && status !== undefined
  return isHidden && row?.status !== status ? undefined : row
}

/**
 * Makes the tables that Strapi's SQLite database would have for a graph. Each table is made only when an SQL statement
 * reads the table.
 */
import type { ComponentNode, Graph, Node, Row } from '../../../reference/graph/graph.ts'
import type { Attribute, Model, RelationAttribute, Uid } from '../../../reference/schema/schema.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import { linkColumns } from '../../../sources/database/links.ts'
import {
  idColumn,
  linkTable,
  morphTable,
  partTable,
  tableName,
  typeColumn,
} from '../../../sources/database/names.ts'
import type { Json } from '../../../util/json.ts'
import { pushAll } from '../../../util/push.ts'
import { idColumnOfNode, ownColumns, type SqlColumn, SYSTEM_COLUMNS } from './columns.ts'

export interface SqlTable {
  /** The columns with their SQL types. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  /**
   * The columns of each database index. The indexes determine the order of the rows if an SQL statement has no `ORDER
   * BY`.
   */
  readonly indexes: readonly (readonly string[])[]
  readonly rows: readonly (readonly Json[])[]
}

export type Catalogue = ReadonlyMap<string, () => SqlTable>

/**
 * Returns the SQL tables of a graph by name. `collections` contains the `collectionName` of each type and component.
 */
export function catalogueOf(graph: Graph, collections: Readonly<Record<Uid, string>>): Catalogue {
  const catalogue = new Map<string, () => SqlTable>()
  const nodesOf = nodesIn(graph)
  const { contentTypes, components } = graph.schema
  for (const model of [...contentTypes.values(), ...components.values()]) {
    const collection = Object.hasOwn(collections, model.uid) ? collections[model.uid] : undefined
    if (collection === undefined) continue
    const table = tableName(collection)
    const nodes = (): readonly Node[] => nodesOf(model.uid)
    catalogue.set(table, () =>
      model.modelType === 'component'
        ? tableOf([idColumnOfNode, ...ownColumns(model)], nodes())
        : tableOf([...typeColumns(model), localeColumn], graph.tables.get(model.uid)?.rows ?? []),
    )
    for (const attribute of model.attributes.values()) {
      const link = linkTableOf(attribute, model, graph, nodes)
      if (link !== undefined) catalogue.set(link.nameOf(table, attribute.name), link.make)
    }
    if ([...model.attributes.values()].some(({ kind }) => kind === 'component' || kind === 'zone'))
      catalogue.set(partTable(table), () => partLinks(model, nodes()))
  }
  catalogue.set('files_related_mph', () => fileLinks(graph, nodesOf))
  return catalogue
}

const localeColumn: SqlColumn<Row> = { name: 'locale', type: 'varchar(255)', cellOf: ({ locale }) => locale }
const documentColumn: SqlColumn<Row> = {
  name: 'document_id',
  type: 'varchar(255)',
  cellOf: ({ documentId }) => documentId,
}

const typeColumns = (model: Model): readonly SqlColumn<Row>[] => [
  idColumnOfNode,
  documentColumn,
  ...ownColumns(model),
  ...SYSTEM_COLUMNS,
]

function tableOf<N extends Node>(columns: readonly SqlColumn<N>[], nodes: readonly N[]): SqlTable {
  return {
    columns: columns.map(({ name, type }) => [name, type]),
    indexes: columns.some(({ name }) => name === 'document_id')
      ? [['document_id', 'locale', 'published_at']]
      : [],
    rows: nodes.map((node) => columns.map((column) => column.cellOf(node))),
  }
}

/** Returns a function that finds the rows of a type, or all components of a type, by id. */
function nodesIn({ tables, schema }: Graph): (uid: Uid) => readonly Node[] {
  let parts: ReadonlyMap<Uid, readonly ComponentNode[]> | undefined
  return (uid) => {
    if (schema.contentTypes.has(uid)) return tables.get(uid)?.rows ?? []
    parts ??= partsIn([...tables.values()].flatMap(({ rows }) => rows))
    return parts.get(uid) ?? []
  }
}

function partsIn(rows: readonly Row[]): ReadonlyMap<Uid, readonly ComponentNode[]> {
  const found = new Map<Uid, Map<number, ComponentNode>>()
  const waiting: Node[] = [...rows]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const part of Object.values(node.components).flat()) {
      found.set(part.uid, (found.get(part.uid) ?? new Map()).set(part.id, part))
      waiting.push(part)
    }
  return new Map([...found].map(([uid, byId]) => [uid, [...byId.values()].toSorted((a, b) => a.id - b.id)]))
}

const ID = ['id', 'integer primary key'] as const
const integer = (name: string) => [name, 'integer'] as const
const text = (name: string) => [name, 'varchar(255)'] as const
const float = (name: string) => [name, 'float'] as const

/** Adds an id to each row of a table whose ids the graph does not contain, such as a table of links. */
const numbered = (rows: readonly (readonly Json[])[]): readonly (readonly Json[])[] =>
  rows.map((row, at) => [at + 1, ...row])

interface LinkTable {
  readonly nameOf: (table: string, attribute: string) => string
  readonly make: () => SqlTable
}

/** Returns the table that stores the links of an attribute; undefined if the attribute has no such table. */
function linkTableOf(
  attribute: Attribute,
  owner: Model,
  { schema, tables }: Graph,
  nodes: () => readonly Node[],
): LinkTable | undefined {
  if (attribute.kind === 'morphTo' && attribute.many && owner.uid !== FILE_UID)
    return { nameOf: morphTable, make: () => morphLinks(attribute.name, owner, nodes()) }
  if (attribute.kind !== 'relation' || attribute.via !== 'stored' || attribute.isMapped === true)
    return undefined
  const target = schema.contentTypes.get(attribute.target)
  if (target === undefined || attribute.relation === undefined) return undefined
  const columns = linkColumns({
    attribute: { relation: attribute.relation },
    owner: { singular: singularOf(owner) },
    target: { singular: singularOf(target) },
  })
  return {
    nameOf: linkTable,
    make: () => plainLinks(attribute, columns, nodes(), tables.get(target.uid)?.rows ?? []),
  }
}

const singularOf = (model: Model): string =>
  model.modelType === 'component' ? model.uid.slice(model.uid.indexOf('.') + 1) : model.singularName

function plainLinks(
  { name, inverse }: RelationAttribute,
  { ownerId, targetId, order, inverseOrder }: ReturnType<typeof linkColumns>,
  owners: readonly Node[],
  targets: readonly Row[],
): SqlTable {
  const places = new Map<string, number>()
  if (inverse !== null && inverseOrder !== undefined)
    for (const target of targets)
      for (const [at, { id }] of (target.links[inverse] ?? []).entries())
        places.set(`${target.id} ${id}`, at + 1)
  const counts = new Map<number, number>()
  const placeOf = (target: number, owner: number): number => {
    const count = (counts.get(target) ?? 0) + 1
    counts.set(target, count)
    return places.get(`${target} ${owner}`) ?? count
  }
  const rows = owners.flatMap((owner) =>
    (owner.links[name] ?? []).map(({ id }, at) => [
      owner.id,
      id,
      ...(order === undefined ? [] : [at + 1]),
      ...(inverseOrder === undefined ? [] : [placeOf(id, owner.id)]),
    ]),
  )
  const orders = [order, inverseOrder].filter((column) => column !== undefined)
  return {
    columns: [ID, integer(ownerId), integer(targetId), ...orders.map(float)],
    indexes: [[ownerId], [targetId], [ownerId, targetId], ...orders.map((column) => [column])],
    rows: numbered(rows),
  }
}

function morphLinks(name: string, owner: Model, owners: readonly Node[]): SqlTable {
  const [ownerId, targetId, type] = [idColumn(singularOf(owner)), idColumn(name), typeColumn(name)]
  const rows = owners.flatMap(({ id, links }) =>
    (links[name] ?? []).map((to, at): readonly Json[] => [id, to.id, to.type, null, at + 1]),
  )
  return {
    columns: [ID, integer(ownerId), integer(targetId), text(type), text('field'), float('order')],
    indexes: [[ownerId], ['order'], [targetId]],
    rows: numbered(rows),
  }
}

/** Makes the table that links rows, and components, to the components that they contain. */
function partLinks({ attributes }: Model, owners: readonly Node[]): SqlTable {
  const names = [...attributes.values()].filter(({ kind }) => kind === 'component' || kind === 'zone')
  const rows = owners.flatMap(({ id, components }) =>
    names.flatMap(({ name }) =>
      (components[name] ?? []).map((part, at): readonly Json[] => [id, part.id, part.uid, name, at + 1]),
    ),
  )
  return {
    columns: [
      ID,
      integer('entity_id'),
      integer('cmp_id'),
      text('component_type'),
      text('field'),
      float('order'),
    ],
    indexes: [['field'], ['component_type'], ['entity_id']],
    rows: numbered(rows),
  }
}

/** Makes the table that links uploaded files to the rows and components that use the files. */
function fileLinks({ schema }: Graph, nodesOf: (uid: Uid) => readonly Node[]): SqlTable {
  const rows: Json[][] = []
  for (const { uid, attributes } of [...schema.contentTypes.values(), ...schema.components.values()])
    for (const { kind, name } of attributes.values()) {
      if (kind !== 'media') continue
      pushAll(
        rows,
        nodesOf(uid).flatMap(({ id, links }) =>
          (links[name] ?? []).map((file, at): Json[] => [file.id, id, uid, name, at + 1]),
        ),
      )
    }
  return {
    columns: [
      ID,
      integer('file_id'),
      integer('related_id'),
      text('related_type'),
      text('field'),
      float('order'),
    ],
    indexes: [['file_id'], ['order'], ['related_id']],
    rows: numbered(rows),
  }
}

/** The columns of a content type or component in Strapi's SQLite database. */
import type { Node } from '../../../reference/graph/graph.ts'
import type { Model, ScalarType } from '../../../reference/schema/schema.ts'
import { columnName } from '../../../sources/database/names.ts'
import type { Json } from '../../../util/json.ts'

export interface SqlColumn<N extends Node = Node> {
  readonly name: string
  /** The SQL type of the column, which determines how SQLite compares and returns the values. */
  readonly type: string
  readonly cellOf: (node: N) => Json
}

/** The SQL types by attribute type; all other attribute types have the SQL type `varchar(255)`. */
const TYPES: Partial<Record<ScalarType, string>> = {
  text: 'text',
  richtext: 'text',
  blocks: 'json',
  json: 'json',
  array: 'json',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'float',
  decimal: 'float',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
}

/** Returns the value that SQLite stores for the value of an attribute. */
export function cellOf(type: ScalarType, value: Json | undefined): Json {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'boolean':
      return value === true ? 1 : 0
    case 'datetime':
      return Date.parse(String(value))
    case 'timestamp':
      return Number(value)
    case 'json':
    case 'blocks':
    case 'array':
      return JSON.stringify(value)
    default:
      return value
  }
}

/** The attributes of every content type whose columns come after the columns of the schema. */
const SYSTEM = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale']

export const idColumnOfNode: SqlColumn = { name: 'id', type: 'integer primary key', cellOf: ({ id }) => id }

/** Returns the columns of the attributes that the schema of a content type or component defines. */
export const ownColumns = ({ attributes }: Model): readonly SqlColumn[] =>
  [...attributes.values()].flatMap((attribute): readonly SqlColumn[] => {
    const { kind, name } = attribute
    if (SYSTEM.includes(name)) return []
    if (kind === 'scalar') {
      const { type } = attribute
      return [
        {
          name: columnName(name),
          type: TYPES[type] ?? 'varchar(255)',
          cellOf: (node) => cellOf(type, node.values[name]),
        },
      ]
    }
    if (kind !== 'morphTo' || attribute.many) return []
    return [
      { name: 'target_id', type: 'integer', cellOf: ({ links }) => links[name]?.[0]?.id ?? null },
      { name: 'target_type', type: 'varchar(255)', cellOf: ({ links }) => links[name]?.[0]?.type ?? null },
    ]
  })

const instant = (name: string, attribute: string): SqlColumn => ({
  name,
  type: 'datetime',
  cellOf: ({ values }) => cellOf('datetime', values[attribute]),
})

const creator = (name: string, attribute: string): SqlColumn => ({
  name,
  type: 'integer',
  cellOf: ({ links }) => links[attribute]?.[0]?.id ?? null,
})

/** The columns that Strapi adds to the table of every content type. */
export const SYSTEM_COLUMNS: readonly SqlColumn[] = [
  instant('created_at', 'createdAt'),
  instant('updated_at', 'updatedAt'),
  instant('published_at', 'publishedAt'),
  creator('created_by_id', 'createdBy'),
  creator('updated_by_id', 'updatedBy'),
]

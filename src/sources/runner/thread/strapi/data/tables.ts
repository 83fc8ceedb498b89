/** Implements `hasTable` and `hasColumn` of `strapi.db.connection.schema`, which migrations ask before raw SQL. */
import { snakeCase } from 'es-toolkit/compat'
import type { MemberMap } from '../core-parts.ts'
import { memberOf, recordOf } from '../values.ts'

/** The columns of every table of entries. */
const OWN = ['id', 'document_id', 'created_at', 'updated_at', 'published_at', 'locale']

/** The types of attributes that have no column in the table of their type. */
const ELSEWHERE: readonly unknown[] = ['relation', 'media', 'component', 'dynamiczone']

/**
 * Makes the two methods. The known tables are the tables of the content types and components; a mock has no link
 * tables.
 * @param models - Returns all content types and components.
 */
export function schemaQuestions(models: () => readonly unknown[]): MemberMap {
  const modelAt = (table: unknown): unknown =>
    models().find((model) => memberOf(model, 'collectionName') === table)
  const columnsOf = (model: unknown): readonly string[] => [
    ...OWN,
    ...Object.entries(recordOf(memberOf(model, 'attributes'))).flatMap(([name, attribute]) =>
      ELSEWHERE.includes(memberOf(attribute, 'type')) ? [] : [snakeCase(name)],
    ),
  ]
  return {
    hasTable: async (table: unknown) => modelAt(table) !== undefined,
    hasColumn: async (table: unknown, column: unknown) => {
      const model = modelAt(table)
      return model !== undefined && columnsOf(model).includes(String(column))
    },
  }
}

/**
 * Implements `hasTable` and `hasColumn` of `strapi.db.connection.schema`. Migrations call `hasTable` and `hasColumn`
 * before they run raw SQL.
 */
import { snakeCase } from 'es-toolkit/compat'
import type { MemberMap } from '../core-parts.ts'
import { memberOf, recordOf } from '../values.ts'

/** The names of the columns that every table of a content type has, without the columns for its creators. */
const OWN = ['id', 'document_id', 'created_at', 'updated_at', 'published_at', 'locale']

/** The attribute types that have no column in the table of their content type. */
const ELSEWHERE: readonly unknown[] = ['relation', 'media', 'component', 'dynamiczone']

/**
 * Makes the methods `hasTable` and `hasColumn`. For `hasTable` and `hasColumn`, the existing tables are the tables
 * of the content types and components. In a mock, link tables do not exist.
 * @param models - A function that returns all content types and components.
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

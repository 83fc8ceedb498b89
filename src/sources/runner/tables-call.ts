/** A call that requests the database tables for a SQL statement of the project's code. */

export interface TablesCall {
  readonly service: 'tables'
  /** The `collectionName` of each content type and component, by uid. */
  readonly collections: Readonly<Record<string, string>>
  /** The words of the SQL statement in lower case, which include the names of its tables. */
  readonly words: readonly string[]
  /** The tables that the thread already has, and the version of the data in these tables. */
  readonly has: { readonly version: number; readonly tables: readonly string[] }
}

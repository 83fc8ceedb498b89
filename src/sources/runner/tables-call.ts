/** The question for the tables that a SQL statement of the project's code reads. */

export interface TablesCall {
  readonly service: 'tables'
  /** The `collectionName` of each content type and component, by uid. */
  readonly collections: Readonly<Record<string, string>>
  /** The words of the statement, in lower case; some of them are names of tables. */
  readonly words: readonly string[]
  /** The tables that the thread has, and the version of the data that they contain. */
  readonly has: { readonly version: number; readonly tables: readonly string[] }
}

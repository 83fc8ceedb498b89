import type { Note } from './note.ts'

/** The Strapi release and the database of the server from which a source comes. */
export interface ServerFound {
  /** The Strapi release of the server, such as `5.23.2`; null if unknown. */
  readonly version: string | null
  readonly versionFrom: string | null
  readonly database: 'sqlite' | 'postgres' | 'mysql' | null
  readonly databaseFrom: string | null
  /** The notes on the release or the database, if one of them could not be determined. */
  readonly notes: readonly Note[]
}

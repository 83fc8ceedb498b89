import type { Note } from './note.ts'

/** The server that a source comes from. */
export interface ServerFound {
  /** The Strapi release, such as `5.23.2`; null if unknown. */
  readonly version: string | null
  readonly versionFrom: string | null
  readonly database: 'sqlite' | 'postgres' | 'mysql' | null
  readonly databaseFrom: string | null
  /** The notes on values that could not be read. */
  readonly notes: readonly Note[]
}

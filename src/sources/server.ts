import type { Note } from './note.ts'

/** Describes the server that a source comes from. */
export interface ServerFound {
  /** Holds the Strapi release, such as `5.23.2`; the value is null if unknown. */
  readonly version: string | null
  readonly versionFrom: string | null
  readonly database: 'sqlite' | 'postgres' | 'mysql' | null
  readonly databaseFrom: string | null
  /** Lists the notes on values that could not be read. */
  readonly notes: readonly Note[]
}

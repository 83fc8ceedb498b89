import type { Note } from './note.ts'

/** The server that a source comes from. */
export interface ServerFound {
  /** For instance `5.23.2`; null if unknown. */
  readonly version: string | null
  readonly versionFrom: string | null
  readonly database: 'sqlite' | 'postgres' | 'mysql' | null
  readonly databaseFrom: string | null
  /** Notes on unreadable values. */
  readonly notes: readonly Note[]
}

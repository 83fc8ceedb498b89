import type { Note } from './note.ts'

/** Which server a source is from. */
export interface ServerFound {
  /** `5.23.2`; null where nothing says it. */
  readonly version: string | null
  readonly versionFrom: string | null
  readonly database: 'sqlite' | 'postgres' | 'mysql' | null
  readonly databaseFrom: string | null
  /** What could not be read. */
  readonly notes: readonly Note[]
}

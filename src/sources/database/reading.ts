/** The state that all readers of one database share: tables, content types, ids and notes. */
import type { JsonObject } from '../../util/json.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import type { DatabaseRow } from './database.ts'
import type { DatabaseModel, Models } from './model.ts'
import { numberIn, type Tables } from './tables.ts'

/**
 * A function that reads a component by its id. The parameter `depth` is the nesting depth of the component: 1 for a
 * component directly in an entry.
 */
export type PartReader = (id: number, depth: number) => JsonObject | undefined

/**
 * The enumeration values in rows that the schema no longer has, by the uid and the attribute name with a blank in
 * between.
 */
export type Strays = Map<string, Set<string>>

export interface DatabaseReading {
  readonly tables: Tables
  readonly models: Models
  /** The ids of the existing rows of each content type, by the uid of the type. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  /**
   * The ids of the uploaded files that each row shows. The outer key is a uid and an attribute name with a blank in
   * between. The inner key is the id of a row that shows files.
   */
  readonly files: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>
  /**
   * One key for each use of an uploaded file in a row. Each key consists of the uploaded file, the row and the
   * attribute. The readers of `mediaReader` add a key for each use that they read.
   */
  readonly showing: Set<string>
  /** The enumeration values in database rows that the schema no longer has; the readers of rows add these values. */
  readonly strays: Strays
  /**
   * The readers of components, by the uid of the component. The function `readParts` adds the readers of components.
   */
  readonly parts: Map<string, PartReader>
  readonly note: (note: Note) => void
  /** Adds a note on a missing database table. If the missing table stores an attribute, this attribute stays empty. */
  readonly missTable: (model: DatabaseModel, table: string, attribute: string | null) => void
}

/**
 * Creates the function that handles a missing database table. If the stored schema of the database lists the table,
 * a migration is unfinished, and the function throws an error. If the stored schema does not list the table, the
 * server has not created this table yet.
 */
export function missing(stated: ReadonlySet<string>, database: string, note: (note: Note) => void) {
  return (model: DatabaseModel, table: string, attribute: string | null): void => {
    if (stated.has(table)) {
      const says = `the table ${table} is missing, although the database lists it`
      throw new SourceError(`${database}: half migrated: ${says}; start the server of the project once`)
    }
    const says = `the database has no table ${table} yet, so ${attribute === null ? 'the type has no rows' : 'the attribute is empty'}`
    const pointer = attribute === null ? {} : { pointer: `/attributes/${attribute}` }
    note({ file: model.file, line: 0, ...pointer, says })
  }
}

/** Returns the ids of all database rows of each model, by the uid of the model. */
export async function idsOf(
  tables: Tables,
  models: Iterable<DatabaseModel>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const ids = new Map<string, ReadonlySet<number>>()
  for (const { uid, table } of models) {
    const rows: readonly DatabaseRow[] = (await tables.find(table)?.rows()) ?? []
    ids.set(uid, new Set(rows.map((row) => numberIn(row, 'id'))))
  }
  return ids
}

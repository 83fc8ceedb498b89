/** The shared state of all readers of one database: tables, types, ids and notes. */
import type { JsonObject } from '../../util/json.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import type { DatabaseRow } from './database.ts'
import type { DatabaseModel, Models } from './model.ts'
import { numberIn, type Tables } from './tables.ts'

/** Reads a component by id. The parameter `depth` is the number of components that enclose this component. */
export type PartReader = (id: number, depth: number) => JsonObject | undefined

/** The values of enumerations that the schema no longer has, by uid and attribute with a blank between. */
export type Strays = Map<string, Set<string>>

export interface DatabaseReading {
  readonly tables: Tables
  readonly models: Models
  /** The ids of the existing rows of each type, by uid. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  /**
   * The ids of the files that each row shows. The ids are grouped by attribute (its uid and name with a blank between),
   * and then by row id.
   */
  readonly files: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>
  /**
   * One key for each use of a file in a row: the file, the row and the attribute. The function `mediaReader` adds a key
   * for each use that it reads.
   */
  readonly showing: Set<string>
  /** The unknown values of enumerations, which are collected while rows are read. */
  readonly strays: Strays
  /** The readers of components by uid, which are added while components are read. */
  readonly parts: Map<string, PartReader>
  readonly note: (note: Note) => void
  /** Adds a note on a missing table; the attribute that the table stores is then empty. */
  readonly missTable: (model: DatabaseModel, table: string, attribute: string | null) => void
}

/**
 * If the database lacks a table that its stored schema lists, a migration is unfinished. If the stored schema does not
 * list a missing table, the table belongs to a type that the server has not seen yet.
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

/** Returns the ids of all rows of the types, by uid. */
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

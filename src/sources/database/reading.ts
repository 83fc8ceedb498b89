/** What all readers of a database share: its tables, the types, which rows there are, and where notes go. */
import type { JsonObject } from '../../util/json.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import type { DatabaseRow } from './database.ts'
import type { DatabaseModel, Models } from './model.ts'
import { numberIn, type Tables } from './tables.ts'

/** A component by its id; `depth` is how many it is within. */
export type PartReader = (id: number, depth: number) => JsonObject | undefined

/** By uid and attribute, with a blank between: values that are in rows and not in the schema. */
export type Strays = Map<string, Set<string>>

export interface DatabaseReading {
  readonly tables: Tables
  readonly models: Models
  /** The ids of the rows that there are, by uid. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
  /** By uid and attribute, with a blank between: the files of each row. */
  readonly files: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>
  /** Which files were found shown where, as `mediaReader` tells it. */
  readonly showing: Set<string>
  /** Filled while rows are read. */
  readonly strays: Strays
  /** By uid; filled while components are read, as one may hold another. */
  readonly parts: Map<string, PartReader>
  readonly note: (note: Note) => void
  /** Says that a table is not there, which makes an attribute empty. */
  readonly missTable: (model: DatabaseModel, table: string, attribute: string | null) => void
}

/**
 * A table that the database says it has and has not is a migration that did not end; one that it knows nothing of is of
 * a type that the server has not seen yet.
 */
export function missing(stated: ReadonlySet<string>, database: string, note: (note: Note) => void) {
  return (model: DatabaseModel, table: string, attribute: string | null): void => {
    if (stated.has(table)) {
      const says = `the table ${table} is missing, though the database says it has it`
      throw new SourceError(`${database}: half migrated: ${says}; start the server of the project once`)
    }
    const says = `the database has no table ${table} yet, so ${attribute === null ? 'there are no rows' : 'it is empty'}`
    const pointer = attribute === null ? {} : { pointer: `/attributes/${attribute}` }
    note({ file: model.file, line: 0, ...pointer, says })
  }
}

/** The ids of all rows of the types, by uid. */
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

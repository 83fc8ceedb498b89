/** Remembers the rows of API tokens and other server tables that `bootstrap` wrote, for every world of the code. */
import type { ProjectCode } from '../../sources/runner/project-code.ts'
import type { WritingState } from '../../writing/index.ts'

const known = new WeakMap<ProjectCode, WritingState>()

/** Remembers the tables after the start of the code; undefined if the code has not used the tables. */
export function keepFirstTables(code: ProjectCode, tables: WritingState | undefined): void {
  if (tables !== undefined) known.set(code, tables)
}

/** Returns the tables with which every world of the code begins. */
export const firstTablesOf = (code: ProjectCode | undefined): WritingState | undefined =>
  code === undefined ? undefined : known.get(code)

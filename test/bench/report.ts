/** All that a run of the bench found; what `bench.json` holds. */
import type { Machine } from './machine.ts'
import type { Table } from './table.ts'

export interface Report {
  readonly machine: Machine
  readonly isQuick: boolean
  readonly tables: readonly Table[]
}

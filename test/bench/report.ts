/** The results of a bench run, as `bench.json` stores them. */
import type { Machine } from './machine.ts'
import type { Table } from './table.ts'

export interface Report {
  readonly machine: Machine
  readonly isQuick: boolean
  readonly tables: readonly Table[]
}

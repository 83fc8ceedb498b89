/** A dataset folder → the graph. */
import { freeze } from 'immer'
import { DatasetError } from '../schema/fault.ts'
import { buildOwned } from './build.ts'
import { readFolder } from './folder.ts'
import type { Graph } from './graph.ts'

/** Reads the dataset at `dir`; throws a `DatasetError` with every fault of every file. */
export function loadDataset(dir: string): Graph {
  const { files, faults } = readFolder(dir)
  const result = buildOwned(freeze(files, true), { unread: faults.map(({ file }) => file) })
  if ('graph' in result && faults.length === 0) return result.graph
  throw new DatasetError([...faults, ...('faults' in result ? result.faults : [])])
}

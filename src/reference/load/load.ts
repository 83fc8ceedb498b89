/** Loads a dataset folder as a graph. */

import { freezeTree } from '../graph/freeze.ts'
import type { Graph } from '../graph/graph.ts'
import { DatasetError } from '../schema/fault.ts'
import { buildOwned } from './build.ts'
import { readFolder } from './files/folder.ts'
import type { DatasetOptions } from './limits.ts'

/**
 * Loads the dataset in the folder `dir`, and reads no file outside the folder. @throws DatasetError with the faults of
 * all files.
 */
export function loadDataset(dir: string, options: DatasetOptions = {}): Graph {
  const { files, collected, isCut } = readFolder(dir, options)
  const result = isCut ? collected : buildOwned(freezeTree(files), { ...options, collected })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** Files of a source → the graph, through the loader that checks everything. */

import type { Graph } from '../reference/graph/graph.ts'
import { buildGraph } from '../reference/load/build.ts'
import { DatasetError } from '../reference/schema/fault.ts'
import type { Source } from './source.ts'

/** @throws DatasetError with all that is wrong with the files. */
export function graphOf(source: Source): Graph {
  if (source.graph !== undefined) return source.graph
  const built = buildGraph(source.files)
  if ('graph' in built) return built.graph
  throw new DatasetError(built.faults, built.more)
}

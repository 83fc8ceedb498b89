/** Builds the graph of a source, and replaces the dataset files of a source. */

import type { Graph } from '../reference/graph/graph.ts'
import { buildGraph } from '../reference/load/build.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import { DatasetError } from '../reference/schema/fault.ts'
import type { Source } from './source.ts'

/**
 * Returns the graph of a source, and builds the graph if necessary. @throws DatasetError with all faults of the
 * dataset files.
 */
export function graphOf(source: Pick<Source, 'files' | 'graph'>): Graph {
  if (source.graph !== undefined) return source.graph
  const built = buildGraph(source.files)
  if ('graph' in built) return built.graph
  throw new DatasetError(built.faults, built.more)
}

/**
 * Returns a copy of a source with other dataset files. The copy has no graph, because the existing graph belongs to
 * the replaced files.
 */
export function withFiles({ graph: _, ...source }: Source, files: DatasetFiles): Source {
  return { ...source, files }
}

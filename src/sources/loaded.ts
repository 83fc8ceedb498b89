/** Builds the graph of a source with the loader, which reports all faults. */

import type { Graph } from '../reference/graph/graph.ts'
import { buildGraph } from '../reference/load/build.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import { DatasetError } from '../reference/schema/fault.ts'
import type { Source } from './source.ts'

/** Returns the graph of a source, and builds it if necessary. @throws DatasetError with all faults of the files. */
export function graphOf(source: Pick<Source, 'files' | 'graph'>): Graph {
  if (source.graph !== undefined) return source.graph
  const built = buildGraph(source.files)
  if ('graph' in built) return built.graph
  throw new DatasetError(built.faults, built.more)
}

/**
 * Returns the source with other dataset files. The new source has no graph, because the old graph belongs to the old
 * files.
 */
export function withFiles({ graph: _, ...source }: Source, files: DatasetFiles): Source {
  return { ...source, files }
}

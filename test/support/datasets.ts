/** Loads the datasets of the suite, each once. */

import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { loadDataset } from '../../src/reference/load/load.ts'

const graphs = new Map<string, Graph>()

export function graphOf(dataset: string): Graph {
  const graph = graphs.get(dataset) ?? loadDataset(datasetFolder(dataset))
  graphs.set(dataset, graph)
  return graph
}

/** The datasets of the suite, each loaded once. */
import type { Graph } from '../../src/graph/graph.ts'
import { loadDataset } from '../../src/graph/load.ts'
import { datasetFolder } from '../../src/suite/suite.ts'

const graphs = new Map<string, Graph>()

export function graphOf(dataset: string): Graph {
  const graph = graphs.get(dataset) ?? loadDataset(datasetFolder(dataset))
  graphs.set(dataset, graph)
  return graph
}

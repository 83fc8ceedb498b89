/** The fixed datasets of the fuzzer, which also uses generated datasets. */
import { join } from 'node:path'
import { FIXTURES } from '../../../src/oracle/suite/suite.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import type { Datasets } from './fuzz.ts'
import { heavyGraph } from './heavy.ts'

/** The number of page entries in the dataset of `heavy.ts`: small enough for thousands of requests. */
const HEAVY_PAGES = 24

/** Loads the shipped datasets, and builds the dataset of `heavy.ts`. */
export function fuzzDatasets(): Datasets {
  const names = ['guide', 'corners', 'strapi-5.54/dataset']
  const shipped = names.map((name): [string, Graph] => [name, loadDataset(join(FIXTURES, name))])
  return { ...Object.fromEntries(shipped), heavy: heavyGraph(HEAVY_PAGES) }
}

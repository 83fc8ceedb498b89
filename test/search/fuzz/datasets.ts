/** The graphs that are asked besides generated ones. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import type { Datasets } from './fuzz.ts'
import { heavyGraph } from './heavy.ts'

/** `fixtures` stands beside `properties`, and beside `dist` where this is compiled. */
const folders = ['../../fixtures/', '../../../fixtures/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Small enough for thousands of requests. */
const HEAVY_PAGES = 24

/** The datasets that are shipped, and a world in which everything leads everywhere; loaded anew. */
export function askedDatasets(): Datasets {
  const fixtures = folders.find((folder) => existsSync(`${folder}guide`)) ?? '.'
  const names = ['guide', 'corners', 'strapi-5.54/dataset']
  const shipped = names.map((name): [string, Graph] => [name, loadDataset(`${fixtures}${name}`)])
  return { ...Object.fromEntries(shipped), heavy: heavyGraph(HEAVY_PAGES) }
}

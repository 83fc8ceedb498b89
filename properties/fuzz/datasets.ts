/** The datasets that are shipped, as graphs. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadDataset } from '../../src/reference/graph/load.ts'
import type { Datasets } from './fuzz.ts'

/** `fixtures` stands beside `properties`, and beside `dist` where this is compiled. */
const folders = ['../../fixtures/', '../../../fixtures/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Loaded anew. */
export function shippedDatasets(): Datasets {
  const fixtures = folders.find((folder) => existsSync(`${folder}guide`)) ?? '.'
  const names = ['guide', 'corners', 'strapi-5.54/dataset']
  return Object.fromEntries(names.map((name) => [name, loadDataset(`${fixtures}${name}`)]))
}

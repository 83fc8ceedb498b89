/** The shipped datasets from which mutants are made. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from '../../../src/oracle/suite/suite.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'

export interface BaseDataset {
  readonly name: string
  readonly dir: string
  /** The bytes of each JSON file of the dataset, by path. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly graph: Graph
}

const SMALL = ['corners', 'guide']

/**
 * The names of the datasets; only one mutant in ten uses the large dataset, because small datasets find as much in less
 * time.
 */
export const DATASETS: readonly string[] = [
  ...SMALL,
  ...SMALL,
  ...SMALL,
  ...SMALL,
  'guide',
  'strapi-5.54/dataset',
]

const bases = new Map<string, BaseDataset>()

/** Reads a shipped dataset, once. */
export function baseOf(name: string): BaseDataset {
  const known = bases.get(name)
  if (known !== undefined) return known
  const dir = join(FIXTURES, name)
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  const files = new Map(paths.sort().map((path) => [path, readFileSync(join(dir, path))]))
  const base = { name, dir, files, graph: loadDataset(dir) }
  bases.set(name, base)
  return base
}

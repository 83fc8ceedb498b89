/**
 * Checks that a graph contains all data of the dataset folder from which it was loaded. This file reads the folder
 * again with simple code.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../properties/laws/law.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { filesOf } from '../../../src/reference/load/build.ts'
import { type DatasetFiles, SINGLE_FILES } from '../../../src/reference/load/files/files.ts'
import { FILE_UID } from '../../../src/reference/schema/schema.ts'
import { isList, type Json } from '../../../src/util/json.ts'
import { lostIn } from './lost-data.ts'
import { strictJson } from './strict-json.ts'

/** Returns a description of the first data in the folder that the graph lacks; undefined if the graph has all data. */
export function wholeFault(graph: Graph, dir: string): Fault {
  const files = plainFiles(dir)
  if (!isDeepStrictEqual(files, { ...filesOf(graph) }))
    return 'the files of the graph differ from the files of the folder'
  return rowsFault(graph, files)
}

/**
 * Returns a description of the first row or value in the dataset files that the graph lacks; undefined if the graph
 * has all.
 */
export function rowsFault(graph: Graph, { entries = {}, media = [] }: DatasetFiles): Fault {
  const sheets = [...Object.entries(entries), ['', media] as const]
  let rows = 0
  for (const [stem, json] of sheets) {
    const table = [...graph.tables.values()].find(({ type }) => namesOf(type).includes(stem))
    if (!isList(json) || table === undefined) return `${stem}: rows of no type`
    rows += json.length
    const fault = json.map((row) => lostIn(row, table, graph)).find((lost) => lost !== undefined)
    if (fault !== undefined) return `${stem}: ${fault}`
  }
  const kept = [...graph.tables.values()].reduce((sum, table) => sum + table.rows.length, 0)
  return kept === rows ? undefined : `${rows} rows written, ${kept} in the graph`
}

/** Returns the possible file names for the rows of a type; an empty list for media files. */
function namesOf({
  uid,
  singularName,
}: {
  readonly uid: string
  readonly singularName: string
}): readonly string[] {
  if (uid === FILE_UID) return ['']
  const stem = uid.replace('::', '-').replace('.', '-')
  return uid.startsWith('api::') ? [singularName, stem] : [stem]
}

function plainFiles(dir: string): DatasetFiles {
  const root = realpathSync(dir) + sep
  const read = (path: string): Json => {
    const real = realpathSync(join(dir, path))
    if (!real.startsWith(root)) throw new Error(`${path} leads out of the dataset`)
    return strictJson(readFileSync(real))
  }
  const names = (path: string): readonly string[] =>
    readdirSync(join(dir, path))
      .filter((name) => !name.startsWith('.') && !name.endsWith('.md'))
      .sort()
  const present = names('')
  const all = (path: string, prefix = ''): [string, Json][] =>
    names(path).map((name) => [prefix + name.replace(/\.json$/, ''), read(`${path}/${name}`)])
  const folder = (path: string): [string, Json][] => (present.includes(path) ? all(path) : [])
  const categories = present.includes('components') ? names('components') : []
  const single = SINGLE_FILES.filter((stem) => present.includes(`${stem}.json`))
  return {
    ...Object.fromEntries(single.map((stem) => [stem, read(`${stem}.json`)])),
    contentTypes: Object.fromEntries(folder('content-types')),
    components: Object.fromEntries(categories.flatMap((name) => all(`components/${name}`, `${name}/`))),
    entries: Object.fromEntries(folder('entries')),
  }
}

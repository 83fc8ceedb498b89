/** Whether a graph holds all that its folder says, read once more in the plainest way. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isList, isObject, type Json } from '../../src/ground/json.ts'
import { filesOf } from '../../src/reference/graph/build.ts'
import { type DatasetFiles, SINGLE_FILES } from '../../src/reference/graph/files.ts'
import type { Graph, Row } from '../../src/reference/graph/graph.ts'
import type { Fault } from '../laws/law.ts'

/** What was lost on the way from the folder to the graph. */
export function wholeFault(graph: Graph, dir: string): Fault {
  const files = plainFiles(dir)
  const kept = filesOf(graph)
  if (!isDeepStrictEqual(files, { ...kept })) return 'the files are not what the folder says'
  const written = [...Object.values(files.entries ?? {}), files.media ?? []].flatMap((rows) =>
    isList(rows) ? rows : [],
  )
  const rows = [...graph.tables.values()].flatMap((table) => table.rows)
  if (written.length !== rows.length) return `${written.length} rows written, ${rows.length} in the graph`
  const texts = textsOf(graph)
  return written.map((row) => lostText(row, texts)).find((fault) => fault !== undefined)
}

function plainFiles(dir: string): DatasetFiles {
  const read = (path: string): Json =>
    JSON.parse(readFileSync(join(dir, path), 'utf8').replace(/^\uFEFF/, ''))
  const names = (path: string): readonly string[] => {
    try {
      return readdirSync(join(dir, path))
        .filter((name) => !name.startsWith('.') && !name.endsWith('.md'))
        .sort()
    } catch {
      return []
    }
  }
  const all = (path: string, prefix = ''): [string, Json][] =>
    names(path).map((name) => [prefix + name.replace(/\.json$/, ''), read(`${path}/${name}`)])
  const present = names('')
  return {
    ...Object.fromEntries(
      SINGLE_FILES.filter((stem) => present.includes(`${stem}.json`)).map((stem) => [
        stem,
        read(`${stem}.json`),
      ]),
    ),
    contentTypes: Object.fromEntries(all('content-types')),
    components: Object.fromEntries(
      names('components').flatMap((name) => all(`components/${name}`, `${name}/`)),
    ),
    entries: Object.fromEntries(all('entries')),
  }
}

/** Everything that rows and their components hold, as JSON texts. */
function textsOf(graph: Graph): ReadonlySet<string> {
  const texts = new Set<string>()
  const waiting: Pick<Row, 'values' | 'components'>[] = [...graph.tables.values()].flatMap(({ rows }) => rows)
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const value of Object.values(node.values)) texts.add(JSON.stringify(value))
    waiting.push(...Object.values(node.components).flat())
  }
  return texts
}

/** Texts of a row's own attributes that no row holds: dates and the like are kept in another form. */
function lostText(row: Json, texts: ReadonlySet<string>): Fault {
  if (!isObject(row)) return 'a row that is none'
  const lost = Object.entries(row).find(
    ([name, value]) =>
      typeof value === 'string' &&
      /^(name|title|slug|body|text)$/.test(name) &&
      !texts.has(JSON.stringify(value)),
  )
  return lost === undefined ? undefined : `${lost[0]} of a row is lost: ${JSON.stringify(lost[1])}`
}

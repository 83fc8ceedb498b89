/** A dataset's files → the graph, or everything that is wrong with them. */
import { freeze } from 'immer'
import { collectFaults, type Fault, type Report, wholeFile } from '../schema/fault.ts'
import { loadSchema } from '../schema/load.ts'
import type { Uid } from '../schema/schema.ts'
import { readAccess } from './access.ts'
import { readContent } from './content.ts'
import type { Sheet } from './draft.ts'
import { type DatasetFiles, withDefaults } from './files.ts'
import type { Graph, Row, Table } from './graph.ts'
import { completeInverses } from './inverse.ts'
import { readLocales } from './locales.ts'
import { completeRelated } from './related.ts'
import { readSettings } from './settings.ts'
import { readSheets } from './sheets.ts'

/** A graph, or at least one fault. */
export type BuildResult = { readonly graph: Graph } | { readonly faults: readonly Fault[] }

/** Checks the files and builds the graph; never keeps or changes what it is given. */
export function buildGraph(files: DatasetFiles): BuildResult {
  return buildOwned(freeze(structuredClone(files), true))
}

/** `buildGraph` without the copy, for deeply frozen files that nobody else holds. `unread` files exist but are no JSON. */
export function buildOwned(files: DatasetFiles, unread: readonly string[] = []): BuildResult {
  const { faults, report } = collectFaults(unread)
  const graph = assemble(withDefaults(files), report)
  if (faults.length > 0) return { faults }
  sources.set(freeze(graph, true), files)
  return { graph }
}

const sources = new WeakMap<Graph, DatasetFiles>()

/** The files a graph was built from; undefined for a graph that was not. */
export const filesOf = (graph: Graph): DatasetFiles | undefined => sources.get(graph)

function assemble(files: Required<DatasetFiles>, report: Report): Graph {
  const settings = readSettings(files.settings, wholeFile('settings.json'), report)
  const locales = readLocales(files.locales, wholeFile('locales.json'), report)
  if (Object.keys(files.contentTypes).length === 0) {
    const expected = 'at least one content type'
    const problem = { message: 'no schema', expected, found: 'none' }
    report(wholeFile('content-types'), { ...problem, sought: 'content-types/' })
  }
  const { schema, unreadable } = loadSchema(files, report)
  const access = readAccess(files.access, schema, wholeFile('access.json'), report)
  const sheets = readSheets(files, schema, locales, report)
  const reading = { schema, unreadable, locales, sheets, report }
  readContent(reading)
  completeInverses(reading)
  completeRelated(reading)
  const tables = new Map<Uid, Table>([...sheets].map(([uid, sheet]) => [uid, tableOf(sheet)]))
  return { schema, tables, locales, access, settings }
}

function tableOf({ type, byId, byDocument }: Sheet): Table {
  const documents = [...byDocument].map(([documentId, entries]): [string, readonly Row[]] => [
    documentId,
    entries.map(({ row }) => row).sort(byLocale),
  ])
  const rows = [...byId.values()].map(({ row }) => row)
  return { type, rows, byId: new Map(rows.map((row) => [row.id, row])), byDocument: new Map(documents) }
}

function byLocale(a: Row, b: Row): number {
  const [left, right] = [a.locale ?? '', b.locale ?? '']
  return left < right ? -1 : left > right ? 1 : a.id - b.id
}

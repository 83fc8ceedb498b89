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
import { shareUnchanged } from './share.ts'
import { readSheets } from './sheets.ts'
import { makeTable } from './table.ts'

/** A graph, or at least one fault. */
export type BuildResult = { readonly graph: Graph } | { readonly faults: readonly Fault[] }

/** Checks the files and builds the graph; never keeps or changes what it is given. */
export function buildGraph(files: DatasetFiles): BuildResult {
  return buildOwned(freeze(structuredClone(files), true))
}

/** What a caller of `buildOwned` may know. */
interface BuildOptions {
  /** Files that exist but are no JSON. */
  readonly unread?: readonly string[]
  /** A graph to share rows with. */
  readonly before?: Graph
}

/** `buildGraph` without the copy, for deeply frozen files that nobody else holds. */
export function buildOwned(files: DatasetFiles, { unread = [], before }: BuildOptions = {}): BuildResult {
  const { faults, report } = collectFaults(unread)
  const built = assemble(withDefaults(files), report)
  if (faults.length > 0) return { faults }
  const graph = freeze(before === undefined ? built : shareUnchanged(before, built), true)
  sources.set(graph, files)
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
    report(wholeFile('content-types'), { ...problem, sought: ['content-types/'] })
  }
  const { schema, unreadable } = loadSchema(files, report)
  const access = readAccess(files.access, schema, wholeFile('access.json'), report)
  const sheets = readSheets(files, schema, locales, report)
  const reading = { schema, unreadable, locales, sheets, report }
  readContent(reading)
  completeInverses(reading)
  completeRelated(reading)
  const tables = new Map<Uid, Table>(
    [...sheets].map(([uid, sheet]) => [uid, makeTable(sheet.type, rowsOf(sheet))]),
  )
  return { schema, tables, locales, access, settings }
}

const rowsOf = ({ byId }: Sheet): readonly Row[] => [...byId.values()].map(({ row }) => row)

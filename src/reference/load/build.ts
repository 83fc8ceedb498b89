/** A dataset's files → the graph, or everything that is wrong with them. */
import { freeze } from 'immer'
import { isList, isObject, type JsonObject } from '../../util/json.ts'
import type { Graph, Row, Table } from '../graph/graph.ts'
import { shareUnchanged } from '../graph/share.ts'
import { makeTable } from '../graph/table.ts'
import { lastingly } from '../graph/weakly.ts'
import { type Collected, collectFaults, type Fault, type Report, wholeFile } from '../schema/fault.ts'
import { loadSchema } from '../schema/load.ts'
import type { Uid } from '../schema/schema.ts'
import { readAccess } from './access.ts'
import { type DatasetFiles, withDefaults } from './files/files.ts'
import { ownFiles } from './files/own.ts'
import { frozenNode } from './frozen-node.ts'
import { type DatasetOptions, limitsOf } from './limits.ts'
import { readLocales } from './locales.ts'
import { readContent } from './rows/content.ts'
import type { Former, Reading, Sheet } from './rows/draft.ts'
import { completeInverses } from './rows/inverse.ts'
import { completeRelated } from './rows/related.ts'
import { newRoom } from './rows/room.ts'
import { readSheets } from './rows/sheets.ts'
import { laterWithRows, spelledRows } from './rows/spelling.ts'
import { readSettings } from './settings.ts'

/** A graph, or at least one fault, and how many `more` there are than are kept. */
export type BuildResult =
  | { readonly graph: Graph }
  | { readonly faults: readonly Fault[]; readonly more: number }

/** Checks the files and builds the graph; never keeps, changes or calls what it is given. */
export function buildGraph(files: DatasetFiles, options: DatasetOptions = {}): BuildResult {
  const { files: owned, collected, isCut } = ownFiles(files, limitsOf(options))
  return isCut ? faultsOf(collected) : buildOwned(owned, { ...options, collected })
}

/** What a caller of `buildOwned` may know. */
interface BuildOptions extends DatasetOptions {
  /** What is wrong with the files so far. */
  readonly collected?: Collected
  /** A graph to share rows with. */
  readonly before?: Graph
  readonly former?: Former
}

const faultsOf = ({ faults, more }: Collected) => ({ faults, more })

/** `buildGraph` without the copy, for deeply frozen files that nobody else holds. */
export function buildOwned(files: DatasetFiles, options: BuildOptions = {}): BuildResult {
  const { collected = collectFaults(), before, former } = options
  const limits = limitsOf(options)
  const said = new Map<JsonObject, JsonObject>()
  const built = assemble(withDefaults(files), limits.values, collected.report, noting(former, said))
  if (built === undefined || collected.faults.length > 0) return faultsOf(collected)
  const { sheets, ...whole } = built
  const writtenAs = (uid: Uid, id: number): JsonObject | undefined => {
    const json = sheets.get(uid)?.byId.get(id)?.json
    return json && (said.get(json) ?? json)
  }
  const graph = freeze(before === undefined ? whole : shareUnchanged(before, whole, writtenAs), true)
  // Who edits a graph will edit it again, and tells by the rows of its files which of them are others.
  if (before === undefined) keepSource(graph, { ...laterSource(files, sheets, graph), options: { limits } })
  else keepSource(graph, { ...sourceOf(withOthers(files, said)), options: { limits } })
  return { graph }
}

/** Apart from where the graph is built: a function that is made there holds on to all that was read. */
const sourceOf = (files: DatasetFiles) => ({ files: () => files, schemas: files })

/** The same without the rows, which are written again when somebody asks for the files. */
function laterSource(
  { entries, media, ...others }: DatasetFiles,
  sheets: Reading['sheets'],
  { tables }: Graph,
): Omit<Source, 'options'> {
  const spelled = new Map(
    [...sheets.values()].map((sheet) => [
      sheet.file,
      spelledRows(sheet, tables.get(sheet.type.uid)?.rows ?? []),
    ]),
  )
  const stems = entries && Object.keys(entries)
  return {
    files: lastingly(laterWithRows(others, spelled, { stems, hasMedia: media !== undefined })),
    schemas: others,
  }
}

/** Notes the files that say less than they are written. */
const noting = (former: Former | undefined, said: Map<JsonObject, JsonObject>): Former | undefined =>
  former && {
    forget: (file, uses) => {
      const json = former.forget(file, uses)
      if (json !== file.json) said.set(file.json, json)
      return json
    },
  }

function withOthers(files: DatasetFiles, others: ReadonlyMap<JsonObject, JsonObject>): DatasetFiles {
  const { media = [] } = files
  if (others.size === 0 || !isList(media)) return files
  return {
    ...files,
    media: Object.freeze(media.map((row) => (isObject(row) ? (others.get(row) ?? row) : row))),
  }
}

export type SchemaFiles = Pick<DatasetFiles, 'contentTypes' | 'components'>

interface Source {
  readonly files: () => DatasetFiles
  readonly schemas: SchemaFiles
  readonly options: DatasetOptions
}

const sources = new WeakMap<Graph, Source>()

/** Says what files a graph stands for, where they need not be at hand. */
export const keepSource = (graph: Graph, source: Source): void => void sources.set(graph, source)

/** The files a graph was built from; undefined for a graph that was not. */
export const filesOf = (graph: Graph): DatasetFiles | undefined => sources.get(graph)?.files()

/** The same, but for the rows: whoever wants no rows waits for none. */
export const schemasOf = (graph: Graph): SchemaFiles => sources.get(graph)?.schemas ?? { contentTypes: {} }

/** The options that a graph was built with. */
export const optionsOf = (graph: Graph): DatasetOptions => sources.get(graph)?.options ?? {}

/** Undefined where the rows are too many, which is then reported. */
function assemble(
  files: Required<DatasetFiles>,
  values: number,
  report: Report,
  former: Former | undefined,
): (Graph & Pick<Reading, 'sheets'>) | undefined {
  const settings = readSettings(files.settings, wholeFile('settings.json'), report)
  const locales = readLocales(files.locales, wholeFile('locales.json'), report)
  if (Object.keys(files.contentTypes).length === 0) {
    const expected = 'at least one content type'
    const problem = { message: 'no schema', expected, found: 'none' }
    report(wholeFile('content-types'), { ...problem, sought: ['content-types/'] })
  }
  const { schema, unreadable } = loadSchema(files, report)
  const access = readAccess(files.access, schema, wholeFile('access.json'), report)
  const room = newRoom(values, report)
  const sheets = readSheets(files, schema, locales, report, room)
  const reading = { schema, unreadable, locales, sheets, report, room, ...(former && { former }) }
  if (!room.isFull()) readContent(reading)
  if (room.isFull()) return undefined
  completeInverses(reading)
  completeRelated(reading)
  const tables = new Map<Uid, Table>(
    [...sheets].map(([uid, sheet]) => [uid, makeTable(sheet.type, rowsOf(sheet))]),
  )
  return { schema, tables, locales, access, settings, sheets }
}

function rowsOf({ byId }: Sheet): readonly Row[] {
  const rows: Row[] = []
  for (const { row } of byId.values()) rows.push(frozenNode(row))
  return Object.freeze(rows)
}

/** Builds a graph from the files of a dataset, or reports every fault in them. */
import { freeze } from 'immer'
import { isList, isObject, type JsonObject } from '../../util/json.ts'
import type { Graph, Row, Table } from '../graph/graph.ts'
import { lazy } from '../graph/lazy.ts'
import { shareUnchanged } from '../graph/share.ts'
import { makeTable } from '../graph/table.ts'
import { type Collected, collectFaults, type Fault, type Report, wholeFile } from '../schema/fault.ts'
import { loadSchema } from '../schema/load.ts'
import type { Uid } from '../schema/schema.ts'
import { readAccess } from './access.ts'
import { copyFiles } from './files/copied-files.ts'
import { type DatasetFiles, withDefaults } from './files/files.ts'
import { type DatasetOptions, limitsOf } from './limits.ts'
import { readLocales } from './locales.ts'
import { readContent } from './rows/content.ts'
import { type FormerUses, freezeNode, type LoadContext, type TableDraft } from './rows/draft.ts'
import { completeInverses } from './rows/inverse.ts'
import { completeRelated } from './rows/related.ts'
import { readTables } from './rows/tables.ts'
import { newValueBudget } from './rows/value-budget.ts'
import { lazyFiles, writtenRows } from './rows/written-rows.ts'
import { readSettings } from './settings.ts'

/** The result of building a graph: the graph, or the first faults with the number of further faults in `more`. */
export type BuildResult =
  | { readonly graph: Graph }
  | { readonly faults: readonly Fault[]; readonly more: number }

/**
 * Checks the files of a dataset and builds the graph. The function only reads the objects in `files`. The function
 * never stores, changes or calls any object in `files`.
 */
export function buildGraph(files: DatasetFiles, options: DatasetOptions = {}): BuildResult {
  const { files: owned, collected, isCut } = copyFiles(files, limitsOf(options))
  return isCut ? faultsOf(collected) : buildOwned(owned, { ...options, collected })
}

/** Options of `buildOwned`. */
interface BuildOptions extends DatasetOptions {
  /** The faults that the caller has already found, and the function that adds further faults. */
  readonly collected?: Collected
  /** An earlier graph, whose unchanged rows the new graph reuses. */
  readonly before?: Graph
  readonly former?: FormerUses
}

const faultsOf = ({ faults, more }: Collected) => ({ faults, more })

/**
 * Builds a graph like `buildGraph`, but does not copy the files. The files must be deeply frozen, and no other code
 * may change them.
 */
export function buildOwned(files: DatasetFiles, options: BuildOptions = {}): BuildResult {
  const { collected = collectFaults(), before, former } = options
  const limits = limitsOf(options)
  const said = new Map<JsonObject, JsonObject>()
  const built = assemble(withDefaults(files), limits.values, collected.report, noting(former, said))
  if (built === undefined || collected.faults.length > 0) return faultsOf(collected)
  const { drafts, ...whole } = built
  const writtenAs = (uid: Uid, id: number): JsonObject | undefined => {
    const json = drafts.get(uid)?.byId.get(id)?.json
    return json && (said.get(json) ?? json)
  }
  const graph = freeze(before === undefined ? whole : shareUnchanged(before, whole, writtenAs), true)
  // Stores the JSON of an edited graph, because the next edit recognizes unchanged rows by the identity of their JSON
  // objects.
  if (before === undefined) setSource(graph, { ...lazySource(files, drafts, graph), options: { limits } })
  else setSource(graph, { ...sourceOf(withOthers(files, said)), options: { limits } })
  return { graph }
}

/** This function is declared outside `buildOwned`, so that its closure does not keep all loaded data in memory. */
const sourceOf = (files: DatasetFiles) => ({ files: () => files, schemas: files })

/** Makes the source of a graph's files that does not store the JSON of rows, but writes the JSON again on request. */
function lazySource(
  { entries, media, ...others }: DatasetFiles,
  drafts: LoadContext['drafts'],
  { tables }: Graph,
): Omit<DatasetSource, 'options'> {
  const writtenByFile = new Map(
    [...drafts.values()].map((draft) => [
      draft.file,
      writtenRows(draft, tables.get(draft.type.uid)?.rows ?? []),
    ]),
  )
  const stems = entries && Object.keys(entries)
  return {
    files: lazy(lazyFiles(others, writtenByFile, { stems, hasMedia: media !== undefined })),
    schemas: others,
  }
}

/**
 * Wraps the function `forget`, which removes former uses from the JSON of an uploaded file. The wrapper records the
 * new JSON of each uploaded file from whose list `__related` uses are removed.
 */
const noting = (former: FormerUses | undefined, said: Map<JsonObject, JsonObject>): FormerUses | undefined =>
  former && {
    ...former,
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

interface DatasetSource {
  readonly files: () => DatasetFiles
  readonly schemas: SchemaFiles
  readonly options: DatasetOptions
}

const sources = new WeakMap<Graph, DatasetSource>()

/** Records the files from which a graph was built, or a function that makes these files. */
export const setSource = (graph: Graph, source: DatasetSource): void => void sources.set(graph, source)

/** Records that a graph was built from the same files as another graph. */
export function copySource(from: Graph, to: Graph): void {
  const source = sources.get(from)
  if (source !== undefined) sources.set(to, source)
}

/** Returns the files from which a graph was built; undefined if no files are recorded for the graph. */
export const filesOf = (graph: Graph): DatasetFiles | undefined => sources.get(graph)?.files()

/** Returns the schema files from which a graph was built, without writing the JSON of its rows again. */
export const schemasOf = (graph: Graph): SchemaFiles => sources.get(graph)?.schemas ?? { contentTypes: {} }

/** Returns the options that a graph was built with. */
export const optionsOf = (graph: Graph): DatasetOptions => sources.get(graph)?.options ?? {}

/** Builds all parts of the graph; undefined after a fault about too many values in the dataset. */
function assemble(
  files: Required<DatasetFiles>,
  values: number,
  report: Report,
  former: FormerUses | undefined,
): (Graph & Pick<LoadContext, 'drafts'>) | undefined {
  const settings = readSettings(files.settings, wholeFile('settings.json'), report)
  const locales = readLocales(files.locales, wholeFile('locales.json'), report)
  if (Object.keys(files.contentTypes).length === 0) {
    const expected = 'at least one content type'
    const problem = { message: 'no schema', expected, found: 'none' }
    report(wholeFile('content-types'), { ...problem, sought: ['content-types/'] })
  }
  const { schema, unreadable } = loadSchema(files, report)
  const access = readAccess(files.access, schema, wholeFile('access.json'), report)
  const budget = newValueBudget(values, report)
  const drafts = readTables(files, { schema, locales, report, budget })
  const reading = { schema, unreadable, locales, drafts, report, budget, ...(former && { former }) }
  if (!budget.isFull()) readContent(reading)
  if (budget.isFull()) return undefined
  completeInverses(reading)
  completeRelated(reading)
  const tables = new Map<Uid, Table>(
    [...drafts].map(([uid, draft]) => [uid, makeTable(draft.type, rowsOf(draft))]),
  )
  const orphans = former === undefined || former.orphans.length === 0 ? {} : { orphans: former.orphans }
  return { schema, tables, locales, access, settings, ...orphans, drafts }
}

function rowsOf({ byId }: TableDraft): readonly Row[] {
  const rows: Row[] = []
  byId.forEach(({ row }) => {
    rows.push(freezeNode(row))
  })
  return Object.freeze(rows)
}

/**
 * The state from which a change of a graph starts: the dataset files of the graph, in which every row and component
 * has its id. The state of each graph is cached.
 */

import type { ComponentNode, Graph, Row } from '../../reference/graph/graph.ts'
import { lazyWeak } from '../../reference/graph/lazy.ts'
import { nodesOf } from '../../reference/graph/nodes.ts'
import { rowJson, setRowJson } from '../../reference/graph/share.ts'
import { filesOf, optionsOf, setSource } from '../../reference/load/build.ts'
import { filesByType, stemsOf } from '../../reference/load/files/entry-files.ts'
import { type DatasetFiles, SINGLE_FILES, withDefaults } from '../../reference/load/files/files.ts'
import { type DatasetLimits, limitsOf } from '../../reference/load/limits.ts'
import { giveMissingIds, newLedger, takeId } from '../../reference/load/rows/ids.ts'
import { valuesOfRelations, valuesOfRows } from '../../reference/load/rows/value-budget.ts'
import { wholeFile } from '../../reference/schema/fault.ts'
import type { ContentType, Schema, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { completed } from './complete.ts'
import { RowList } from './row-list.ts'

/** The two numbers of values in a dataset. Neither number may exceed the limit on values. */
export interface ValueCounts {
  /** The number of JSON values in all files. */
  readonly json: number
  /** The number of values in rows, components and relations of the graph. */
  readonly rows: number
}

/** The dataset files of a graph, in the form that changes need. */
export interface State {
  readonly limits: DatasetLimits
  /** All dataset files that contain no rows, such as schemas. */
  readonly files: Omit<Required<DatasetFiles>, 'entries' | 'media'>
  /** The type of each file in the folder `entries`, by stem (file name without extension). */
  readonly stems: ReadonlyMap<string, Uid>
  /**
   * The stems of the files of rows that the dataset lacks. The state adds a missing file as soon as the type of the
   * file has rows.
   */
  readonly unwritten: ReadonlySet<string>
  /** The list of rows of every content type, by uid. */
  readonly lists: ReadonlyMap<Uid, RowList>
  readonly weight: ValueCounts
  /**
   * For each component uid, a lower bound for unused ids: all lower ids are in use. A change may raise the lower
   * bound of a component uid.
   */
  readonly componentIds: Map<Uid, number>
}

const states = new WeakMap<Graph, State>()

/** Returns the state of a graph that was built from files. The state of each graph is computed only once. */
export function stateOf(graph: Graph): State {
  const there = states.get(graph)
  if (there !== undefined) return there
  const state = begin(graph)
  states.set(graph, state)
  return state
}

/** Returns the JSON of a row with all ids. The graph must have been built from files. */
export function writtenOf(graph: Graph, row: Row): JsonObject {
  stateOf(graph)
  const json = rowJson(row)
  invariant(json !== undefined, 'every row of an editable graph comes from a file')
  return json
}

/** Sets the state of a graph. The graph then counts as built from the dataset files of this state. */
export function setState(graph: Graph, state: State): void {
  states.set(graph, state)
  setSource(graph, {
    files: lazyWeak(() => filesIn(state)),
    schemas: state.files,
    options: { limits: state.limits },
  })
}

/** Returns the files of a state in the dataset format. */
export function filesIn({ files, stems, unwritten, lists }: State): DatasetFiles {
  const entries: Record<string, Json> = {}
  for (const [stem, uid] of stems) {
    const rows = Object.freeze(lists.get(uid)?.toArray() ?? [])
    if (rows.length > 0 || !unwritten.has(stem)) entries[stem] = rows
  }
  const media = Object.freeze(lists.get(FILE_UID)?.toArray() ?? [])
  return Object.freeze({ ...files, entries: Object.freeze(entries), media })
}

function begin(graph: Graph): State {
  const written = filesOf(graph)
  invariant(written !== undefined, 'an editable graph was built from files')
  const { entries, media: _, ...files } = withDefaults(written)
  const { schema } = graph
  const byType = filesByType(withDefaults(written), schema, () => {})
  const uids = new Map([...byType].map(([uid, { file }]) => [file, uid]))
  const stems = new Map(
    Object.keys(entries).flatMap((stem): [string, Uid][] => {
      const uid = uids.get(`entries/${stem}.json`)
      return uid === undefined ? [] : [[stem, uid]]
    }),
  )
  const unwritten = new Map(stemsWithout(schema, new Set(byType.keys())))
  const lists = new Map<Uid, RowList>()
  for (const type of schema.contentTypes.values()) {
    lists.set(type.uid, RowList.of(completedRows(graph, type, byType.get(type.uid)?.json ?? [])))
  }
  const state = {
    limits: limitsOf(optionsOf(graph)),
    files,
    stems: new Map([...stems, ...unwritten]),
    unwritten: new Set(unwritten.keys()),
    lists,
  }
  return { ...state, weight: weigh(graph, state), componentIds: new Map() }
}

/** Yields a file stem and the uid for each content type that has no file of rows yet. */
function* stemsWithout(schema: Schema, filled: ReadonlySet<Uid>): Generator<[string, Uid]> {
  const stems = stemsOf(schema)
  for (const { uid, singularName } of schema.contentTypes.values()) {
    if (filled.has(uid)) continue
    const names = [
      ...(uid.startsWith('api::') ? [singularName] : []),
      uid.replace('::', '-').replaceAll('.', '-'),
    ]
    const stem = names.find((name) => stems.get(name)?.length === 1)
    if (stem !== undefined) yield [stem, uid]
  }
}

function completedRows(graph: Graph, type: ContentType, file: Json): readonly JsonObject[] {
  const source = { place: wholeFile('') }
  const ledger = newLedger()
  const rows = (isList(file) ? file : []).filter(isObject).map((json) => {
    const numbered = { id: 0, json }
    takeId(ledger, numbered, json, source, () => {})
    return numbered
  })
  giveMissingIds(ledger)
  return rows.map(({ id, json }) => {
    const row = graph.tables.get(type.uid)?.byId.get(id)
    invariant(row !== undefined, 'every row of the files is in the graph')
    const whole = completed(json, type, graph.schema, idsOf(row))
    setRowJson(row, whole)
    return whole
  })
}

function idsOf(row: Row) {
  let nodes: readonly (Row | ComponentNode)[] | undefined
  const component = (_: Uid, at: number): number => {
    nodes ??= [...nodesOf<Row | ComponentNode>(row)]
    return nodes[at + 1]?.id ?? 0
  }
  return { id: () => row.id, documentId: () => row.documentId, component }
}

function weigh(
  { schema, tables }: Graph,
  { files, lists, stems }: Pick<State, 'files' | 'lists' | 'stems'>,
): ValueCounts {
  let json = 0
  for (const stem of SINGLE_FILES) if (stem !== 'media') json += countValues(files[stem])
  for (const folder of [files.contentTypes, files.components])
    for (const one of Object.values(folder)) json += countValues(one)
  const countOf = (uid: Uid): number => tables.get(uid)?.rows.length ?? 0
  let rows = 0
  for (const type of schema.contentTypes.values()) {
    rows += valuesOfRelations(type, countOf)
    for (const row of tables.get(type.uid)?.rows ?? []) rows += weightOf(row, schema)
    for (const row of lists.get(type.uid)?.toArray() ?? []) json += countValues(row)
  }
  // Each list of rows also counts as one JSON value.
  return { json: json + 1 + stems.size, rows }
}

/** Returns the number of values in a row and its components. */
export function weightOf(row: Row, { contentTypes, components }: Schema): number {
  let values = 0
  for (const { uid } of nodesOf<Row | ComponentNode>(row)) {
    const model = contentTypes.get(uid) ?? components.get(uid)
    if (model !== undefined) values += valuesOfRows(model, 1)
  }
  return values
}

/** Returns the number of values in a JSON tree, including the tree itself. */
export function countValues(json: Json): number {
  let count = 0
  const waiting: Json[] = [json]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count++
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) waiting.push(part)
  }
  return count
}

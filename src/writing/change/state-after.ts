/** Computes the state of a graph after a change: its dataset files and its number of values. */

import type { ComponentNode, Graph, Node, Row } from '../../reference/graph/graph.ts'
import { nodesOf } from '../../reference/graph/nodes.ts'
import { rowJson } from '../../reference/graph/share.ts'
import { valuesOfRelations } from '../../reference/load/rows/value-budget.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { type Changeset, eachPut, rowBefore, sizeNow } from './changeset.ts'
import type { Change } from './row-list.ts'
import { RowList } from './row-list.ts'
import { countValues, type State, type ValueCounts, weightOf } from './state.ts'

/** The changed rows by type and id; undefined for a removed row. */
export type OtherRows = ReadonlyMap<Uid, ReadonlyMap<number, Row | undefined>>

/**
 * Returns the state of a graph after a change. `rows` are the changed rows; `said` is the new JSON of uploaded files
 * whose `__related` loses uses.
 */
export function stateAfter(
  changeset: Changeset,
  { orders, access, settings }: Change,
  said: ReadonlyMap<number, JsonObject>,
  rows: OtherRows,
): State {
  const { state } = changeset
  const files = {
    ...state.files,
    ...(access === undefined ? {} : { access }),
    ...(settings === undefined ? {} : { settings }),
  }
  const lists = new Map(state.lists)
  for (const [uid, list] of orders ?? []) lists.set(uid, list)
  for (const [uid, puts] of changeset.puts) lists.set(uid, (lists.get(uid) ?? RowList.of([])).with(puts))
  const all = lists.get(FILE_UID)
  if (said.size > 0 && all !== undefined) lists.set(FILE_UID, all.with(said))
  const componentIds = new Map(state.componentIds)
  for (const { uid, id } of componentsBefore(changeset))
    componentIds.set(uid, Math.min(id, componentIds.get(uid) ?? 1))
  return { ...state, files, lists, weight: weightAfter(changeset, files, rows), componentIds }
}

/** Yields the components of all rows that the change reads again, in their state before the change. */
function* componentsBefore(changeset: Changeset): Generator<Node> {
  for (const [uid, id] of eachPut(changeset.puts)) {
    const before = rowBefore(changeset, uid, id)
    if (before === undefined) continue
    for (const node of nodesOf<Row | ComponentNode>(before)) if (node !== before) yield node
  }
}

function weightAfter(changeset: Changeset, files: State['files'], rows: OtherRows): ValueCounts {
  const { graph, state } = changeset
  let { json, rows: values } = state.weight
  for (const stem of ['access', 'settings'] as const) {
    if (files[stem] !== state.files[stem]) json += countValues(files[stem]) - countValues(state.files[stem])
  }
  for (const [uid, changes] of rows) {
    for (const [id, row] of changes) {
      const before = rowBefore(changeset, uid, id)
      json += weightOfJson(row) - weightOfJson(before)
      values += rowWeight(row, graph) - rowWeight(before, graph)
    }
  }
  const more = (uid: Uid): number => sizeNow(changeset, uid) - (graph.tables.get(uid)?.byId.size ?? 0)
  if ([...changeset.puts.keys()].some((uid) => more(uid) !== 0)) {
    for (const type of graph.schema.contentTypes.values()) values += valuesOfRelations(type, more)
  }
  return { json, rows: values }
}

function weightOfJson(row: Row | undefined): number {
  const json = row === undefined ? undefined : rowJson(row)
  return json === undefined ? 0 : countValues(json)
}

const rowWeight = (row: Row | undefined, { schema }: Graph): number =>
  row === undefined ? 0 : weightOf(row, schema)

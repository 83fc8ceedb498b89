/** The law of edits: an incremental edit gives the same graph or the same faults as loading the changed files. */
import { isDeepStrictEqual } from 'node:util'
import { type Dice, roll } from '../../../properties/arbitraries/dice.ts'
import { randomEdit } from '../../../properties/arbitraries/recipe.ts'
import type { Graph, Table } from '../../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../../src/reference/load/build.ts'
import { DatasetError, formatFault } from '../../../src/reference/schema/fault.ts'
import { type EditableDataset, editWith } from '../../../src/writing/edit/edit.ts'

/** The numbers of edits in a run: incremental edits, edits with a rebuild, and rejected edits. */
export interface EditTally {
  /** The number of incremental edits. */
  changed: number
  /** The number of edits for which the whole graph was rebuilt. */
  whole: number
  refused: number
}

/** Creates a tally in which no edits are counted yet. */
export const newTally = (): EditTally => ({ changed: 0, whole: 0, refused: 0 })

/** Applies edits in sequence; returns the first violation of the law, or undefined. */
export function editsFault(
  graph: Graph,
  edits: readonly Dice[],
  tally: EditTally,
  layers = true,
): string | undefined {
  let here = graph
  for (const [at, throws] of edits.entries()) {
    const before = plain(here)
    const recipe = () => randomEdit(here, roll(throws))
    const few = layers ? { few: 0 } : {}
    const one = attempt(here, recipe(), {
      ...few,
      told: (isWhole) => void tally[isWhole ? 'whole' : 'changed']++,
    })
    const other = attempt(here, recipe(), { isWhole: true })
    const fault =
      differ(one, other) ??
      (isDeepStrictEqual(plain(here), before) ? undefined : 'the graph of before changed')
    if (fault !== undefined) return `edit ${at}: ${fault}`
    if ('graph' in one) here = one.graph
    else tally.refused++
  }
  return undefined
}

type EditOutcome = { readonly graph: Graph } | { readonly faults: string }

function attempt(
  graph: Graph,
  recipe: (dataset: EditableDataset) => void,
  options: Parameters<typeof editWith>[2],
): EditOutcome {
  try {
    return { graph: editWith(graph, recipe, options) }
  } catch (error) {
    if (error instanceof DatasetError) return { faults: error.message }
    throw error
  }
}

function differ(one: EditOutcome, other: EditOutcome): string | undefined {
  if ('faults' in one || 'faults' in other) {
    const [left, right] = [one, other].map((end) => ('faults' in end ? end.faults : 'no fault'))
    return left === right ? undefined : `other faults:\n${left}\nwhole:\n${right}`
  }
  const files = filesOf(one.graph)
  if (!isDeepStrictEqual(files, filesOf(other.graph)))
    return `other files:\n${JSON.stringify(files)}\nwhole:\n${JSON.stringify(filesOf(other.graph))}`
  const built = buildGraph(files ?? { contentTypes: {} })
  if ('faults' in built) return `files that cannot be built: ${built.faults.map(formatFault).join('\n')}`
  return (
    differFrom(one.graph, other.graph, 'whole') ??
    differFrom(one.graph, built.graph, 'built') ??
    tablesFault(one.graph)
  )
}

function differFrom(one: Graph, other: Graph, what: string): string | undefined {
  const [left, right] = [plain(one), plain(other)]
  if (isDeepStrictEqual(left, right)) return undefined
  const [a, b] = [left, right].map((graph) => JSON.stringify(graph.tables, undefined, 1).split('\n'))
  const at = a?.findIndex((line, index) => line !== b?.[index]) ?? 0
  return `another graph than the ${what} one:\n${a?.slice(Math.max(at - 12, 0), at + 4).join('\n')}\n${what}:\n${b?.slice(at - 3, at + 4).join('\n')}`
}

/** Returns the graph as nested lists, which preserve the order of names and entries. */
function plain({ schema, tables, locales, access, settings }: Graph) {
  const ofTable = ({ type, rows, byId, byDocument }: Table) => ({
    uid: type.uid,
    rows: rows.map((row) => [
      row,
      ...['values', 'links', 'components'].map((name) => Object.keys(Reflect.get(row, name))),
    ]),
    byId: [...byId],
    byDocument: [...byDocument],
    sizes: [byId.size, byDocument.size],
  })
  return { schema, tables: [...tables.values()].map(ofTable), locales, access, settings }
}

/** Checks that the lookups of a table return its frozen rows. */
function tablesFault({ tables }: Graph): string | undefined {
  for (const { type, rows, byId, byDocument } of tables.values()) {
    for (const row of rows) {
      const isFound = byId.get(row.id) === row && byDocument.get(row.documentId)?.includes(row) === true
      if (!isFound) return `${type.uid} ${row.id} is not found`
      if (!Object.isFrozen(row) || !Object.isFrozen(row.links)) return `${type.uid} ${row.id} is not frozen`
    }
    if (byId.has(-1) || byId.get(-1) !== undefined || byDocument.has('?'))
      return `${type.uid} finds what it has not`
  }
  return undefined
}

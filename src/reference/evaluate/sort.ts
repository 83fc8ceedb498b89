/**
 * Sorts rows by each sort key in turn, and then by the tie-break of the plan. Therefore, any two rows have a defined
 * order after sorting.
 */

import type { ComponentNode, Graph, Node, Row } from '../graph/graph.ts'
import type { SortStep, Step, Ties } from '../plan/plan.ts'
import type { RowTies, Tie } from '../strapi/databases/database.ts'
import { type Comparable, lengthSteps } from '../values.ts'
import { followStep } from './follow.ts'
import type { Meter } from './meter.ts'

export type Key = Comparable | null

/**
 * Makes a function that sorts a list of rows. The parameter `ties` selects the order of rows with equal sort keys.
 * The parameter `siblings` of the returned function is the number of parent entries whose lists the database reads
 * in one query. On some databases, the number of parent entries affects the order of rows with equal sort keys.
 */
export function sorter<R extends Row | ComponentNode>(
  steps: readonly SortStep[],
  ties: Ties | RowTies,
  graph: Graph,
  meter: Meter,
): (rows: readonly R[], siblings?: number) => readonly R[] {
  const comparators = steps.map(keyComparator)
  if (steps.length === 0 && ties === 'stored') return (rows) => rows
  return (rows, siblings = 1) => {
    const tie = tieOrder(ties, siblings)
    if (typeof ties === 'object' && 'rangeOf' in ties) meter.spend(rows.length * ties.count, 'sort')
    meter.spend(comparisons(rows.length, steps.length), 'sort')
    const readers = steps.map((step) => keysOf(step, rows, graph, meter))
    const keyed = rows.map((row) => ({ row, keys: readers.map((read) => read(row)) }))
    keyed.sort((a, b) => {
      for (const [at, compareKeys] of comparators.entries()) {
        const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null)
        if (order !== 0) return order
      }
      return tie(a.row, b.row) // sort.ties
    })
    return keyed.map(({ row }) => row)
  }
}

/** Makes a function that compares two rows by sort keys that are columns of the rows themselves. */
export function rowOrder(steps: readonly SortStep[], ties: keyof typeof TIES): (a: Row, b: Row) => number {
  const orders = steps.map((step) => ({ read: step.read, compareKeys: keyComparator(step) }))
  return (a, b) => {
    for (const { read, compareKeys } of orders) {
      const order = compareKeys(read(a), read(b))
      if (order !== 0) return order
    }
    return TIES[ties](a, b)
  }
}

/** Returns the number of budget steps that sorting `rows` rows by `keys` sort keys takes. */
export const comparisons = (rows: number, keys: number): number =>
  rows * Math.ceil(Math.log2(rows + 1)) * (keys + 1)

const byId = (a: Node, b: Node): number => a.id - b.id
const localeOf = (node: Node): string =>
  'locale' in node && typeof node.locale === 'string' ? node.locale : ''
const byLocale = (a: Node, b: Node): number => {
  const [left, right] = [localeOf(a), localeOf(b)]
  return left < right ? -1 : left > right ? 1 : byId(a, b)
}
const documentOf = (node: Node): string =>
  'documentId' in node && typeof node.documentId === 'string' ? node.documentId : ''
const byDocument = (a: Node, b: Node): number => {
  const [left, right] = [documentOf(a), documentOf(b)]
  return left < right ? -1 : left > right ? 1 : byLocale(a, b)
}
/** The functions that compare rows with equal sort keys, by the name of the tie-break. */
export const TIES: { readonly [tie in Tie | 'documentId']: (a: Node, b: Node) => number } = {
  stored: () => 0,
  id: byId,
  locale: byLocale,
  localeBackwards: (a, b) => byLocale(b, a),
  documentId: byDocument,
}

/** Returns the function that compares rows with equal sort keys. */
function tieOrder(ties: Ties | RowTies, siblings: number): (a: Node, b: Node) => number {
  if (typeof ties === 'string') return TIES[ties]
  if ('below' in ties) return TIES[siblings < ties.below ? ties.order : 'id']
  // Each range is looked up once for each row, not once for each comparison.
  const ranges = new Map<Node, number>()
  const rangeOf = (node: Node): number => {
    const range = ranges.get(node) ?? ties.rangeOf(node)
    ranges.set(node, range)
    return range
  }
  return (a, b) => rangeOf(a) - rangeOf(b) || byId(a, b)
}

function keyComparator({ descending, nullsFirst, compare }: SortStep): (a: Key, b: Key) => number {
  const nullOrder = nullsFirst ? -1 : 1
  return (a, b) => {
    if (a === null) return b === null ? 0 : nullOrder // sort.nulls
    if (b === null) return -nullOrder
    return descending ? compare(b, a) : compare(a, b)
  }
}

/**
 * Returns the sort key of each row. For a sort through a relation, the key of a row is the first of the keys of its
 * linked rows, in the requested order. For each link step, each row is read only once, even if many rows link to it.
 */
export function keysOf(
  step: SortStep,
  rows: readonly Node[],
  graph: Graph,
  meter: Meter,
): (row: Node) => Key {
  const { through } = step
  const read = weighed(step, rows.length, meter)
  meter.spend(rows.length, 'sort')
  if (through.length === 0) return read
  const compareKeys = keyComparator(step)
  const levels = reach(rows, through, graph, meter)
  let keys = new Map<Node, Key>()
  for (const node of levels.ends) keys.set(node, read(node))
  for (const links of levels.links.reverse()) {
    const above = new Map<Node, Key>()
    for (const [node, linked] of links) {
      const [first = null, ...others] = linked.map((row) => keys.get(row) ?? null)
      above.set(
        node,
        others.reduce((best, key) => (compareKeys(key, best) < 0 ? key : best), first), // sort.through
      )
    }
    keys = above
  }
  return (row) => keys.get(row) ?? null
}

/** Makes a function that reads the sort key of a node. A long sort key takes additional steps of the budget. */
function weighed({ column, read }: SortStep, rows: number, meter: Meter): (node: Node) => Key {
  if (typeof column === 'string') return read
  const { name } = column
  const looks = 1 + Math.ceil(Math.log2(rows + 1))
  return (node) => {
    const steps = lengthSteps(node.values[name] ?? null)
    if (steps > 0) meter.spend(steps * looks, 'sort')
    return read(node)
  }
}

/**
 * The number of steps that the meter counts for a node whose links must stay in memory until all sort keys are known.
 */
const STORED_NODE = 4

interface Levels {
  /**
   * One map for each link step of a sort path. The map leads from each node before a step to the nodes after the
   * step.
   */
  readonly links: Map<Node, readonly Node[]>[]
  /** The nodes that the last link step of a sort path reaches. */
  readonly ends: ReadonlySet<Node>
}

function reach(rows: readonly Node[], through: readonly Step[], graph: Graph, meter: Meter): Levels {
  const levels: Map<Node, readonly Node[]>[] = []
  let nodes = new Set(rows)
  for (const step of through) {
    const follow = followStep(step, graph)
    const links = new Map<Node, readonly Node[]>()
    const next = new Set<Node>()
    for (const node of nodes) {
      const linked = follow(node)
      meter.spend(STORED_NODE + linked.length, 'sort')
      links.set(node, linked)
      for (const row of linked) next.add(row)
    }
    levels.push(links)
    nodes = next
  }
  return { links: levels, ends: nodes }
}

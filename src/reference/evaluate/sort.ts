/** Ordering: by each key in turn, then by id, so that no two entries are ever in doubt. */
import type { ComponentNode, Graph, Node, Row } from '../graph/graph.ts'
import type { SortStep, Ties } from '../plan/plan.ts'
import type { Comparable } from '../values.ts'
import { type Follow, followStep } from './follow.ts'

type Key = Comparable | null

/**
 * Sorts a list of rows; `ties` says what decides between rows that no key tells apart. `fellows` is how many entries the
 * lists of one attribute are read for at once.
 */
export function sorter<R extends Row | ComponentNode>(
  steps: readonly SortStep[],
  ties: Ties,
  graph: Graph,
): (rows: readonly R[], fellows?: number) => readonly R[] {
  const readers = steps.map((step) => keyReader(step, graph))
  const comparators = steps.map(keyComparator)
  if (steps.length === 0 && ties === 'stored') return (rows) => rows
  return (rows, fellows = 1) => {
    const tie = TIES[ties === 'cohort' ? (fellows < A_DOZEN ? 'locale' : 'id') : ties]
    const keyed = rows.map((row) => ({ row, keys: readers.map((read) => read(row)) }))
    keyed.sort((a, b) => {
      for (const [at, compareKeys] of comparators.entries()) {
        const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null)
        if (order !== 0) return order
      }
      return tie(a.row, b.row)
    })
    return keyed.map(({ row }) => row)
  }
}

const byId = (a: Node, b: Node): number => a.id - b.id
const localeOf = (node: Node): string =>
  'locale' in node && typeof node.locale === 'string' ? node.locale : ''
const byLocale = (a: Node, b: Node): number => {
  const [left, right] = [localeOf(a), localeOf(b)]
  return left < right ? -1 : left > right ? 1 : byId(a, b)
}
/** From so many documents on SQLite looks up the rows of a cohort by id. */
const A_DOZEN = 12
const TIES: { readonly [ties in Exclude<Ties, 'cohort'>]: (a: Node, b: Node) => number } = {
  stored: () => 0,
  id: byId,
  locale: byLocale,
}

function keyComparator({ descending, nullsFirst, compare }: SortStep): (a: Key, b: Key) => number {
  const nullOrder = nullsFirst ? -1 : 1
  return (a, b) => {
    if (a === null) return b === null ? 0 : nullOrder
    if (b === null) return -nullOrder
    return descending ? compare(b, a) : compare(a, b)
  }
}

/** The key of a row; through a relation, the one among the linked rows' keys that comes first in the order asked for. */
function keyReader(step: SortStep, graph: Graph): (node: Node) => Key {
  const { through, read } = step
  if (through.length === 0) return read
  const follows = through.map((link) => followStep(link, graph))
  const compareKeys = keyComparator(step)
  return (node) => {
    const reached = reach(node, follows)
    let first: Key | undefined
    for (const end of reached) {
      const key = end === null ? null : read(end)
      if (first === undefined || compareKeys(key, first) < 0) first = key
    }
    return first ?? null
  }
}

/** Every node at the end of the steps; null for each way that ends before. */
function reach(start: Node, follows: readonly Follow[]): readonly (Node | null)[] {
  let nodes: (Node | null)[] = [start]
  for (const follow of follows) {
    const next = new Set<Node | null>()
    for (const node of nodes) {
      const linked = node === null ? [] : follow(node)
      if (linked.length === 0) next.add(null)
      for (const row of linked) next.add(row)
    }
    nodes = [...next]
  }
  return nodes
}

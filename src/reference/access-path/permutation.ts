/**
 * The positions of a list of nodes in the order of a sort. Each key is made a rank among all the values it has, so that
 * positions compare as numbers, whatever is compared.
 */

import { firstPlace } from '../../ground/sorted.ts'
import type { Meter } from '../evaluate/meter.ts'
import { comparisons, type Key, keysOf, TIES } from '../evaluate/sort.ts'
import type { Graph, Node } from '../graph/graph.ts'
import { byCodePoint } from '../plan/column.ts'
import type { SortStep } from '../plan/plan.ts'
import { type Comparable, compare } from '../values.ts'
import { everyPosition } from './positions.ts'

/** How what no key tells apart comes: as it is in the list, or by document. */
export type Rest = 'listed' | 'documentId'

/** Counts what a sort of these nodes counts. */
export function permutationOf(
  nodes: readonly Node[],
  steps: readonly SortStep[],
  rest: Rest,
  graph: Graph,
  meter: Meter,
): Uint32Array {
  meter.spend(comparisons(nodes.length, steps.length), 'sort')
  const ranks = steps.map((step) => ranksOf(nodes.map(keysOf(step, nodes, graph, meter)), step))
  const [only] = ranks
  if (only !== undefined && ranks.length === 1 && rest === 'listed') return byRank(only)
  const order = rest === 'listed' ? inList : byDocument(nodes)
  return everyPosition(nodes.length).sort((a, b) => {
    for (let key = 0; key < ranks.length; key++) {
      const ofKey = ranks[key]
      const difference = (ofKey?.[a] ?? 0) - (ofKey?.[b] ?? 0)
      if (difference !== 0) return difference
    }
    return order(a, b)
  })
}

const inList = (a: number, b: number): number => a - b

function byDocument(nodes: readonly Node[]): (a: number, b: number) => number {
  return (a, b) => {
    const [left, right] = [nodes[a], nodes[b]]
    return (left && right ? TIES.documentId(left, right) : 0) || a - b
  }
}

/** Rank and position as one number: as such they are sorted without a call for each comparison. */
function byRank(ranks: Uint32Array): Uint32Array {
  const count = Math.max(ranks.length, 1)
  const both = new Float64Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) both[at] = (ranks[at] ?? 0) * count + at
  both.sort()
  const positions = new Uint32Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) positions[at] = (both[at] ?? 0) % count
  return positions
}

/** The place of each key among all keys: the same for those that compare as equal. */
function ranksOf(keys: readonly Key[], step: SortStep): Uint32Array {
  const { last, of } = numericPlaces(keys, step.compare) ?? placesOf(keys, step.compare)
  const missing = step.nullsFirst ? 0 : last + 2
  const ranks = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at++) {
    const found = keys[at] ?? null
    ranks[at] = found === null ? missing : 1 + (step.descending ? last - of(found) : of(found))
  }
  return ranks
}

/** Where values stand among each other, from 0. */
interface Places {
  readonly last: number
  readonly of: (value: Comparable) => number
}

type Order = SortStep['compare']

/** Numbers are found among all of them faster than in a table; undefined where some keys are none. */
function numericPlaces(keys: readonly Key[], order: Order): Places | undefined {
  if (order !== compare || !keys.every(isNumberOrNull)) return undefined
  const values = Float64Array.from(keys.filter((key) => typeof key === 'number')).sort()
  const of = (value: Comparable): number =>
    firstPlace(values.length, (place) => typeof value === 'number' && (values[place] ?? 0) >= value)
  return { last: Math.max(values.length - 1, 0), of }
}

const isNumberOrNull = (key: Key): boolean => key === null || (typeof key === 'number' && !Number.isNaN(key))

function placesOf(keys: readonly Key[], order: Order): Places {
  const places = new Map<Comparable, number>()
  for (const key of keys) if (key !== null) places.set(key, 0)
  const values = inOrder([...places.keys()], order)
  let place = 0
  for (let at = 0; at < values.length; at++) {
    const [before, value] = [values[at - 1] ?? null, values[at] ?? null]
    if (before !== null && value !== null && order(before, value) !== 0) place++
    if (value !== null) places.set(value, place)
  }
  return { last: place, of: (value) => places.get(value) ?? 0 }
}

/** Ascending; in place. */
const inOrder = (values: Comparable[], order: Order): readonly Comparable[] =>
  order === byCodePoint && values.every(isPlainText) ? values.sort() : values.sort(order)

/** Text whose units are its characters: the engine's own order of units is that of code points. */
const isPlainText = (value: Comparable): boolean =>
  typeof value === 'string' && !/[\ud800-\udfff]/.test(value)

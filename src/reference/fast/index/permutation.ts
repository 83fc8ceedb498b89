/**
 * Computes the positions of a list of nodes in the order of a sort. Each sort key is replaced by its rank among all
 * keys. Therefore, the sort compares the keys as numbers.
 */
import { firstPlace } from '../../../util/sorted.ts'
import type { Meter } from '../../evaluate/meter.ts'
import { comparisons, type Key, keysOf, TIES } from '../../evaluate/sort.ts'
import type { Graph, Node } from '../../graph/graph.ts'
import { byCodePoint } from '../../plan/column.ts'
import type { SortStep } from '../../plan/plan.ts'
import { type Comparable, compare } from '../../values.ts'
import { everyPosition } from './positions.ts'

/** The order of nodes with equal sort keys: as in the list, or by documentId. */
export type Rest = 'listed' | 'documentId'

/**
 * Computes the positions of nodes in the order of a sort. The function takes as many steps from the budget as a sort
 * of the nodes.
 */
export function permutationOf(
  nodes: readonly Node[],
  steps: readonly SortStep[],
  rest: Rest,
  graph: Graph,
  meter: Meter,
): Uint32Array {
  meter.spend(comparisons(nodes.length, steps.length), 'sort')
  const columns = steps.map((step) => ({ step, keys: nodes.map(keysOf(step, nodes, graph, meter)) }))
  const [only, ...more] = columns
  if (only !== undefined && more.length === 0 && rest === 'listed')
    return isSorted(only) ? everyPosition(nodes.length) : byRank(ranksOf(only))
  const ranks = columns.map(ranksOf)
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

/** The sort keys of the nodes of a list, in the order of the list. */
interface Keyed {
  readonly step: SortStep
  readonly keys: readonly Key[]
}

/** Returns whether the list of nodes is sorted already, like the list of all rows by id. */
function isSorted({ step: { compare: order, descending }, keys }: Keyed): boolean {
  let before = keys[0] ?? null
  for (const key of keys) {
    if (before === null || key === null) return false
    const difference = order(before, key)
    if (descending ? difference < 0 : difference > 0) return false
    before = key
  }
  return true
}

const inList = (a: number, b: number): number => a - b

function byDocument(nodes: readonly Node[]): (a: number, b: number) => number {
  return (a, b) => {
    const [left, right] = [nodes[a], nodes[b]]
    return (left && right ? TIES.documentId(left, right) : 0) || a - b
  }
}

/**
 * Returns the positions of the nodes in the order of their ranks. The rank and the position of each node form one
 * number, so that the sort needs no comparison function.
 */
function byRank(ranks: Uint32Array): Uint32Array {
  const count = Math.max(ranks.length, 1)
  const both = new Float64Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) both[at] = (ranks[at] ?? 0) * count + at
  both.sort()
  const positions = new Uint32Array(ranks.length)
  for (let at = 0; at < ranks.length; at++) positions[at] = (both[at] ?? 0) % count
  return positions
}

/** Returns the rank of each sort key among all keys. Nodes with equal sort keys have the same rank. */
function ranksOf({ keys, step }: Keyed): Uint32Array {
  const { last, at } = placesOf(keys, step.compare)
  const missing = step.nullsFirst ? 0 : last + 2
  const ranks = new Uint32Array(keys.length)
  for (let position = 0; position < keys.length; position++) {
    const found = keys[position] ?? null
    if (found === null) ranks[position] = missing
    else ranks[position] = 1 + (step.descending ? last - at(position) : at(position))
  }
  return ranks
}

/** The indexes of sort keys in the sorted order, counted from 0. */
interface Places {
  readonly last: number
  /** Returns the index in the sorted order for the sort key at a position of the list. */
  readonly at: (position: number) => number
}

type Order = SortStep['compare']

function placesOf(keys: readonly Key[], order: Order): Places {
  if (order === compare && keys.every(isNumberOrNull)) return numericPlaces(keys)
  return areMostlyDistinct(keys, (key) => key) ? placesOfEach(keys, order) : placesInTable(keys, order)
}

const isNumberOrNull = (key: Key): boolean => key === null || (typeof key === 'number' && !Number.isNaN(key))

/** Computes the sorted order of numeric keys. For numeric sort keys, a binary search is faster than a hash table. */
function numericPlaces(keys: readonly Key[]): Places {
  const values = Float64Array.from(keys.filter((key) => typeof key === 'number')).sort()
  const of = (value: Key): number =>
    firstPlace(values.length, (place) => typeof value === 'number' && (values[place] ?? 0) >= value)
  return { last: Math.max(values.length - 1, 0), at: (position) => of(keys[position] ?? null) }
}

/** The number of sort keys in the sample that represents all keys. */
const SAMPLE = 1024

/**
 * Returns whether most sort keys differ, estimated from a sample. The estimate only chooses between methods with the
 * same result.
 */
export function areMostlyDistinct<T>(list: readonly T[], keyOf: (one: T) => Key): boolean {
  const some = list.slice(0, SAMPLE).map(keyOf)
  return 2 * new Set(some).size > some.length
}

/** Computes the sorted order by sorting all positions, because a hash table is not faster if most keys differ. */
function placesOfEach(keys: readonly Key[], order: Order): Places {
  const positions: number[] = []
  for (let position = 0; position < keys.length; position++)
    if (keys[position] !== null) positions.push(position)
  const ordered = comparing(keys, order)
  const difference = (a: number, b: number): number => ordered(keys[a] ?? '', keys[b] ?? '')
  positions.sort(difference)
  const places = new Uint32Array(keys.length)
  let place = 0
  for (let at = 1; at < positions.length; at++) {
    const position = positions[at] ?? 0
    if (difference(positions[at - 1] ?? 0, position) !== 0) place++
    places[position] = place
  }
  return { last: place, at: (position) => places[position] ?? 0 }
}

/** Computes the sorted order by sorting each distinct key once. */
function placesInTable(keys: readonly Key[], order: Order): Places {
  const places = new Map<Comparable, number>()
  for (const key of keys) if (key !== null) places.set(key, 0)
  const values = [...places.keys()]
  const ordered = comparing(values, order)
  // The native order of texts needs no comparison function, which halves the time.
  if (ordered === byUnit) values.sort()
  else values.sort(ordered)
  let place = 0
  for (let at = 0; at < values.length; at++) {
    const [before, value] = [values[at - 1] ?? null, values[at] ?? null]
    if (before !== null && value !== null && ordered(before, value) !== 0) place++
    if (value !== null) places.set(value, place)
  }
  return { last: place, at: (position) => places.get(keys[position] ?? '') ?? 0 }
}

/**
 * Returns the function that compares sort keys. Texts without surrogate pairs compare in the native order, by UTF-16
 * units.
 */
const comparing = (keys: readonly Key[], order: Order): Order =>
  order === byCodePoint && keys.every(isPlainText) ? byUnit : order

function byUnit(a: Comparable, b: Comparable): number {
  if (typeof a !== 'string' || typeof b !== 'string') return 0
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns whether a sort key is missing, or is a text without surrogate pairs. */
const isPlainText = (value: Key): boolean =>
  value === null || (typeof value === 'string' && !/[\ud800-\udfff]/.test(value))

/** Calculates the upper bound for the steps of a request from its URL and the size of the graph. */

import type { Graph } from '../../../src/reference/graph/graph.ts'
import { lengthSteps } from '../../../src/reference/values.ts'
import type { Json } from '../../../src/util/json.ts'

/** The sizes of a graph that determine the cost of an answer. */
export interface GraphSize {
  /** Rows and components. */
  readonly nodes: number
  /** Links between them. */
  readonly links: number
  /** The number of attributes of the largest model, because a star expands to all attributes. */
  readonly attributes: number
  /** The number of steps that the longest value of the graph costs. */
  readonly longest: number
}

export function sizeOf({ tables, schema }: Graph): GraphSize {
  let nodes = 0
  let links = 0
  let longest = 1
  const left = [...tables.values()].flatMap(({ rows }): Counted[] => [...rows])
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    nodes++
    for (const value of Object.values(node.values)) longest = Math.max(longest, 1 + lengthSteps(value))
    for (const refs of Object.values(node.links)) links += refs.length
    for (const parts of Object.values(node.components)) {
      links += parts.length
      left.push(...parts)
    }
  }
  const models = [...schema.contentTypes.values(), ...schema.components.values()]
  return { nodes, links, longest, attributes: Math.max(...models.map(({ attributes }) => attributes.size)) }
}

interface Counted {
  readonly values: Readonly<Record<string, Json>>
  readonly links: Readonly<Record<string, readonly unknown[]>>
  readonly components: Readonly<Record<string, readonly Counted[]>>
}

/**
 * `mostSteps` multiplies the sizes of the request and the graph by this factor. The factor is above 1 because a sort
 * copies links, and because each attribute of a row is written.
 */
const FACTOR = 5
/** The number of characters that a wildcard search examines in one step. */
const CHARACTERS_AT_ONCE = 32

/**
 * Returns the maximum number of steps for a request. Each name, value and list position in a query adds at most one
 * condition, sort key or level. A star adds one condition, sort key or level for each attribute. A condition, sort
 * key or level costs at most one step for each row and link. A sort multiplies these steps by the logarithm.
 */
export function mostSteps(url: string, { nodes, links, attributes, longest }: GraphSize): number {
  const words = url.split(/[^\w$*-]+/).length + Math.ceil(url.length / CHARACTERS_AT_ONCE)
  const all = nodes + links + 1
  return FACTOR * words * attributes * longest * all * Math.ceil(Math.log2(all + 1))
}

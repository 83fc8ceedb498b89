/** How many steps a request may take at the most: the formula of the README, with numbers in it. */

import type { Graph } from '../../../src/reference/graph/graph.ts'
import { lengthSteps } from '../../../src/reference/values.ts'
import type { Json } from '../../../src/util/json.ts'

/** What a graph holds, as far as it makes an answer dear. */
export interface GraphSize {
  /** Rows and components. */
  readonly nodes: number
  /** Links between them. */
  readonly links: number
  /** Attributes of the model that has the most: what a star stands for. */
  readonly attributes: number
  /** Steps that the longest value takes. */
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

/** A node of a sort is kept with its links, and each row of a place is written attribute by attribute. */
const FACTOR = 5
/** A search with wildcards looks at so many characters of its text at once. */
const CHARACTERS_AT_ONCE = 32

/**
 * Every name, value and list position of a query is at the most one condition, one sort key or one place, a star as many
 * as there are attributes: each costs what there is of rows and links, and a sort the logarithm more.
 */
export function mostSteps(url: string, { nodes, links, attributes, longest }: GraphSize): number {
  const words = url.split(/[^\w$*-]+/).length + Math.ceil(url.length / CHARACTERS_AT_ONCE)
  const all = nodes + links + 1
  return FACTOR * words * attributes * longest * all * Math.ceil(Math.log2(all + 1))
}

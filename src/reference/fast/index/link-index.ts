/** The index of a link: all linked nodes of a list of nodes, each with the nodes that link to it. */
import { followStep } from '../../evaluate/follow.ts'
import type { Graph, Node } from '../../graph/graph.ts'
import type { Step } from '../../plan/plan.ts'

export interface LinkIndex {
  /** All linked nodes, each only once. */
  readonly targets: readonly Node[]
  /** Returns the positions of the nodes that link to the node at an index of `targets`, ascending. */
  readonly sourcesOf: (target: number) => Uint32Array
  readonly bytes: number
}

/** Builds the index of a link. The function follows the link from each node, in the same way as a filter. */
export function indexLink(nodes: readonly Node[], step: Step, graph: Graph): LinkIndex {
  const follow = followStep(step, graph)
  const places = new Map<Node, number>()
  const targets: Node[] = []
  const counts: number[] = []
  const pairs: number[] = []
  for (const [at, node] of nodes.entries()) {
    for (const target of follow(node)) {
      const place = places.get(target) ?? targets.push(target) - 1
      places.set(target, place)
      counts[place] = (counts[place] ?? 0) + 1
      pairs.push(place, at)
    }
  }
  const starts = new Uint32Array(targets.length + 1)
  for (const [place, count] of counts.entries()) starts[place + 1] = (starts[place] ?? 0) + count
  const next = starts.slice()
  const sources = new Uint32Array(pairs.length / 2)
  for (let at = 0; at < pairs.length; at += 2) {
    const place = pairs[at] ?? 0
    const to = next[place] ?? 0
    sources[to] = pairs[at + 1] ?? 0
    next[place] = to + 1
  }
  return {
    targets,
    sourcesOf: (target) => sources.subarray(starts[target] ?? 0, starts[target + 1] ?? 0),
    bytes: sources.byteLength + starts.byteLength + 8 * targets.length,
  }
}

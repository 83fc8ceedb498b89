/** The state of a change of a world. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Uid } from '../../reference/schema/schema.ts'

/** A world during a change. */
export interface Workshop {
  graph: Graph
  readonly now: () => string
  /** New rows have ids above this one. */
  readonly highest: (uid: Uid) => number
  isOpen: boolean
}

/** The state of a world while a change of the world is in progress. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { Replica } from '../../writing/ids.ts'

/** The ids that rows of a world have already used, so that new rows get other ids. */
export interface NewIds {
  /** Returns the highest id that any row of a type ever used, including deleted rows; 0 if this id is unknown. */
  readonly highest: (uid: Uid) => number
  /** The position of this server among its replicas, so that no two replicas give the same id to new rows. */
  readonly replica?: Replica | undefined
}

/** The record that no id was used before, so that each new row gets the lowest free id. */
export const ANY_FREE: NewIds = { highest: () => 0 }

/** The state of a world while one change runs: its graph, clock and ids. */
export interface Workshop {
  graph: Graph
  readonly now: () => string
  readonly ids: NewIds
  isOpen: boolean
}

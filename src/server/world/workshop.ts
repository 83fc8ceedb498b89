/** The state of a change of a world. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { Replica } from '../../writing/ids.ts'

/** Decides the ids of new rows. */
export interface NewIds {
  /** The highest id that is used for a type, also by a row that is deleted. */
  readonly highest: (uid: Uid) => number
  /** The position of this server among its replicas, so that no two replicas give the same id. */
  readonly replica?: Replica | undefined
}

/** A new row takes the lowest free id. */
export const ANY_FREE: NewIds = { highest: () => 0 }

/** A world during a change. */
export interface Workshop {
  graph: Graph
  readonly now: () => string
  readonly ids: NewIds
  isOpen: boolean
}

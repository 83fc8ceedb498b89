/** A graph with other permissions. */
import { freeze } from 'immer'
import type { Access, Graph } from '../../reference/graph/graph.ts'
import { setState, stateOf } from './state.ts'

/** The graph with this access. Its files keep the access that they state. */
export function withAccess(graph: Graph, access: Access): Graph {
  const changed = Object.freeze({ ...graph, access: freeze(access, true) })
  setState(changed, stateOf(graph))
  return changed
}

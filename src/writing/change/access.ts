/** Replaces the permissions of a graph. */
import { freeze } from 'immer'
import type { Access, Graph } from '../../reference/graph/graph.ts'
import { setState, stateOf } from './state.ts'

/**
 * Returns a copy of the graph that has the permissions `access`. The source files of the new graph still contain the
 * earlier permissions.
 */
export function withAccess(graph: Graph, access: Access): Graph {
  const changed = Object.freeze({ ...graph, access: freeze(access, true) })
  setState(changed, stateOf(graph))
  return changed
}

/** The state of a writable world: its graph, the ids that it generates next, and its clock. */
import type { Graph } from '../reference/graph/graph.ts'
import { latestInstant } from '../reference/graph/latest.ts'
import { firstIds, type Replica } from './ids.ts'
import type { WritingState } from './writer.ts'

export interface StateOptions {
  /** The seed from which documentIds are generated; different seeds give different documentIds. */
  readonly seed?: string
  readonly replica?: Replica | undefined
  /** The time of the first write, in milliseconds; by default one second after the latest time in the graph. */
  readonly time?: number
}

/**
 * Makes the initial state of a world from a graph. The state depends only on the arguments, so that the same writes
 * always give the same world.
 */
export const firstState = (graph: Graph, { seed = '', replica, time }: StateOptions = {}): WritingState => ({
  graph,
  ids: firstIds(graph, seed, replica),
  time: time ?? Date.parse(latestInstant(graph)),
})

/** Returns a state with another graph. The new state never generates an id that the old state has already used. */
export function withGraph(state: WritingState, graph: Graph): WritingState {
  if (state.graph === graph) return state
  const found = firstIds(graph, state.ids.seed)
  const highest = new Map(found.highest)
  for (const [uid, id] of state.ids.highest) if (id > (highest.get(uid) ?? 0)) highest.set(uid, id)
  return { graph, ids: { ...state.ids, highest }, time: state.time }
}

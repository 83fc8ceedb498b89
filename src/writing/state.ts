/** A world that can be written to: a graph, the ids that come next, and the time. */
import type { Graph } from '../reference/graph/graph.ts'
import { latestInstant } from '../reference/graph/latest.ts'
import { firstIds } from './ids.ts'
import type { WritingState } from './writer.ts'

export interface StateOptions {
  /** Texts that begin otherwise make other documentIds. */
  readonly seed?: string
  /** The instant of the first write, in milliseconds; one second after the latest of the graph where it is left out. */
  readonly time?: number
}

/** The state that a graph begins with: equal graphs have equal ones, so that the same writes make the same world. */
export const firstState = (graph: Graph, { seed = '', time }: StateOptions = {}): WritingState => ({
  graph,
  ids: firstIds(graph, seed),
  time: time ?? Date.parse(latestInstant(graph)),
})

/** The state with another graph: what was given is not given again. */
export function withGraph(state: WritingState, graph: Graph): WritingState {
  if (state.graph === graph) return state
  const found = firstIds(graph, state.ids.seed)
  const highest = new Map(found.highest)
  for (const [uid, id] of state.ids.highest) if (id > (highest.get(uid) ?? 0)) highest.set(uid, id)
  return { graph, ids: { ...state.ids, highest }, time: state.time }
}

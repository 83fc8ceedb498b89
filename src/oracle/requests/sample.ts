/** Samples generated requests. This file names no type of fast-check, so programs without fast-check can import it. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { soundRequests } from './requests.ts'

/** Returns `runs` requests without a mistake. The same seed gives the same requests. */
export const sampleRequests = (graph: Graph, runs: number, seed: number): readonly ApiRequest[] =>
  fc.sample(soundRequests(graph), { numRuns: runs, seed })

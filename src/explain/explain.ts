/** Explains requests over one graph. */
import type { ApiOptions, ApiRequest } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { Explanation, Otherwise, Why } from './explanation.ts'

export interface ExplainOptions extends ApiOptions {
  /** Tells of what the role that asks may not know of: private attributes by name, rows of types that it may not find. */
  readonly developer?: boolean
}

export interface Explainer {
  /** Never throws, never changes the graph. What is told, the role that asks may know, unless `developer` is set. */
  readonly explain: (request: ApiRequest) => Explanation
  /** Why a path of the answer (`data.0.author.email`) is there or not. */
  readonly why: (request: ApiRequest, path: string) => Why
  /** What other profiles answer: each departure that this one does not have, or has, and that makes a difference. */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
}

/** @throws ProfileError for an unknown profile or quirk. */
export declare function createExplainer(graph: Graph, options?: ExplainOptions): Explainer

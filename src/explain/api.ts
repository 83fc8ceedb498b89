/** A content API that can also explain its answers. */
import type { ApiOptions, ApiRequest, ContentApi } from '../reference/api.ts'
import type { CodeRun } from './code/run.ts'
import { createExplainer, type Explainer } from './explain.ts'
import type { Explanation, Otherwise, Why } from './explanation.ts'

/**
 * The audience of an explanation. By default, an explanation names only data that the role of the request may see.
 * For a developer, an explanation may name all data.
 */
export interface ExplainAudience {
  readonly developer?: boolean
}

export interface ExplainedApi extends ContentApi {
  /**
   * Explains an answer: how the rows of each part were selected, and the first reason why an attribute or a row is
   * absent. Never throws.
   */
  readonly explain: (request: ApiRequest, audience?: ExplainAudience, run?: CodeRun) => Explanation
  /** Explains why a path of an answer, such as `data.0.author.email`, exists or is missing. Never throws. */
  readonly why: (request: ApiRequest, path: string, audience?: ExplainAudience, run?: CodeRun) => Why
  /**
   * Answers the request under the profile of each other database, and with each departure switched, and returns the
   * answers that differ. Never throws.
   */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
}

/**
 * Adds the methods `explain`, `why` and `otherwise` to a content API. Pass as `options` the options with which you
 * created the API.
 */
export function withExplanations(api: ContentApi, options: ApiOptions): ExplainedApi {
  const made = new Map<boolean, Explainer>()
  const explainer = ({ developer = false }: ExplainAudience = {}): Explainer => {
    const before = made.get(developer)
    if (before !== undefined) return before
    // Removes the observers `cite` and `spent` from the options. The removed observers must observe the answers to
    // callers, but not the evaluations of the explainer.
    const { cite: _cite, spent: _spent, ...others } = options
    const one = createExplainer(api.graph, { ...others, developer })
    made.set(developer, one)
    return one
  }
  return {
    ...api,
    explain: (request, audience, run) => explainer(audience).explain(request, run),
    why: (request, path, audience, run) => explainer(audience).why(request, path, run),
    otherwise: (request) => explainer().otherwise(request),
  }
}

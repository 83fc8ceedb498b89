/** A content API that explains its answers. */
import type { ApiOptions, ApiRequest, ContentApi } from '../reference/api.ts'
import { createExplainer, type Explainer } from './explain.ts'
import type { Explanation, Otherwise, Why } from './explanation.ts'

/** What a role may not know is told only where it is asked for. */
export interface ToldTo {
  readonly developer?: boolean
}

export interface ExplainedApi extends ContentApi {
  /** Why an answer is as it is: where its rows come from, and for everything absent the first reason. Never throws. */
  readonly explain: (request: ApiRequest, told?: ToldTo) => Explanation
  /** Why one path of an answer, such as `data.0.author.email`, is there or not. Never throws. */
  readonly why: (request: ApiRequest, path: string, told?: ToldTo) => Why
  /** What servers of other profiles answer to the same request. Never throws. */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
}

/** An API of the same options that also explains its answers. */
export function withExplanations(api: ContentApi, options: ApiOptions): ExplainedApi {
  const made = new Map<boolean, Explainer>()
  const explainer = ({ developer = false }: ToldTo = {}): Explainer => {
    const before = made.get(developer)
    if (before !== undefined) return before
    // An observer hears of answers, not of explanations.
    const { cite: _cite, spent: _spent, ...others } = options
    const one = createExplainer(api.graph, { ...others, developer })
    made.set(developer, one)
    return one
  }
  return {
    ...api,
    explain: (request, told) => explainer(told).explain(request),
    why: (request, path, told) => explainer(told).why(request, path),
    otherwise: (request) => explainer().otherwise(request),
  }
}

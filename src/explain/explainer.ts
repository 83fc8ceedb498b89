/** The types of an explainer, which explains requests to one graph. */
import type { ApiRequest } from '../reference/api.ts'
import type { Refusal } from '../reference/refusal.ts'
import type { RuleId } from '../reference/rules.ts'
import type { CodeRun } from './code/run.ts'
import type { Explanation, KeptBack, Otherwise, Why } from './explanation.ts'

export interface Explainer {
  /**
   * Explains the answer to a request. Never throws an error and never changes the graph. The explanation names only
   * data that the role may see, unless the option `developer` is true. If `run` is set, the function explains the
   * answer that the caller received after the project's own code ran. If `run` is set, the proposed requests are in
   * `toTry`, because no run has verified these requests; see `explainVerified`.
   */
  readonly explain: (request: ApiRequest, run?: CodeRun) => Explanation
  /** Explains why a path of the answer (`data.0.author.email`) exists or is missing. */
  readonly why: (request: ApiRequest, path: string, run?: CodeRun) => Why
  /** Explains why the answer hides the row with this id; null if the answer shows the row, or if no row has this id. */
  readonly row: (request: ApiRequest, id: number) => KeptBack | null
  /**
   * Returns the refusals for all faults of a refused query; empty for an accepted query. The first refusal in the
   * list is the refusal that the answer reports.
   */
  readonly faults: (request: ApiRequest) => readonly Refusal[]
  /**
   * Returns the sort rules that a list of entries in the order of `ids` breaks; see `disorderOf`.
   */
  readonly disorder: (request: ApiRequest, ids: readonly number[]) => readonly RuleId[]
  /**
   * Returns the answers of other profiles that differ from the answer of this explainer's profile. Each returned
   * answer names the departure that causes the difference. If the project's own code changed the request, pass the
   * request that the content API received: `requestAfter(request, effect)`.
   */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
  /**
   * Works like `otherwise`, but the generator pauses after each profile, so that a server can answer other requests
   * in between.
   */
  readonly otherwiseInTurns: (request: ApiRequest) => Generator<undefined, readonly Otherwise[], undefined>
}

/** Explains answers of the content API without the project's own code. */
export interface PlainExplainer extends Omit<Explainer, 'explain' | 'why'> {
  readonly explain: (request: ApiRequest) => Explanation
  readonly why: (request: ApiRequest, path: string) => Why
}

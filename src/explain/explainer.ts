/** The types of an explainer, which explains requests to one graph. */
import type { ApiRequest } from '../reference/api.ts'
import type { Refusal } from '../reference/refusal.ts'
import type { RuleId } from '../reference/rules.ts'
import type { CodeRun } from './code/run.ts'
import type { Explanation, KeptBack, Otherwise, Why } from './explanation.ts'

export interface Explainer {
  /**
   * Never throws and never changes the graph. Names only data that the role may see, unless `developer` is set. With
   * `run`, explains the answer that the project's own code gave to the caller. With `run`, the proposals are in
   * `toTry`; see `explainVerified`.
   */
  readonly explain: (request: ApiRequest, run?: CodeRun) => Explanation
  /** Explains why a path of the answer (`data.0.author.email`) is there or not. */
  readonly why: (request: ApiRequest, path: string, run?: CodeRun) => Why
  /** Explains why the answer hides the row with this id; null if it shows the row or no such row exists. */
  readonly row: (request: ApiRequest, id: number) => KeptBack | null
  /**
   * Returns the refusals for all faults of a refused query, first that of the answer; empty if the query is not
   * refused.
   */
  readonly faults: (request: ApiRequest) => readonly Refusal[]
  /** Returns the sort rules that the order of these entries breaks; see `disorderOf`. */
  readonly disorder: (request: ApiRequest, ids: readonly number[]) => readonly RuleId[]
  /**
   * Returns the answers of other profiles that differ, and the departure that causes each difference. If a project's
   * own code changed the request, pass the request that the content API received: `requestAfter(request, effect)`.
   */
  readonly otherwise: (request: ApiRequest) => readonly Otherwise[]
  /** Works like `otherwise`, but yields between two profiles so that a server can answer other requests. */
  readonly otherwiseInTurns: (request: ApiRequest) => Generator<undefined, readonly Otherwise[], undefined>
}

/** Explains answers of the content API without a project's own code. */
export interface PlainExplainer extends Omit<Explainer, 'explain' | 'why'> {
  readonly explain: (request: ApiRequest) => Explanation
  readonly why: (request: ApiRequest, path: string) => Why
}

/**
 * `populace/core`: the reference implementation for every JavaScript runtime. Everything that this file does not
 * export is internal.
 */

import { type ExplainedApi, withExplanations } from './explain/index.ts'
import { type ApiOptions, createReferenceApi } from './reference/api.ts'
import type { Graph } from './reference/graph/graph.ts'
import { profile } from './reference/strapi/profile.ts'
import { bodyOf } from './semantics/answer.ts'

export type * from './explain/explanation.ts'
export {
  createExplainer,
  type ExplainedApi,
  type Explainer,
  type ExplainOptions,
  explanationText,
  otherwiseText,
  whyText,
} from './explain/index.ts'
export type { ApiOptions, ApiRequest, ApiResponse, ContentApi } from './reference/api.ts'
export type { Failure } from './reference/failure.ts'
export { fetchHandler } from './reference/fetch.ts'
export type { Graph, Row, Table } from './reference/graph/graph.ts'
export { buildGraph } from './reference/load/build.ts'
export type { DatasetFiles } from './reference/load/files/files.ts'
export type { QuerySyntax } from './reference/parse/syntax.ts'
export type { QueryPlan } from './reference/plan/plan.ts'
export { type Cite, RULES, type Rule, type RuleId, type Source, sourceText } from './reference/rules.ts'
export { DatasetError, type Fault, formatFault } from './reference/schema/fault.ts'
export type { Attribute, Component, ContentType, Schema } from './reference/schema/schema.ts'
export { CHANGES, type Change, type ChangeId, type Departure } from './reference/strapi/changes.ts'
export type { Decision } from './reference/strapi/databases/database.ts'
export type { DatabaseName } from './reference/strapi/databases/databases.ts'
export {
  type Profile,
  ProfileError,
  type ProfileName,
  type ProfileOptions,
  profile,
} from './reference/strapi/profile.ts'
export { QUIRKS, type Quirk, type QuirkId, type QuirkKind } from './reference/strapi/quirks.ts'
export type { Json } from './util/json.ts'
export { type EditableDataset, editGraph } from './writing/edit/edit.ts'

export interface ContentApiOptions extends ApiOptions {
  /**
   * The evaluator of valid reads. The default `plan` plans each query, and uses indexes, caches and limits. The value
   * `semantics` selects the plain evaluator of `src/semantics`. The plain evaluator gives the same answers as `plan`,
   * but tests every row and has no limits. The evaluator `semantics` has only the profile `documented`, and does not
   * accept the options `cite`, `spent`, `beforeFind` and `budget`.
   */
  readonly evaluator?: 'plan' | 'semantics'
}

/**
 * Creates a content API that answers requests from a graph.
 * @throws ProfileError for an unknown profile or quirk.
 * @throws TypeError for an option that the evaluator `semantics` does not take.
 */
export function createContentApi(graph: Graph, given: ContentApiOptions = {}): ExplainedApi {
  const { evaluator = 'plan', ...options } = given
  if (evaluator === 'semantics') refuseUnknown(options)
  const api = createReferenceApi(graph, options, evaluator === 'semantics' ? bodyOf : undefined)
  return withExplanations(api, options)
}

const NOT_FOR_SEMANTICS = ['cite', 'spent', 'beforeFind', 'budget'] as const

/**
 * Throws a TypeError for an option that has no effect with the evaluator `semantics`. The evaluator `semantics` has
 * no departures, counts no steps and cites no rules.
 */
function refuseUnknown(options: ApiOptions): void {
  const { name } = profile(options.profile)
  if (name !== 'documented')
    throw new TypeError(`The evaluator semantics answers by the profile documented only, found ${name}`)
  const option = NOT_FOR_SEMANTICS.find((one) => options[one] !== undefined)
  if (option !== undefined)
    throw new TypeError(`The evaluator \`semantics\` does not accept the option ${option}`)
}

/** `populace/core`: the reference for every JavaScript runtime. Whatever this file does not export is internal. */

import { type ExplainedApi, withExplanations } from './explain/index.ts'
import { type ApiOptions, createReferenceApi } from './reference/api.ts'
import type { Graph } from './reference/graph/graph.ts'

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

/**
 * A content API over a graph.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function createContentApi(graph: Graph, options: ApiOptions = {}): ExplainedApi {
  return withExplanations(createReferenceApi(graph, options), options)
}

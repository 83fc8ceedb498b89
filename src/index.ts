/** The public API. Everything else is an implementation detail. */
export {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  createContentApi,
} from './api.ts'
export { buildGraph } from './graph/build.ts'
export { type EditableDataset, editGraph } from './graph/edit.ts'
export type { DatasetFiles } from './graph/files.ts'
export type { Graph, Row, Table } from './graph/graph.ts'
export { loadDataset } from './graph/load.ts'
export { fetchHandler } from './http/fetch.ts'
export { type RequestLog, type Running, type ServeOptions, serve } from './http/serve.ts'
export type { QuerySyntax } from './parse/syntax.ts'
export type { QueryPlan } from './plan/plan.ts'
export {
  type Profile,
  ProfileError,
  type ProfileName,
  type ProfileOptions,
  profile,
} from './profile/profile.ts'
export { QUIRKS, type Quirk, type QuirkId, type QuirkKind } from './profile/quirks.ts'
export { type Cite, RULES, type Rule, type RuleId } from './rules.ts'
export { DatasetError, type Fault, formatFault } from './schema/fault.ts'
export type { Attribute, Component, ContentType, Json, Schema } from './schema/schema.ts'

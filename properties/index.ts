/**
 * The package entry `populace/properties`: generators of schemas, datasets and requests, and the laws for any server.
 */

export { type Answer, answerOf, type ReadRequest } from '../src/semantics/answer.ts'
export { anyRequests, brokenRequestsFor } from './arbitraries/broken.ts'
export {
  NOTATIONS,
  type Notation,
  printQuery,
  type QueryObject,
  type QueryTree,
} from './arbitraries/print.ts'
export { printSyntax } from './arbitraries/print-syntax.ts'
export {
  type Ask,
  type AskSeed,
  asksFor,
  readOf,
  requestOf,
  requestsFor,
  seeds,
} from './arbitraries/request.ts'
export { type SchemaFiles, schemaFiles } from './arbitraries/schema.ts'
export {
  PARAMETERS,
  type ParameterName,
  REQUEST_SETTINGS,
  type RequestSettings,
  WORLD_SETTINGS,
  type WorldSettings,
  type WorldSize,
} from './arbitraries/settings.ts'
export { type World, worlds, worldsOf } from './arbitraries/world.ts'
export { type Counts, checkLaw, type LawVerdict, type Runs } from './check/law.ts'
export { asProperty, exampleOf, type PropertySettings } from './check/property.ts'
export { curlOf, type Failure, report } from './check/report.ts'
export { checkServer, type ServerReport, type ServerSettings, UnfitServerError } from './check/server.ts'
export type { LawSettings } from './check/settings.ts'
export { check } from './check/worlds.ts'
export {
  type Experiment,
  type ExperimentInput,
  type Law,
  type LiveLaw,
  law,
  type OwnLaw,
  type Reply,
  type WorldLaw,
} from './laws/law.ts'
export { LAWS, liveLaws } from './laws/laws.ts'
export { mediaUrls } from './laws/values.ts'
export {
  type SentRequest,
  type Server,
  type ServerOptions,
  type ServerOrigin,
  serverAt,
  UnreachableError,
  UnsentError,
} from './server.ts'
export { removeWritten, type WriteCommandSettings, writeCommands } from './writes/commands.ts'
export {
  type WrittenDocument,
  type WrittenDocuments,
  type WrittenVersion,
  writtenDocuments,
} from './writes/documents.ts'
export type { WriteCommand, WriteTarget } from './writes/target.ts'

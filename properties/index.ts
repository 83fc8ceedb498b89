/**
 * The package entry `populace/properties`: generators of schemas, datasets and requests, and the laws for any
 * server.
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
export { type Ask, asksFor, readOf, requestOf, requestsFor } from './arbitraries/request.ts'
export { type SchemaFiles, schemaFiles } from './arbitraries/schema.ts'
export {
  REQUEST_SETTINGS,
  type RequestSettings,
  WORLD_SETTINGS,
  type WorldSettings,
} from './arbitraries/settings.ts'
export { type World, worlds, worldsOf } from './arbitraries/world.ts'
export { check, checkServer, curlOf, type Failure, type Runs, report } from './check.ts'
export type { Experiment, Law, LiveLaw, Reply, WorldLaw } from './laws/law.ts'
export { LAWS, liveLaws } from './laws/laws.ts'
export { type Server, serverAt } from './server.ts'

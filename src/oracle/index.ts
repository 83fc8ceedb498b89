/**
 * The entry point `populace/oracle`, which finds the answers of a server that differ from the reference's answers.
 * Names that this file does not export are implementation details.
 */

export { headersOf } from '../util/url/headers.ts'
export { type AnsweredRecord, answeredSuite } from './answered-suite.ts'
export type { CaseLine } from './causes/case-lines.ts'
export type { Cause } from './causes/cause.ts'
export type { Example, Origin } from './causes/example.ts'
export {
  type KnownFailure,
  KnownFailuresError,
  readKnownFailures,
  type WrittenFailures,
  writeKnownFailures,
} from './causes/known-failures.ts'
export {
  type LastRun,
  lastRunOf,
  type Passed,
  readLastRun,
  type Since,
  withoutPassed,
  writeLastRun,
} from './causes/last-run.ts'
export type { Counts, MatrixColumn, MatrixRow } from './causes/matrix.ts'
export type { LawLine } from './causes/results.ts'
export type { Switch } from './causes/switches.ts'
export { check, checkTarget } from './check.ts'
export type { Difference } from './compare/difference.ts'
export type { ErrorMode, IdMode, TimeMode } from './compare/equality.ts'
export type { Choice, Shard } from './parts/choice.ts'
export type { Budget, CheckOptions, Progress } from './parts/options.ts'
export type { WritePlan } from './parts/writes/write-plan.ts'
export { freeze } from './report/freeze.ts'
export { withHistory } from './report/history.ts'
export { MergeError, mergeReports } from './report/merge.ts'
export { exitStatus, type Report, type Verdict } from './report/report.ts'
export { terminalReport } from './report/terminal.ts'
export { type Unstarted, unstartedReport } from './report/unstarted.ts'
export { FORMAT_NAMES, type Format, isFormat, writeReport } from './report/write.ts'
export { GENERATES, type Generate } from './requests/kinds.ts'
export { sampleRequests } from './requests/sample.ts'
export type { Check, Expectation, Expected, Level, SuiteCase, SuiteRequest } from './suite/case.ts'
export { readCases } from './suite/case-file.ts'
export { checkCase } from './suite/compare.ts'
export { type DatasetName, datasetName } from './suite/dataset-name.ts'
export { TemplateError } from './suite/fill.ts'
export { requestOf } from './suite/request.ts'
export type { SessionStep as Step, WriteSession } from './suite/session.ts'
export { loadSessions } from './suite/sessions.ts'
export { datasetFolder, loadSuite } from './suite/suite.ts'
export { commandTarget } from './target/command.ts'
export { httpTarget } from './target/http.ts'
export { withPublicAccess } from './target/public-access.ts'
export { type Reload, reloader } from './target/recovery/reload.ts'
export { type Restarter, restarter } from './target/recovery/restart.ts'
export { type AnyServer, type Server, serverTarget } from './target/server.ts'
export type { Answer, Answered, Failure, FailureKind, Outcome, Target, WireRequest } from './target/target.ts'
export { tokensOf } from './target/tokens.ts'
export type { Tokens } from './target/wire.ts'

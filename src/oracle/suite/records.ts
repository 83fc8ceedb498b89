/** Writes the suite as records for test runners in any language. Each record is one JSON value. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { readFolder } from '../../reference/load/files/folder.ts'
import { RULES, type RuleId, sourceText } from '../../reference/rules.ts'
import { splitTarget } from '../../util/url/target.ts'
import { WRITE_RULES, type WriteRuleId } from '../../writing/rules.ts'
import { isHttpMethod, onWire } from '../target/wire.ts'
import type { SuiteCase, SuiteRequest } from './case.ts'
import type { WriteSession } from './session.ts'
import { datasetFolder } from './suite.ts'

/** The version of the format of the records. The version increases with each incompatible change. */
export const SUITE_VERSION = 1

/**
 * The edition of the suite, which increases with each change of the cases or sessions. `fixtures/CHANGELOG.md` lists
 * the changes.
 */
export const SUITE_EDITION = 9

export type SuiteRecord =
  | {
      readonly record: 'suite'
      readonly version: number
      readonly edition: number
      readonly datasets: number
      readonly cases: number
      readonly sessions: number
    }
  | { readonly record: 'dataset'; readonly name: string; readonly files: DatasetFiles }
  | {
      readonly record: 'rule'
      readonly id: RuleId | WriteRuleId
      readonly says: string
      readonly source: string
    }
  | ({ readonly record: 'case' } & SuiteCase)
  | ({ readonly record: 'session' } & WriteSession)

/**
 * Yields the records of the suite: a summary, then every dataset with all its files, and then the rules, the cases and
 * the write sessions. Omits each case whose method many HTTP servers refuse before they read the request.
 */
export function* suiteRecords(
  all: readonly SuiteCase[],
  sessions: readonly WriteSession[] = [],
  folderOf: (dataset: string) => string = datasetFolder,
): Generator<SuiteRecord> {
  const cases = all.filter(({ request }) => isHttpMethod(request))
  const datasets = [...new Set([...cases, ...sessions].map((one) => one.dataset))].sort()
  yield {
    record: 'suite',
    version: SUITE_VERSION,
    edition: SUITE_EDITION,
    datasets: datasets.length,
    cases: cases.length,
    sessions: sessions.length,
  }
  for (const name of datasets) yield { record: 'dataset', name, files: readFolder(folderOf(name)).files }
  for (const id of ruleIds(cases)) {
    const { says, source } = RULES[id]
    yield { record: 'rule', id, says, source: sourceText(source) }
  }
  for (const id of ruleIds(sessions)) {
    const { says } = WRITE_RULES[id]
    yield { record: 'rule', id, says, source: writeSource(id, sessions) }
  }
  for (const one of cases) yield { record: 'case', ...one, request: wired(one.request) }
  for (const one of sessions) yield { record: 'session', ...one }
}

/**
 * The characters that must be percent-encoded in the query of a case's URL. If the path of a case needs one of these
 * characters, the case file already contains the encoded form.
 */
const UNSAFE = /["<>\\^`{|}]/g

/**
 * Returns the request of a suite case with its URL in the form that clients send: percent-encoded and without a
 * fragment.
 */
function wired(request: SuiteRequest): SuiteRequest {
  const { path, search } = splitTarget(onWire(request).url)
  return { ...request, url: search === '' ? path : `${path}?${search.replace(UNSAFE, encodeURIComponent)}` }
}

const ruleIds = <Id extends string>(all: readonly { readonly rules: readonly Id[] }[]): readonly Id[] =>
  [...new Set(all.flatMap(({ rules }) => rules))].sort()

/**
 * Returns the ids of the recordings that show a rule of writing. If no recording shows the rule, returns the ids of
 * the write sessions that show it.
 */
function writeSource(id: WriteRuleId, sessions: readonly WriteSession[]): string {
  const { shown } = WRITE_RULES[id]
  const own = sessions.filter(({ rules }) => rules.includes(id)).map((one) => one.id)
  return shown.length > 0 ? `recordings: ${shown.join(', ')}` : `cases: ${own.join(', ')}`
}

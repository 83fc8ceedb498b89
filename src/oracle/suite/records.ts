/** The suite as records, one JSON value a line, for runners in any language. */

import type { DatasetFiles } from '../../reference/graph/files.ts'
import { readFolder } from '../../reference/graph/folder.ts'
import { RULES, type RuleId, sourceText } from '../../reference/rules.ts'
import type { SuiteCase } from './case.ts'
import { datasetFolder } from './suite.ts'

/** Counts up when a reader of the records would have to change. */
export const SUITE_VERSION = 1

/** Counts up with each change of the cases; `fixtures/CHANGELOG.md` says what changed. */
export const SUITE_EDITION = 3

export type SuiteRecord =
  | {
      readonly record: 'suite'
      readonly version: number
      readonly edition: number
      readonly datasets: number
      readonly cases: number
    }
  | { readonly record: 'dataset'; readonly name: string; readonly files: DatasetFiles }
  | { readonly record: 'rule'; readonly id: RuleId; readonly says: string; readonly source: string }
  | ({ readonly record: 'case' } & SuiteCase)

/** What is in the suite, then every dataset with all its files, then the rules, then the cases. */
export function* suiteRecords(
  cases: readonly SuiteCase[],
  folderOf: (dataset: string) => string = datasetFolder,
): Generator<SuiteRecord> {
  const datasets = [...new Set(cases.map((one) => one.dataset))].sort()
  yield {
    record: 'suite',
    version: SUITE_VERSION,
    edition: SUITE_EDITION,
    datasets: datasets.length,
    cases: cases.length,
  }
  for (const name of datasets) yield { record: 'dataset', name, files: readFolder(folderOf(name)).files }
  for (const id of ruleIds(cases)) {
    const { says, source } = RULES[id]
    yield { record: 'rule', id, says, source: sourceText(source) }
  }
  for (const one of cases) yield { record: 'case', ...one }
}

const ruleIds = (cases: readonly SuiteCase[]): readonly RuleId[] =>
  [...new Set(cases.flatMap(({ rules }) => rules))].sort()

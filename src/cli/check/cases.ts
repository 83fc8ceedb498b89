/** Selects the cases of a check: the cases of the suite, and the cases in the user's files. */
import { basename } from 'node:path'
import {
  type CheckOptions,
  type DatasetName,
  loadSuite,
  readCases,
  type SuiteCase,
} from '../../oracle/index.ts'

/**
 * Returns the cases to run: the suite if `runsSuite` is true, and the cases in `files` for the checked dataset. Without
 * the suite, the check also omits the write sessions.
 * @throws TemplateError for an unusable file; RangeError for a file without a case for the dataset.
 */
export function casesOf(
  files: readonly string[],
  { name }: DatasetName,
  runsSuite: boolean,
): Pick<CheckOptions, 'suite' | 'sessions'> {
  const own = files.flatMap((file) => casesAbout(name, file))
  if (own.length === 0) return runsSuite ? {} : { suite: false }
  return runsSuite ? { suite: [...loadSuite(), ...own] } : { suite: own, sessions: [] }
}

function casesAbout(dataset: string, file: string): readonly SuiteCase[] {
  const all = readCases(file)
  const about = all.filter((one) => one.dataset === dataset)
  if (about.length > 0) return about
  if (all.length === 0) throw new RangeError(`${basename(file)} has no cases`)
  const others = [...new Set(all.map((one) => one.dataset))].join(', ')
  throw new RangeError(
    `${basename(file)} has no case about the dataset "${dataset}"; its cases are about: ${others}`,
  )
}

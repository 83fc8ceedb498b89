/** Makes the report of a run that could not start, so that every report format contains the reason. */

import { matrixOf, totalOf } from '../causes/matrix.ts'
import { NO_RESULTS } from '../causes/results.ts'
import type { Report } from './report.ts'

/** The facts that a report contains about a run that could not start. */
export interface Unstarted {
  /** The URL or command line of the target. */
  readonly target: string
  readonly dataset: string
  readonly profile: string
  readonly seed: number
  readonly settings: Report['settings']
  /** The reason why the run could not start. */
  readonly says: string
}

/** Returns a report with the verdict `broken`, whose only notice is the reason `says`. */
export function unstartedReport({ says, ...known }: Unstarted): Report {
  const matrix = matrixOf(NO_RESULTS, [], [])
  return {
    version: 1,
    ...known,
    verdict: 'broken',
    failOn: 'MAY',
    sent: 0,
    counts: totalOf(matrix),
    matrix,
    causes: [],
    cases: [],
    laws: [],
    unexpectedPasses: [],
    unjudgedKnown: [],
    tokens: [],
    headers: [],
    flaky: undefined,
    since: undefined,
    passedReplays: [],
    notices: [says],
    serve: '',
    milliseconds: 0,
  }
}

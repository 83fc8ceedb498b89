/**
 * What the tests of the oracle check against: the guide dataset, and the cases of it, which the reference itself passes:
 * `test/conformance.test.ts` says so of each.
 */

import { checkCase, loadSuite, requestOf, type SuiteCase } from '../../src/oracle/index.ts'
import { answered } from '../../src/oracle/target/target.ts'
import { type ApiRequest, type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'

export const graph = graphOf('guide')
export const api = createReferenceApi(graph)
export const suite = loadSuite().filter((one) => one.dataset === 'guide' && one.profile === undefined)

export function isPassed(one: SuiteCase, answer: (request: ApiRequest) => ApiResponse): boolean {
  const { status, headers, body } = answer(requestOf(one))
  return checkCase(one, answered(status, body, headers).answer) === null
}

/** A part of the suite, for what needs no more than some of every kind: every fifth case. */
export const some = suite.filter((_one, at) => at % 5 === 0)

/**
 * For whoever answers, or ends by itself: never waited for in full, however busy the machine is. Whoever does hang is
 * given up by the time limit of the tests.
 */
export const PATIENT = { timeout: 60_000 } as const

/** How many requests are generated; `POPULACE_RUNS` for a long run. */
export const RUNS = Number(process.env.POPULACE_RUNS ?? 120)

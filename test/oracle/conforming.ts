/**
 * The conforming server of the oracle's tests: the reference over the guide dataset, and the cases about this dataset.
 * The reference passes all cases about the guide dataset, as `test/conformance.test.ts` verifies.
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

/** A sample of the suite for tests that need every kind of suite case: every fifth case. */
export const some = suite.filter((_one, at) => at % 5 === 0)

/**
 * The options with a long timeout for targets that answer or end by themselves, so that a busy machine cannot cause a
 * test failure. If a target hangs, the time limit of the test ends it.
 */
export const PATIENT = { timeout: 60_000 } as const

/** The number of generated requests in a check. `POPULACE_RUNS` sets another number of generated requests. */
export const RUNS = Number(process.env.POPULACE_RUNS ?? 120)

/**
 * The options of a check that compares ids and instants exactly, shrinks no requests of causes, and generates no
 * requests.
 */
export const EXACT = { graph, runs: 0, ids: 'exact', times: 'exact', causes: 0, ...PATIENT } as const

/**
 * Returns the options of a check of the suite cases whose ids match a pattern. The check maps ids and compares
 * instants only by shape.
 */
export const ofCases = (ids: RegExp) => ({
  ...EXACT,
  ids: 'mapped' as const,
  times: 'shape' as const,
  suite: suite.filter(({ id }) => ids.test(id)),
})

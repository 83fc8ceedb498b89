/**
 * What the tests of the oracle check against: the guide dataset, and the cases that the reference itself
 * passes.
 */

import { checkCase, loadSuite, requestOf, type SuiteCase } from '../../src/oracle/index.ts'
import { answered } from '../../src/oracle/target/target.ts'
import { createContentApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'

export const graph = graphOf('guide')
export const api = createContentApi(graph)
export const suite = loadSuite().filter(
  (one) => one.dataset === 'guide' && one.profile === undefined && isPassed(one),
)

function isPassed(one: SuiteCase): boolean {
  const { status, headers, body } = api.answer(requestOf(one))
  return checkCase(one, answered(status, body, headers).answer) === null
}

/** How many requests are generated; `POPULACE_RUNS` for a long run. */
export const RUNS = Number(process.env.POPULACE_RUNS ?? 250)

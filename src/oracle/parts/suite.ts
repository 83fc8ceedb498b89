/** The suite against a target: every case of the dataset that the target has loaded. */

import { featureOfCase } from '../causes/features.ts'
import type { CaseResult } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import {
  type Asked,
  askAll,
  compareTo,
  failureDifference,
  inOwnNames,
  type Session,
} from '../exchange/session.ts'
import type { SuiteCase } from '../suite/case.ts'
import { checkCase } from '../suite/compare.ts'
import { requestOf } from '../suite/request.ts'
import { type Run, tell } from './run.ts'

/** Runs the cases in their order; with `bail` none after the first batch in which one failed. */
export async function runSuite(run: Run): Promise<readonly CaseResult[]> {
  const { session, settings, coverage } = run
  const { cases, concurrency, bail } = settings
  const results: CaseResult[] = []
  const hand = (asked: Asked, at: number): void => {
    const suiteCase = cases[at]
    if (suiteCase === undefined) return
    const result = judgeCase(run, suiteCase, asked)
    if (asked.kind === 'asked') coverage.count(asked.referenced.rules, result.kind === 'failed')
    results.push(result)
    tell(run, 'suite', results.length, cases.length)
  }
  await askAll(session, cases.map(requestOf), concurrency, hand, () => bail && coverage.differing() > 0)
  return results
}

function judgeCase({ session, exampleOf, sight }: Run, suiteCase: SuiteCase, asked: Asked): CaseResult {
  if (asked.kind === 'skipped') return { kind: 'skipped', suiteCase, why: asked.why }
  const difference = caseDifference(session, suiteCase, asked)
  if (difference === null) return { kind: 'passed', suiteCase }
  const { id, name, level } = suiteCase
  const example = exampleOf(asked, difference, { part: 'suite', id, name, level })
  const seen = { part: 'suite', suiteCase, example } as const
  const between = judgedAnswers(session, asked) ?? difference
  return { kind: 'failed', suiteCase, sighting: sight(asked, between, seen, featureOfCase(suiteCase)) }
}

/** Where the whole answers differ: a case may look at a part that says little of what is wrong. */
const judgedAnswers = (session: Session, asked: Extract<Asked, { kind: 'asked' }>): Difference | null =>
  asked.outcome.kind === 'failed'
    ? null
    : compareTo(session, asked, asked.outcome.answer, asked.referenced.answer).difference

function caseDifference(
  session: Session,
  suiteCase: SuiteCase,
  asked: Extract<Asked, { kind: 'asked' }>,
): Difference | null {
  const { outcome, referenced } = asked
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { difference, pairs } = compareTo(session, asked, outcome.answer, referenced.answer)
  if (difference !== null) return checkCase(suiteCase, inOwnNames(session, asked, outcome.answer, pairs))
  session.equality.renaming.commit(pairs)
  // The reference is judged by its cases too, and with it a target that answers the same.
  return checkCase(suiteCase, referenced.answer)
}

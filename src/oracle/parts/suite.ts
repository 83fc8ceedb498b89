/** The suite against a target: every case of the dataset that the target has loaded. */

import { featureOfCase } from '../causes/features.ts'
import type { CaseResult } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import { askAgain } from '../exchange/again.ts'
import {
  type Asked,
  askAll,
  compareTo,
  type Exchange,
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
  const hand = async (asked: Asked, at: number): Promise<void> => {
    const suiteCase = cases[at]
    if (suiteCase === undefined) return
    const result = await judgeCase(run, suiteCase, asked)
    if (asked.kind === 'asked') coverage.count(asked.referenced.rules, result.kind === 'failed')
    results.push(result)
    tell(run, 'suite', results.length, cases.length)
  }
  await askAll(session, cases.map(requestOf), concurrency, hand, () => bail && coverage.differing() > 0)
  return results
}

/** What a case comes to; one that failed once and not again has passed, and is counted as flaky. */
export async function judgeCase(
  { session, exampleOf }: Run,
  suiteCase: SuiteCase,
  asked: Asked,
): Promise<CaseResult> {
  if (asked.kind === 'skipped') return { kind: 'skipped', suiteCase, why: asked.why }
  const difference = caseDifference(session, suiteCase, asked)
  if (difference === null) return { kind: 'passed', suiteCase }
  const again = await askAgain(session, asked, (one) => caseDifference(session, suiteCase, one) === null)
  if (again === 'flaky') return { kind: 'passed', suiteCase }
  if (again === 'gone') return { kind: 'skipped', suiteCase, why: 'the target was gone' }
  const { id, name, level } = suiteCase
  const example = exampleOf(asked, difference, { part: 'suite', id, name, level })
  return { kind: 'failed', suiteCase, finding: { example, count: 1, feature: featureOfCase(suiteCase) } }
}

function caseDifference(session: Session, suiteCase: SuiteCase, asked: Exchange): Difference | null {
  const { outcome, referenced } = asked
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { difference, pairs } = compareTo(session, asked, outcome.answer, referenced.answer)
  if (difference !== null) return checkCase(suiteCase, inOwnNames(session, asked, outcome.answer, pairs))
  session.equality.renaming.commit(pairs)
  // The reference is judged by its cases too, and with it a target that answers the same.
  return checkCase(suiteCase, referenced.answer)
}

/** Runs the suite's cases about the dataset that the target has loaded. */

import { featureOfCase } from '../causes/features.ts'
import type { CaseResult } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import { demandedDifference } from '../compare/headers.ts'
import {
  askAll,
  compareTo,
  type Exchange,
  type ExchangeResult,
  failureDifference,
  type Session,
  translateAnswer,
} from '../exchange/session.ts'
import type { SuiteCase } from '../suite/case.ts'
import { checkCase } from '../suite/compare.ts'
import { requestOf } from '../suite/request.ts'
import type { Answer } from '../target/target.ts'
import { mostRulesFirst } from './hurry.ts'
import { countExchange, type Run, reportProgress } from './run.ts'
import { steadiness } from './steady.ts'

/** Runs the suite cases in order. With `bail`, stops after the first batch with a failed case. */
export async function runSuite(run: Run): Promise<readonly CaseResult[]> {
  const { session, settings, coverage } = run
  const { concurrency, bail } = settings
  const cases = run.isHurried && !bail ? mostRulesFirst(session, settings) : settings.cases
  const results: CaseResult[] = []
  const handle = async (exchange: ExchangeResult, at: number): Promise<void> => {
    const suiteCase = cases[at]
    if (suiteCase === undefined) return
    const result = await judgeCase(run, suiteCase, exchange)
    if (exchange.kind === 'sent') {
      countExchange(run, exchange, result.kind === 'failed')
      if (result.kind === 'passed' && result.isEqual) run.contrast.add(exchange)
    }
    results.push(result)
    reportProgress(run, 'suite', results.length, cases.length)
  }
  await askAll(session, cases.map(requestOf), concurrency, handle, () => bail && coverage.differing() > 0)
  return results
}

/**
 * Judges the target's answer to a suite case. A case that fails at first and passes when repeated counts as passed and
 * as flaky.
 */
export async function judgeCase(
  run: Run,
  suiteCase: SuiteCase,
  exchange: ExchangeResult,
): Promise<CaseResult> {
  if (exchange.kind === 'skipped') return { kind: 'skipped', suiteCase, why: exchange.why }
  const { session, exampleOf, makeFinding } = run
  const { milliseconds } = exchange
  const ofCase = caseDifference(session, suiteCase, exchange)
  const ofWhole = wholeDifference(session, exchange)
  // A run with too little time must find all mismatches with few requests. Therefore, it judges the complete answer.
  const difference = ofCase ?? (run.isHurried ? ofWhole : null)
  if (difference === null) {
    const isEqual = ofWhole === null
    return { kind: 'passed', suiteCase, isEqual, milliseconds }
  }
  const { id, name, level } = suiteCase
  const whole = ofWhole ?? difference
  const example = exampleOf(exchange, whole, { part: 'suite', id, name, level })
  const finding = makeFinding(
    exchange,
    whole,
    { part: 'suite', suiteCase, example },
    featureOfCase(suiteCase),
  )
  const isRight = (one: Exchange): boolean => caseDifference(session, suiteCase, one) === null
  const again = await steadiness(run, exchange, finding, isRight)
  switch (again) {
    case 'steady':
      return { kind: 'failed', suiteCase, finding, example, milliseconds }
    case 'flaky':
      return { kind: 'passed', suiteCase, isEqual: false, milliseconds }
    case 'gone':
      return { kind: 'skipped', suiteCase, why: 'the target no longer answered' }
    default:
      return {
        ...{ kind: 'failed', suiteCase, example, milliseconds },
        finding: { ...finding, suspects: [again], observed: [] },
      }
  }
}

/**
 * Returns the first difference between the complete answers of target and reference; null if the target did not answer.
 * The report shows this difference, because the part of the answer that a case checks may not show the mistake.
 */
const wholeDifference = (session: Session, exchange: Exchange): Difference | null =>
  exchange.outcome.kind === 'failed'
    ? null
    : compareTo(session, exchange, exchange.outcome.answer, exchange.referenced.answer).difference

/**
 * Returns the difference of the first wrong header in an answer, among the headers that a suite case demands. A suite
 * case with several right answers demands no headers.
 */
const demandedOf = ({ expect }: SuiteCase, found: Answer): Difference | null =>
  'anyOf' in expect ? null : demandedDifference(expect.headers ?? {}, found)

function caseDifference(session: Session, suiteCase: SuiteCase, exchange: Exchange): Difference | null {
  const { outcome, referenced } = exchange
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { difference, pairs } = compareTo(session, exchange, outcome.answer, referenced.answer)
  if (difference !== null)
    return checkCase(suiteCase, translateAnswer(session, exchange, outcome.answer, pairs))
  session.equality.renaming.commit(pairs)
  const headers = demandedOf(suiteCase, outcome.answer)
  if (headers !== null) return headers
  // If the target's answer equals the reference's answer and this answer fails the case, the target fails the case
  // too.
  return checkCase(suiteCase, referenced.answer)
}

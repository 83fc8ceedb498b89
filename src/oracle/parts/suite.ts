/** The suite against a target: every case of the dataset that the target has loaded. */

import type { ApiRequest } from '../../reference/api.ts'
import type { Tally } from '../causes/coverage.ts'
import { type Finding, findingOf } from '../causes/example.ts'
import type { Departure } from '../compare/difference.ts'
import { type Asked, askAll, compareTo, failureDifference, type Session } from '../exchange/session.ts'
import { translateBody } from '../names/translate.ts'
import { checkCase, type SuiteCase } from '../suite/suite.ts'

export type CaseResult =
  | { readonly kind: 'passed'; readonly suiteCase: SuiteCase }
  | { readonly kind: 'failed'; readonly suiteCase: SuiteCase; readonly finding: Finding }
  | { readonly kind: 'skipped'; readonly suiteCase: SuiteCase; readonly why: string }

interface SuiteOptions {
  /** How many requests are put at once. */
  readonly batch: number
  readonly tally: Tally
  /** Whether the first case that fails ends it. */
  readonly bail: boolean
  readonly onCase: (result: CaseResult) => void
}

/** Runs cases in their order. */
export async function runSuite(
  session: Session,
  cases: readonly SuiteCase[],
  { batch, tally, bail, onCase }: SuiteOptions,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  const hand = (asked: Asked, at: number): void => {
    const suiteCase = cases[at]
    if (suiteCase === undefined) return
    const result = judgeCase(session, suiteCase, asked)
    if (asked.kind === 'asked') tally.count(asked.referenced.rules, result.kind === 'failed')
    results.push(result)
    onCase(result)
  }
  await askAll(session, cases.map(requestOf), batch, hand, () => bail && tally.differing() > 0)
  return results
}

/** The request of a case, with its token as the header that carries it. */
export function requestOf({ request: { method, url, headers, token } }: SuiteCase): ApiRequest {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return { method, url, headers: { ...headers, ...authorization } }
}

function judgeCase(session: Session, suiteCase: SuiteCase, asked: Asked): CaseResult {
  if (asked.kind === 'skipped') return { kind: 'skipped', suiteCase, why: asked.why }
  const difference = caseDifference(session, suiteCase, asked)
  if (difference === null) return { kind: 'passed', suiteCase }
  const { id, name, level } = suiteCase
  const finding = findingOf(session, asked, difference, { part: 'suite', id, name, level })
  return { kind: 'failed', suiteCase, finding }
}

function caseDifference(
  session: Session,
  suiteCase: SuiteCase,
  asked: Extract<Asked, { kind: 'asked' }>,
): Departure | null {
  const { outcome, referenced, type } = asked
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { equality } = session
  const { difference, pairs } = compareTo(session, asked, outcome.answer, referenced.answer)
  if (difference === null) {
    equality.renaming.commit(pairs)
    // The reference is judged by its cases too, and with it a target that answers the same.
    return checkCase(suiteCase, referenced.answer)
  }
  const body = translateBody(outcome.answer.body, referenced.answer.body, type, equality, pairs)
  return checkCase(suiteCase, { ...outcome.answer, body })
}

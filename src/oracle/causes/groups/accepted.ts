/**
 * Removes the suspects about refused operators from findings, if the target accepts these operators in other requests.
 */

import { isRefusedOperator, operatorRules } from '../../attribution/operators.ts'
import type { Suspect } from '../../attribution/suspect.ts'
import type { Reference } from '../../exchange/reference.ts'
import type { WireRequest } from '../../target/target.ts'
import type { Finding } from '../finding.ts'
import { tally } from './tally.ts'

/**
 * The maximum number of right answers to requests with an operator, as a fraction of the findings in which the target
 * refuses this operator. A target that ignores the filters of some requests answers a few of these requests rightly by
 * chance.
 */
const MAX_ACCEPTED = 0.25

/**
 * Returns the findings without the suspects about refused operators that the target accepts in other requests, because
 * the target then refuses something else. If the target accepts an operator in too few requests, its refusal becomes
 * the only suspect of the findings.
 */
export function withoutAccepted(
  findings: readonly Finding[],
  equal: readonly WireRequest[],
  reference: Reference,
): readonly Finding[] {
  const refusals = tally<Suspect['rule']>(
    findings.flatMap(({ suspects }) => suspects.filter(isRefusedOperator).map(({ rule }) => rule)),
  )
  if (refusals.size === 0) return findings
  const answered = equal.filter((request) => reference.ask(request).answer.status === 200)
  const accepted = tally<Suspect['rule']>(answered.flatMap(({ url }) => [...new Set(operatorRules(url))]))
  return findings.map((finding) => {
    const refused = finding.suspects.find(isRefusedOperator)
    if (refused === undefined) return finding
    const { rule } = refused
    const isAccepted = (accepted.get(rule) ?? 0) > MAX_ACCEPTED * (refusals.get(rule) ?? 0)
    const others = finding.suspects.filter((suspect) => suspect !== refused)
    return { ...finding, suspects: isAccepted ? others : [refused] }
  })
}

/** Repeats the requests of findings, to find out whether the target gives a wrong answer each time. */
import { isCrash } from '../attribution/crash.ts'
import { topKey } from '../attribution/suspect.ts'
import type { Finding } from '../causes/finding.ts'
import { repeatRequest } from '../exchange/repeat.ts'
import type { Exchange } from '../exchange/session.ts'
import type { Run } from './run.ts'

/**
 * The maximum number of confirmed findings with the same strongest suspect. The check repeats further findings with
 * this suspect only if they are crashes.
 */
const MAX_CONFIRMED = 3

/**
 * Returns whether a finding counts as steady without repetition. A finding counts as steady if enough findings with
 * the same strongest suspect were steady, or if the run is short of time. Crashes are always repeated, unless the run
 * is short of time.
 */
export const isConfirmed = ({ confirmed, isHurried }: Run, finding: Finding): boolean =>
  isHurried || (!isCrash(finding.suspects) && (confirmed.get(topKey(finding.suspects)) ?? 0) >= MAX_CONFIRMED)

/**
 * Repeats the request of a finding. Resolves to `steady` if each answer differs from the reference, to `flaky` if an
 * answer was right, and to `gone` if the target no longer answers.
 */
export async function steadiness(
  run: Run,
  exchange: Exchange,
  finding: Finding,
  isRight: (again: Exchange) => boolean,
): Promise<'steady' | 'flaky' | 'gone'> {
  if (isConfirmed(run, finding)) return 'steady'
  const again = await repeatRequest(run.session, exchange, isRight)
  const key = topKey(finding.suspects)
  if (again === 'steady') run.confirmed.set(key, (run.confirmed.get(key) ?? 0) + 1)
  return again
}

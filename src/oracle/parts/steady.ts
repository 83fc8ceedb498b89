/**
 * Repeats the requests of findings, to find out whether the target gives a wrong answer each time, or only after it
 * answered another caller.
 */
import { isCrash } from '../attribution/crash.ts'
import { type Suspect, topKey } from '../attribution/suspect.ts'
import type { Finding } from '../causes/finding.ts'
import { otherCaller } from '../exchange/callers.ts'
import { repeatRequest } from '../exchange/repeat.ts'
import { ask, compareExchange, type Exchange } from '../exchange/session.ts'
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

/** The suspect if the target gives a caller the answer that it gave another caller before. */
export const CACHED: Suspect = {
  rule: 'access.token',
  kind: 'cached',
  says: 'The server repeats its answer to another caller of the same URL, as a cache does whose key lacks the header `authorization`.',
}

/**
 * Returns whether the target answers a new URL rightly, but wrongly after it answered the same URL to another caller.
 * The further, unknown parameter of the new URLs changes no answer.
 */
async function isCached({ session }: Run, exchange: Exchange): Promise<boolean> {
  const { request, outcome } = exchange
  if (request.method !== 'GET' || outcome.kind === 'failed') return false
  const other = otherCaller(session, exchange, outcome.answer)
  if (other === undefined) return false
  const sign = request.url.includes('?') ? '&' : '?'
  const urlOf = (name: string): string => `${request.url}${sign}${name}=${Date.now()}`
  const isRight = async (url: string): Promise<boolean | undefined> => {
    const again = await ask(session, { ...request, url })
    return again.kind === 'sent' ? compareExchange(session, again) === null : undefined
  }
  const [own, shared] = [urlOf('own'), urlOf('shared')]
  if ((await isRight(own)) !== true) return false
  await ask(session, { ...request, url: shared, headers: other })
  return (await isRight(shared)) === false
}

/**
 * Repeats the request of a finding. Resolves to `steady` if each answer differs from the reference, to `cached` if the
 * target repeats its answer to another caller, to `flaky` if an answer was right, and to `gone` if the target no longer
 * answers.
 */
export async function steadiness(
  run: Run,
  exchange: Exchange,
  finding: Finding,
  isRight: (again: Exchange) => boolean,
): Promise<'steady' | 'cached' | 'flaky' | 'gone'> {
  if (isConfirmed(run, finding)) return 'steady'
  const again = await repeatRequest(run.session, exchange, isRight)
  if (again !== 'steady') return again
  if (await isCached(run, exchange)) return 'cached'
  const key = topKey(finding.suspects)
  run.confirmed.set(key, (run.confirmed.get(key) ?? 0) + 1)
  return 'steady'
}

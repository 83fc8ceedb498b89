/**
 * Repeats the requests of findings, to find out whether the target gives a wrong answer each time, or only after it
 * answered another request.
 */
import { withParameter } from '../../util/url/target.ts'
import { isCrash } from '../attribution/crash.ts'
import { type Suspect, topKey } from '../attribution/suspect.ts'
import type { Finding } from '../causes/finding.ts'
import { type OtherPart, otherRequest } from '../exchange/other-requests.ts'
import { repeatRequest } from '../exchange/repeat.ts'
import { ask, compareExchange, type Exchange } from '../exchange/session.ts'
import type { WireRequest } from '../target/target.ts'
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

/** The suspects if the target repeats its answer to an earlier request that differs in one part. */
const CACHED: Readonly<Record<OtherPart, Suspect>> = {
  caller: {
    rule: 'access.token',
    kind: 'cached',
    says: 'The server repeats its answer to another caller of the same URL, as a cache does whose key lacks the header `authorization`.',
  },
  format: {
    rule: 'format.v4',
    kind: 'cached',
    says: 'The server repeats its answer in another format, as a cache does whose key lacks the header `strapi-response-format`.',
  },
  'letter case': {
    rule: 'endpoint.path',
    kind: 'cached',
    says: 'The server repeats its answer to the URL in another letter case, as a cache does whose key ignores letter case.',
  },
}

/**
 * Returns the suspect if the target answers a new URL rightly, but wrongly after it answered a similar request. The
 * further, unknown parameter of the new URLs changes no answer.
 */
async function cacheSuspect({ session }: Run, exchange: Exchange): Promise<Suspect | undefined> {
  const { request, outcome } = exchange
  if (request.method !== 'GET' || outcome.kind === 'failed') return undefined
  const other = otherRequest(session, exchange, outcome.answer)
  if (other === undefined) return undefined
  const now = String(Date.now())
  const withNew = (one: WireRequest, name: string): WireRequest => ({
    ...one,
    url: withParameter(one.url, name, now),
  })
  const isRight = async (one: WireRequest): Promise<boolean | undefined> => {
    const again = await ask(session, one)
    return again.kind === 'sent' ? compareExchange(session, again) === null : undefined
  }
  if ((await isRight(withNew(request, 'own'))) !== true) return undefined
  await ask(session, withNew(other.request, 'shared'))
  return (await isRight(withNew(request, 'shared'))) === false ? CACHED[other.part] : undefined
}

/**
 * Repeats the request of a finding. Resolves to `steady` if each answer differs from the reference, to `flaky` if an
 * answer was right, and to `gone` if the target no longer answers. Resolves to a suspect if the target repeats its
 * answer to another request.
 */
export async function steadiness(
  run: Run,
  exchange: Exchange,
  finding: Finding,
  isRight: (again: Exchange) => boolean,
): Promise<'steady' | 'flaky' | 'gone' | Suspect> {
  if (isConfirmed(run, finding)) return 'steady'
  const again = await repeatRequest(run.session, exchange, isRight)
  if (again !== 'steady') return again
  const cached = await cacheSuspect(run, exchange)
  if (cached !== undefined) return cached
  const key = topKey(finding.suspects)
  run.confirmed.set(key, (run.confirmed.get(key) ?? 0) + 1)
  return 'steady'
}

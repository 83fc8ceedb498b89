/**
 * Orders the cases for a target that is too slow for the time limit. The cases at the beginning together follow as
 * many rules as possible.
 */
import { performance } from 'node:perf_hooks'
import { bitsOf, type RuleBits } from '../causes/pairs.ts'
import { isStress } from '../exchange/load.ts'
import { namesEntries, type Session } from '../exchange/session.ts'
import type { SuiteCase } from '../suite/case.ts'
import { requestOf } from '../suite/request.ts'
import { isReading, onWire } from '../target/wire.ts'
import type { CheckSettings } from './options.ts'

/** The maximum fraction of the remaining time that the ordering of cases may take. */
const SHARE = 0.1
/**
 * The step of the first pass over the cases. The ordering evaluates every eighth case first, because its time may
 * end before it has evaluated all cases.
 */
const STRIDE = 8

/**
 * Orders the cases so that the first cases together follow the most rules. All other cases come last in their order:
 * cases without further rules, writes, heavy requests, and cases that need the target's ids.
 */
export function mostRulesFirst(
  session: Session,
  { cases, endsAt = Number.POSITIVE_INFINITY }: Pick<CheckSettings, 'cases' | 'endsAt'>,
): readonly SuiteCase[] {
  const left = new Map<SuiteCase, RuleBits>()
  const start = performance.now()
  const spread = Array.from({ length: STRIDE }, (_none, at) => cases.filter((_one, by) => by % STRIDE === at))
  for (const one of spread.flat()) {
    if (performance.now() > start + (endsAt - start) * SHARE) break
    const request = onWire(requestOf(one))
    if (!isReading(request) || namesEntries(session, request)) continue
    const referenced = session.reference.ask(request)
    if (!isStress(request, referenced)) left.set(one, bitsOf(referenced.rules))
  }
  const chosen = new Set<SuiteCase>()
  const followed = bitsOf([])
  for (;;) {
    let best: SuiteCase | undefined
    let most = 0
    for (const [one, bits] of left) {
      const more = countOf(bits, followed)
      if (more === 0) left.delete(one)
      if (more > most) [best, most] = [one, more]
    }
    const bits = best === undefined ? undefined : left.get(best)
    if (best === undefined || bits === undefined) break
    chosen.add(best)
    for (const [at, word] of bits.entries()) followed[at] = (followed[at] ?? 0) | word
  }
  return [...chosen, ...cases.filter((one) => !chosen.has(one))]
}

/** Returns the number of rules in `bits` that are not in `followed`. */
function countOf(bits: RuleBits, followed: RuleBits): number {
  let count = 0
  for (const [at, word] of bits.entries())
    for (let more = word & ~(followed[at] ?? 0); more !== 0; more &= more - 1) count++
  return count
}

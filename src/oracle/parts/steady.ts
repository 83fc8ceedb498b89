/** Whether a difference is there each time that it is asked for. */
import { topKey } from '../attribution/suspect.ts'
import type { Sighting } from '../causes/sighting.ts'
import { askAgain } from '../exchange/again.ts'
import type { Exchange } from '../exchange/session.ts'
import type { Run } from './run.ts'

/** What was found to be steady so often is not asked again for each further request that shows it. */
const OFTEN = 3

/** Whether others that come of the same were found to be steady often enough. */
export const isKnown = ({ confirmed }: Run, sighting: Sighting): boolean =>
  (confirmed.get(topKey(sighting.suspects)) ?? 0) >= OFTEN

/**
 * Asks again what differed: a sighting that is `steady`, `flaky` where it was right when it was asked again, or `gone`
 * with the target.
 */
export async function steadiness(
  run: Run,
  exchange: Exchange,
  sighting: Sighting,
  isRight: (again: Exchange) => boolean,
): Promise<'steady' | 'flaky' | 'gone'> {
  if (isKnown(run, sighting)) return 'steady'
  const again = await askAgain(run.session, exchange, isRight)
  const key = topKey(sighting.suspects)
  if (again === 'steady') run.confirmed.set(key, (run.confirmed.get(key) ?? 0) + 1)
  return again
}

/** Shrinks a request that shows a difference. */
import type { WireRequest } from '../../../src/oracle/target/target.ts'
import type { Compare, Compared } from './sides.ts'
import { smaller } from './smaller.ts'

export type Different = Extract<Compared, { kind: 'different' }>

export interface ShownDifference {
  readonly request: WireRequest
  readonly compared: Different
}

/**
 * Replaces the request by a smaller request with the same statuses, until no smaller request works or `tries` requests
 * are sent.
 */
export async function shrunk(
  first: ShownDifference,
  compare: Compare,
  tries = 150,
): Promise<ShownDifference> {
  let best = first
  let left = tries
  for (let found = true; found; ) {
    found = false
    for (const request of smaller(best.request)) {
      if (left-- <= 0) return best
      const compared = await compare(request)
      if (compared.kind !== 'different' || !isLike(compared, first.compared)) continue
      best = { request, compared }
      found = true
      break
    }
  }
  return best
}

/** Returns whether both differences have the same statuses; a smaller request with another difference is rejected. */
const isLike = (a: Different, b: Different): boolean =>
  a.real.status === b.real.status && a.ours.status === b.ours.status

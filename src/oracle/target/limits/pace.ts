/** Estimates whether a target is too slow for the time limit of a run. */
import { performance } from 'node:perf_hooks'
import type { Guarded } from '../guard.ts'

/**
 * The mean response time, in milliseconds, below which a target counts as fast. For a fast target, selecting suite
 * cases would take longer than sending all of them.
 */
const SLOW = 50

interface TimeLimit {
  /** The time at which the run ends, in milliseconds of `performance.now()`; undefined without a time limit. */
  readonly endsAt?: number
  /** The maximum number of requests that are open at the same time. */
  readonly concurrency: number
}

/**
 * Returns whether a number of requests would take longer than the remaining time. The estimate uses the mean response
 * time so far.
 */
export function isTooSlow(
  requests: number,
  target: Pick<Guarded, 'pace'>,
  { endsAt, concurrency }: TimeLimit,
): boolean {
  const pace = target.pace()
  if (endsAt === undefined || pace === undefined || pace < SLOW) return false
  return (requests * pace) / concurrency > endsAt - performance.now()
}

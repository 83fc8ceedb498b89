/** Estimates whether a target answers too slowly for a time limit. */
import { performance } from 'node:perf_hooks'
import type { Guarded } from '../guard.ts'

/**
 * Targets with a shorter mean response time count as fast, in milliseconds. For them, choosing cases would take longer
 * than sending all.
 */
const SLOW = 50

interface TimeLimit {
  /** The end of the run, in milliseconds of `performance.now()`; undefined without a time limit. */
  readonly endsAt?: number
  /** The maximum number of open requests at a time. */
  readonly concurrency: number
}

/** Whether a number of requests would take longer than the remaining time, estimated from the mean response time. */
export function isTooSlow(
  requests: number,
  target: Pick<Guarded, 'pace'>,
  { endsAt, concurrency }: TimeLimit,
): boolean {
  const pace = target.pace()
  if (endsAt === undefined || pace === undefined || pace < SLOW) return false
  return (requests * pace) / concurrency > endsAt - performance.now()
}

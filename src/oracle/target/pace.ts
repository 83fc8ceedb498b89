/** Whether a target answers too slowly for a limit of time. */
import { performance } from 'node:perf_hooks'
import type { Guarded } from './guard.ts'

/** Answers that take less, in milliseconds, cost less than the choice of cases. */
const SLOW = 50

interface TimeLimit {
  /** In milliseconds of `performance.now()`; without it there is no limit. */
  readonly endsAt?: number
  /** The number of requests at once. */
  readonly concurrency: number
}

/** Whether a number of requests would take longer than the rest of the time, by the answers so far. */
export function isTooSlow(
  requests: number,
  target: Pick<Guarded, 'pace'>,
  { endsAt, concurrency }: TimeLimit,
): boolean {
  const pace = target.pace()
  if (endsAt === undefined || pace === undefined || pace < SLOW) return false
  return (requests * pace) / concurrency > endsAt - performance.now()
}

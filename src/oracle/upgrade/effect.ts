/** Classifies the difference between two answers by its effect on a caller. */
import type { StatusAndText } from './answer-text.ts'

/**
 * The effects of a change. The value `refused` means that a successful answer became an error. The value `data` means
 * that a successful answer became another successful answer. The value `accepted` means that an error became a
 * successful answer. The value `error` means that an error became another error. The effects `refused` and `data` break
 * callers.
 */
export const EFFECTS = ['refused', 'data', 'accepted', 'error'] as const
export type Effect = (typeof EFFECTS)[number]
export const BREAKS: ReadonlySet<Effect> = new Set<Effect>(['refused', 'data'])

interface StatusPair {
  readonly before: StatusAndText
  readonly after: StatusAndText
}

export function effectOf({ before, after }: StatusPair): Effect {
  if (before.status < 400) return after.status < 400 ? 'data' : 'refused'
  return after.status < 400 ? 'accepted' : 'error'
}

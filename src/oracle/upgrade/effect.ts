/** Classifies the difference between two answers by its effect on a caller. */
import type { StatusAndText } from './answer-text.ts'

/**
 * Lists the effects of a change. `refused`: a successful answer became an error. `data`: a successful answer became
 * another successful answer. `accepted`: an error became a successful answer. `error`: an error became another error.
 * The effects `refused` and `data` break callers.
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

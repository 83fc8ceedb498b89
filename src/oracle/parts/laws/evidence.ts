/** Measures by the replies alone how much evidence a law had. */
import type { LiveLaw, Reply } from '../../../../properties/laws/law.ts'
import { allEntries, entriesOf } from '../../../../properties/laws/replies.ts'

/** The amount of evidence, in ascending order. The best experiment of a law counts. */
export const SIGHTS = ['nothing', 'no entries', 'only pages', 'something'] as const
export type Sight = (typeof SIGHTS)[number]

/** The better of two. */
export const moreOf = (a: Sight, b: Sight): Sight => (SIGHTS.indexOf(a) < SIGHTS.indexOf(b) ? b : a)

/** The evidence in the replies to one experiment. */
export function sightOf({ looksAt = 'entries' }: LiveLaw, replies: readonly Reply[]): Sight {
  if (looksAt === 'answers') return 'something'
  if (!replies.some((reply) => (entriesOf(reply) ?? []).length > 0)) return 'no entries'
  if (looksAt === 'entries') return 'something'
  return replies.some((reply) => (allEntries(reply) ?? []).length > 0) ? 'something' : 'only pages'
}

/** The reason why an unbroken law proves nothing, as a clause; undefined if it had evidence. */
export function blindness({ lacking }: LiveLaw, sight: Sight): string | undefined {
  switch (sight) {
    case 'nothing':
      return lacking ?? 'nothing that it speaks of was found'
    case 'no entries':
      return 'no entry was answered'
    case 'only pages':
      return 'no list of all entries fits on one page'
    case 'something':
      return undefined
  }
}

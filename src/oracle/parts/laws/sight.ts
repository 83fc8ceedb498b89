/** Whether a law had anything to look at, told from the replies alone. */
import type { LiveLaw, Reply } from '../../../../properties/laws/law.ts'
import { allEntries, entriesOf } from '../../../../properties/laws/replies.ts'

/** What was there to be seen, from nothing upwards: where a law saw more than once, the most counts. */
export const SIGHTS = ['nothing', 'no entries', 'only pages', 'something'] as const
export type Sight = (typeof SIGHTS)[number]

/** The more of two sights. */
export const moreOf = (a: Sight, b: Sight): Sight => (SIGHTS.indexOf(a) < SIGHTS.indexOf(b) ? b : a)

/** What a law can see in the replies to one experiment. */
export function sightOf({ looksAt = 'entries' }: LiveLaw, replies: readonly Reply[]): Sight {
  if (looksAt === 'answers') return 'something'
  if (!replies.some((reply) => (entriesOf(reply) ?? []).length > 0)) return 'no entries'
  if (looksAt === 'entries') return 'something'
  return replies.some((reply) => (allEntries(reply) ?? []).length > 0) ? 'something' : 'only pages'
}

/** Why a law that is not broken says nothing, as a clause; undefined where it saw something. */
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

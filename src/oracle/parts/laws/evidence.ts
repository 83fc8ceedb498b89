/** Measures by the replies alone how much evidence a law had. */
import type { LiveLaw, Reply } from '../../../../properties/laws/law.ts'
import { allEntries, entriesOf } from '../../../../properties/laws/replies.ts'

/** The amount of evidence, in ascending order. The best experiment of a law counts. */
export const EVIDENCE = ['nothing', 'no entries', 'only pages', 'something'] as const
export type Evidence = (typeof EVIDENCE)[number]

/** The better of two. */
export const betterOf = (a: Evidence, b: Evidence): Evidence =>
  EVIDENCE.indexOf(a) < EVIDENCE.indexOf(b) ? b : a

/** The evidence in the replies to one experiment. */
export function evidenceOf({ looksAt = 'entries' }: LiveLaw, replies: readonly Reply[]): Evidence {
  if (looksAt === 'answers') return 'something'
  if (!replies.some((reply) => (entriesOf(reply) ?? []).length > 0)) return 'no entries'
  if (looksAt === 'entries') return 'something'
  return replies.some((reply) => (allEntries(reply) ?? []).length > 0) ? 'something' : 'only pages'
}

/** The reason why an unbroken law proves nothing, as a clause; undefined if it had evidence. */
export function missingEvidence({ lacking }: LiveLaw, evidence: Evidence): string | undefined {
  switch (evidence) {
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

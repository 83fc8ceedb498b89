/** Measures how much evidence the replies of an experiment provide for a law. */
import type { Experiment, LawHead, Reply } from '../laws/law.ts'
import { allEntries, entriesOf } from '../laws/replies.ts'
import { couldFail } from './sabotage.ts'

/**
 * The amounts of evidence for a law, in ascending order. The evidence for a law is the evidence of its best
 * experiment.
 */
const EVIDENCE = [
  'nothing',
  'not JSON',
  'refused',
  'no entries',
  'only pages',
  'nothing at stake',
  'something',
] as const
export type Evidence = (typeof EVIDENCE)[number]

/** Returns the greater of two amounts of evidence. */
export const betterOf = (a: Evidence, b: Evidence): Evidence =>
  EVIDENCE.indexOf(a) < EVIDENCE.indexOf(b) ? b : a

/** Returns the evidence in the replies to one experiment in which `judge` found no fault. */
export function evidenceOf(
  { looksAt = 'entries' }: Pick<LawHead, 'looksAt'>,
  judge: Experiment['judge'],
  replies: readonly Reply[],
): Evidence {
  if (replies.every(({ json, body, status }) => json === undefined && (body !== '' || status === 200)))
    return 'not JSON'
  const areAnswers = looksAt === 'answers'
  if (!areAnswers) {
    if (replies.every(({ status }) => status !== 200)) return 'refused'
    if (!replies.some((reply) => (entriesOf(reply) ?? []).length > 0)) return 'no entries'
    const isPaged = looksAt === 'lists' && !replies.some((reply) => (allEntries(reply) ?? []).length > 0)
    if (isPaged) return 'only pages'
  }
  return couldFail(judge, replies, areAnswers) ? 'something' : 'nothing at stake'
}

/**
 * Returns the reason why a law without a fault counts as "not tested"; undefined if the experiments gave enough
 * evidence.
 */
export function missingEvidence(
  { lacking }: Pick<LawHead, 'lacking'>,
  evidence: Evidence,
): string | undefined {
  switch (evidence) {
    case 'nothing':
      return lacking ?? 'the generated worlds lack the subject of the law'
    case 'not JSON':
      return 'no answer was JSON'
    case 'refused':
      return 'every request was refused'
    case 'no entries':
      return 'no answer contained an entry'
    case 'only pages':
      return 'no list of all entries fits on one page'
    case 'nothing at stake':
      return 'the law noticed none of the changes that the check made to the answers'
    case 'something':
      return undefined
  }
}

/** Finds the faulty citations of an answer. */
import { isDeepStrictEqual } from 'node:util'
import type { Answered } from './answered.ts'
import { FOLLOWED, OF_ABSENCE } from './rules.ts'
import { answerOf, ofSuite, type Sent } from './sent.ts'

export interface Answer {
  readonly sent: Sent
  readonly answered: Answered
}

export const answersTo = (requests: readonly Sent[]): readonly Answer[] =>
  requests.flatMap((sent) => {
    const answered = answerOf(sent)
    return answered === undefined ? [] : [{ sent, answered }]
  })

/** Returns the faulty citations of an answer, each as a sentence. */
export function faults({ sent, answered }: Answer): readonly string[] {
  const isRead = sent.profile === 'documented' || isAsDocumented({ sent, answered })
  return answered.cited.flatMap(({ rule, part }) => {
    const spot = answered.spotAt(part)
    const citation = `${answered.request.url} cites ${rule} at ${part || 'the whole'}`
    if (spot.values.length === 0 && !OF_ABSENCE.has(rule)) return [`${citation}, which it does not have`]
    return !isRead || FOLLOWED[rule](spot, answered) ? [] : [`${citation}, which it does not follow`]
  })
}

/**
 * Returns whether an answer equals the answer under the profile `documented`. The judges of rules know only the
 * profile `documented`, so answers that differ from this profile get fewer checks.
 */
const isAsDocumented = ({ sent, answered: { body } }: Answer): boolean =>
  isDeepStrictEqual(answerOf({ ...sent, profile: 'documented' })?.body, body)

let known: readonly Answer[] | undefined
export const suiteAnswers = (): readonly Answer[] => {
  known ??= answersTo(ofSuite())
  return known
}

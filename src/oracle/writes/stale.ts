/** Recognizes a target that repeats the answer which it gave to the same read before a write, as a cache does. */
import { withParameter } from '../../util/url/target.ts'
import { isSame } from '../compare/difference.ts'
import { compareExchange, type Exchange } from '../exchange/session.ts'
import type { SessionStep } from '../suite/session.ts'
import { type Answers, type Scene, sendStep } from './scene.ts'

/** The body of the target's last answer to each read of a session. */
export type EarlierReads = Map<string, string>

/** Stores the target's answer to a read, and returns whether the last answer to the same read had the same body. */
export function isRepeated(reads: EarlierReads, { sent, outcome }: Exchange): boolean {
  if (outcome.kind === 'failed') return false
  const key = JSON.stringify([sent.url, sent.headers])
  const body = JSON.stringify(outcome.answer.body)
  const before = reads.get(key)
  reads.set(key, body)
  return before === body
}

/**
 * Resolves to whether the target answers a read rightly under a new URL. A target that answers the known URL wrongly
 * then has the right data. The result is false if the further, unknown parameter of the new URL changes the answer.
 */
export async function isRightAnew(
  scene: Scene,
  step: SessionStep,
  { referenced }: Exchange,
  answers: Answers,
): Promise<boolean> {
  const url = withParameter(step.url, scene.fresh, '1')
  const sent = await sendStep(scene, { ...step, url }, new Map(answers))
  return (
    sent.kind === 'sent' &&
    isSame(sent.exchange.referenced.answer.body, referenced.answer.body) &&
    compareExchange(scene.session, sent.exchange) === null
  )
}

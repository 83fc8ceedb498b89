/** A target behind limits: so many requests at once, and an end to asking one that never answers. */
import { failed, type Outcome, type Target, type WireRequest } from './target.ts'

/** After so many requests in a row without an answer, the rest are not sent. */
export const GIVE_UP_AFTER = 20

export interface Guarded extends Target {
  /** How many requests were sent. */
  readonly sent: () => number
  /** How many of them were answered. */
  readonly answers: () => number
  /** Whether asking has ended for want of answers. */
  readonly isGivenUp: () => boolean
}

export function guard(target: Target, concurrency: number): Guarded {
  let running = 0
  let sent = 0
  let answers = 0
  let failuresInARow = 0
  const queue: (() => void)[] = []
  const isGivenUp = (): boolean => failuresInARow >= GIVE_UP_AFTER
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      if (running < concurrency) {
        running++
        resolve()
      } else queue.push(resolve)
    })
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) running--
    else next()
  }
  const ask = async (request: WireRequest): Promise<Outcome> => {
    await turn()
    try {
      if (isGivenUp()) return failed('given up', `${GIVE_UP_AFTER} requests in a row had no answer`)
      sent++
      const outcome = await target.ask(request)
      if (outcome.kind === 'answered') answers++
      failuresInARow = outcome.kind === 'answered' ? 0 : failuresInARow + 1
      return outcome
    } finally {
      leave()
    }
  }
  return { ...target, ask, sent: () => sent, answers: () => answers, isGivenUp }
}

/** When no more sessions are played: the target refuses to be written to, or keeps what it should take away. */
import type { Keeper } from './made.ts'
import type { Played } from './play.ts'

export interface EndCondition {
  readonly note: (played: Played) => void
  /** Why no more is played, as the end of a sentence about the target; undefined while it goes on. */
  readonly why: () => string | undefined
  /** Whether nothing was ever written, so that nothing is said of how. */
  readonly isRefused: () => boolean
}

/** Statuses of a server that takes no writes, or not from whoever asks. */
const REFUSING: readonly number[] = [401, 403, 404, 405, 501]
/** So many first writes that are refused, and none that is taken. */
const MOST_REFUSED = 3
/** So many documents that cannot be taken away. */
const MOST_LEFT = 3

export function createEnd(keeper: Keeper): EndCondition {
  const refused: string[] = []
  let taken = 0
  const isRefused = (): boolean => taken === 0 && refused.length >= MOST_REFUSED
  return {
    note: (played) => {
      if (played.kind === 'alike') taken++
      if (played.kind !== 'different') return
      const { exchange } = played.shown
      const { outcome, referenced, sent } = exchange
      if (outcome.kind === 'failed') return
      const { status } = outcome.answer
      const isTurnedAway =
        referenced.answer.status < 300 && REFUSING.includes(status) && sent.method !== 'GET'
      if (isTurnedAway) refused.push(`${status} to \`${sent.method} ${sent.url.split('?', 1)[0] ?? ''}\``)
      else if (status < 300) taken++
    },
    why: () => {
      if (isRefused()) return `refuses to be written to: it answers ${[...new Set(refused)].join(', ')}`
      const left = keeper.left()
      if (left.length < MOST_LEFT) return undefined
      return `does not take away what it let be made (${left.length} documents): no more was written`
    },
    isRefused,
  }
}

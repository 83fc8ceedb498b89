/**
 * Decides when the check stops playing write sessions: when the target refuses writes, or when created documents
 * cannot be deleted.
 */
import type { Cleanup } from './cleanup.ts'
import type { Played } from './play.ts'

export interface EndCondition {
  readonly note: (played: Played) => void
  /**
   * Returns the reason why the check plays no more write sessions, as the end of a sentence about the target, such as
   * `refuses writes: it answers 405 to …`. Returns undefined while the check may play more sessions.
   */
  readonly why: () => string | undefined
  /**
   * Returns whether the target refused several writes and accepted none, so that the report has no results about
   * writes.
   */
  readonly isRefused: () => boolean
}

/** The statuses with which a server refuses all writes, or all writes of one caller. */
const REFUSING: readonly number[] = [401, 403, 404, 405, 501]
/** The number of refused writes after which the check stops writing, if the target has accepted no write. */
const MAX_REFUSED = 3
/** The number of documents that could not be deleted after which the check stops writing. */
const MAX_REMAINING = 3

export function createEndCondition(cleanup: Cleanup): EndCondition {
  const refused: string[] = []
  let accepted = 0
  let reason: string | undefined
  const isRefused = (): boolean => accepted === 0 && refused.length >= MAX_REFUSED
  const reasonNow = (): string | undefined => {
    if (isRefused()) return `refuses writes: it answers ${[...new Set(refused)].join(', ')}`
    const remaining = cleanup.remaining()
    if (remaining.length < MAX_REMAINING) return undefined
    return `creates documents but does not delete them (${remaining.length} documents), so the check stopped writing`
  }
  return {
    note: (played) => {
      if (played.kind === 'equal') accepted++
      if (played.kind !== 'different') return
      const { exchange } = played.shown
      const { outcome, referenced, sent } = exchange
      if (outcome.kind === 'failed') return
      const { status } = outcome.answer
      const isTurnedAway =
        referenced.answer.status < 300 && REFUSING.includes(status) && sent.method !== 'GET'
      if (isTurnedAway) refused.push(`${status} to \`${sent.method} ${sent.url.split('?', 1)[0] ?? ''}\``)
      else if (status < 300) accepted++
    },
    why: () => {
      // A reason stays valid, even if the cleanup at the end of the run deletes the documents.
      reason ??= reasonNow()
      return reason
    },
    isRefused,
  }
}

/** Repeats early requests later in a run, to find out whether the data of the target changed meanwhile. */
import { type Difference, literalDifference } from '../compare/difference.ts'
import type { Answer } from '../target/target.ts'
import { type Exchange, type ExchangeResult, type Session, send } from './session.ts'

/** A request to which the target gave a different answer later in the run. */
export interface ChangedAnswer {
  readonly exchange: Exchange
  readonly difference: Difference
}

export interface EarlyAnswers {
  /**
   * Stores an exchange if its answer is one of the first answers about a content type, and the longest of these
   * answers.
   */
  readonly add: (exchange: Exchange) => void
  /** Sends the stored requests again and compares the answers. */
  readonly askAgain: (session: Session) => Promise<void>
  /** Returns the first stored request whose answer changed; undefined if no answer changed. */
  readonly changed: () => ChangedAnswer | undefined
}

/**
 * The number of answers about each content type that are candidates for repetition. The check repeats the request with
 * the longest of these answers, because this answer shows the most data.
 */
const FIRST = 10
/** The maximum number of early requests that are sent again. */
const MAX_AGAIN = 20

interface Remembered {
  readonly exchange: Exchange
  readonly length: number
  readonly seen: number
}

export function createEarlyAnswers(): EarlyAnswers {
  const byType = new Map<string, Remembered>()
  let found: ChangedAnswer | undefined
  return {
    add: (exchange) => {
      const { type, outcome } = exchange
      if (type === undefined || outcome.kind === 'failed' || outcome.answer.status !== 200) return
      const before = byType.get(type.uid)
      if ((before?.seen ?? 0) >= FIRST || (before === undefined && byType.size >= MAX_AGAIN)) return
      const seen = (before?.seen ?? 0) + 1
      const length = JSON.stringify(outcome.answer.body).length
      const isLonger = before === undefined || length > before.length
      byType.set(type.uid, isLonger ? { exchange, length, seen } : { ...before, seen })
    },
    askAgain: async (session) => {
      for (const { exchange } of byType.values()) found ??= await changeOf(session, exchange)
    },
    changed: () => found,
  }
}

/**
 * Sends an early request again. Resolves to the change of its answer; undefined if body or status stays the same. A
 * target that gives two different answers to the repeated request is flaky, so its data need not have changed.
 */
async function changeOf(session: Session, exchange: Exchange): Promise<ChangedAnswer | undefined> {
  const early = answerOf(exchange)
  const late = answerOf(await send(session, exchange))
  if (early === undefined || late === undefined) return undefined
  const difference = literalDifference(early.body, late.body)
  if (difference === null || late.status !== early.status) return undefined
  const again = answerOf(await send(session, exchange))
  const isSteady = again !== undefined && literalDifference(late.body, again.body) === null
  return isSteady ? { exchange, difference } : undefined
}

const answerOf = (result: Exchange | ExchangeResult): Answer | undefined =>
  'outcome' in result && result.outcome.kind === 'answered' ? result.outcome.answer : undefined

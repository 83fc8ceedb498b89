/** Repeats a request whose answer differed, to find out whether the answer is flaky. */
import type { Flaky, FlakyCount } from './flaky-count.ts'
import { type Exchange, type ExchangeResult, type Session, send } from './session.ts'

/** The number of times that the check repeats a request whose answer differed. */
const REPETITIONS = 2

export function createFlakyCount(): FlakyCount {
  let all: Flaky = { count: 0, example: undefined }
  return {
    all: () => all,
    add: (sent, outcome) => {
      const got = outcome.kind === 'failed' ? outcome.message : `status ${outcome.answer.status}`
      all = { count: all.count + 1, example: all.example ?? { sent, got } }
    },
  }
}

/**
 * Repeats a request whose answer differed, several times at once.
 *
 * - `steady`: no answer to a repeated request was right.
 * - `flaky`: at least one answer to a repeated request was right. The session counts the request as flaky.
 * - `gone`: the first request got no answer, and the run ended before its repetition, so the result is unknown.
 */
export async function repeatRequest(
  session: Session,
  exchange: Exchange,
  isRight: (again: Exchange) => boolean,
): Promise<'steady' | 'flaky' | 'gone'> {
  const again: readonly ExchangeResult[] = await Promise.all(
    Array.from({ length: REPETITIONS }, () => send(session, exchange)),
  )
  if (again.some((one) => one.kind === 'sent' && isRight(one))) {
    session.flaky.add(exchange.sent, exchange.outcome)
    return 'flaky'
  }
  const isGone = again.some((one) => one.kind === 'skipped')
  return isGone && exchange.outcome.kind === 'failed' ? 'gone' : 'steady'
}

/**
 * A target behind limits: so many requests at once, and an end to asking one that does not answer, or answers
 * without measure.
 */
import { quoted } from '../bodies/line.ts'
import { failed, type Outcome, type Target, type WireRequest } from './target.ts'

/** After so many requests in a row without an answer, one that was answered is put once more. */
export const GIVE_UP_AFTER = 5
/** So many requests may run out of time, all told. */
export const MAX_LATE = 50
/** So many characters of answers are read, and so many more for each request. */
const MAX_LENGTH = 256 * 1024 * 1024
const MAX_LENGTH_EACH = 100 * 1024

export interface Guarded extends Target {
  /** How many requests were sent. */
  readonly sent: () => number
  /** How many of them were answered. */
  readonly answers: () => number
  /** Why asking has ended, as the end of a sentence about the target; undefined while it goes on. */
  readonly givenUp: () => string | undefined
  /** Another target that counts with this one. */
  readonly beside: (other: Target) => Guarded
}

/** What is counted of one target, or of several that stand for one. */
interface Count {
  sent: number
  answers: number
  length: number
  late: number
  failuresInARow: number
  /** Why the last of those had none. */
  reason: string
  isProbing: boolean
  /** The last request that was answered. */
  answered: WireRequest | undefined
  givenUp: string | undefined
}

export function guard(target: Target, concurrency: number): Guarded {
  return guarded(target, concurrency, {
    sent: 0,
    answers: 0,
    length: 0,
    late: 0,
    failuresInARow: 0,
    reason: '',
    isProbing: false,
    answered: undefined,
    givenUp: undefined,
  })
}

function guarded(target: Target, concurrency: number, count: Count): Guarded {
  const turns = createTurns(concurrency)
  const ask = async (request: WireRequest): Promise<Outcome> => {
    await turns.take()
    try {
      if (count.givenUp !== undefined) return failed('given up', `the target ${count.givenUp}`)
      const outcome = await put(target, request, count)
      if (count.failuresInARow >= GIVE_UP_AFTER && !count.isProbing) await probe(target, count)
      return outcome
    } finally {
      turns.leave()
    }
  }
  return {
    ...target,
    ask,
    sent: () => count.sent,
    answers: () => count.answers,
    givenUp: () => count.givenUp,
    beside: (other) => guarded(other, concurrency, count),
  }
}

async function put(target: Target, request: WireRequest, count: Count): Promise<Outcome> {
  count.sent++
  const outcome = await target.ask(request)
  if (outcome.kind === 'answered') {
    count.answers++
    count.failuresInARow = 0
    count.answered = request
    count.length += outcome.text.length
  } else {
    count.failuresInARow++
    count.reason = `${outcome.why}: ${outcome.message}`
    if (outcome.why === 'timeout') count.late++
  }
  if (count.late >= MAX_LATE) count.givenUp ??= `let ${MAX_LATE} requests run out of time`
  if (count.length > MAX_LENGTH + count.sent * MAX_LENGTH_EACH)
    count.givenUp ??= `answered with more than ${MAX_LENGTH} characters`
  return outcome
}

/** Whether a target is gone, or has only been asked what it has no answer to. */
async function probe(target: Target, count: Count): Promise<void> {
  count.isProbing = true
  const isThere =
    count.answered !== undefined && (await put(target, count.answered, count)).kind === 'answered'
  count.isProbing = false
  const { failuresInARow, reason } = count
  if (!isThere) count.givenUp ??= `answered none of ${failuresInARow} requests in a row (${quoted(reason)})`
}

interface Turns {
  readonly take: () => Promise<void>
  readonly leave: () => void
}

/** Lets so many go on at once, the others in the order in which they came. */
function createTurns(most: number): Turns {
  let running = 0
  const queue: (() => void)[] = []
  return {
    take: () =>
      new Promise((resolve) => {
        if (running < most) {
          running++
          resolve()
        } else queue.push(resolve)
      }),
    leave: () => {
      const next = queue.shift()
      if (next === undefined) running--
      else next()
    },
  }
}

/**
 * A target behind limits: so many requests at once, and an end to asking one that does not answer, or answers
 * without measure. Where requests fail it is found out which of them is to blame.
 */
import { quoted } from '../bodies/line.ts'
import { type Limited, paced, patient } from './pace.ts'
import { findCulprit, type SentRequest, told } from './recovery/culprit.ts'
import type { Secret } from './secrets/secret.ts'
import { hidden, hider } from './secrets/secrets.ts'
import { failed, type Outcome, type Target, type WireRequest } from './target.ts'
import { createTurns, type Turns } from './turns.ts'
import { isReading } from './wire.ts'

/** After so many requests in a row without an answer, one that was answered is put once more. */
export const GIVE_UP_AFTER = 5
/** So many requests may run out of time, all told. */
export const MAX_LATE = 50
/** So many characters of answers are read, and so many more for each request. */
const MAX_LENGTH = 256 * 1024 * 1024
const MAX_LENGTH_EACH = 100 * 1024
/** So many of the last requests that were answered may have ended a target. */
const SUSPECTS = 8
/** So often a target may end and come back. */
const MAX_FALLS = 20

export interface Guarded extends Target {
  /** How many requests were sent. */
  readonly sent: () => number
  /** How many of them were answered. */
  readonly answers: () => number
  /** Why asking has ended, as the end of a sentence about the target; undefined while it goes on. */
  readonly givenUp: () => string | undefined
  /** Whether asking has ended because somebody wanted it to. */
  readonly isStopped: () => boolean
  /** Requests that took the target away, though some of them were answered. */
  readonly culprits: () => readonly WireRequest[]
  /** How often it answered 429, and how long it was waited because of that. */
  readonly limited: () => Readonly<Limited>
  /** The last request that was answered. */
  readonly answered: () => WireRequest | undefined
  /** Asks also when all other asking has ended: what was made is taken away again. */
  readonly askAfterEnd: (request: WireRequest) => Promise<Outcome>
  /** Another target that counts with this one. */
  readonly beside: (other: Target) => Guarded
}

export interface GuardOptions {
  /** Starts the target again where it has ended. */
  readonly restart?: () => Promise<void>
  /** Ends all asking. */
  readonly signal?: AbortSignal
  /** So many requests are begun each second at most. */
  readonly rate?: number
  /** What is taken out of all that the target says. */
  readonly secrets?: readonly Secret[]
}

/** What is counted of one target, or of several that stand for one. */
interface Count {
  sent: number
  answers: number
  length: number
  late: number
  falls: number
  failuresInARow: number
  /** Why the last of those had none. */
  reason: string
  /** The last requests that were answered and change nothing, the last one first. */
  recent: readonly WireRequest[]
  givenUp: string | undefined
  readonly limited: Limited
  /** What is not asked any more because it takes the target away. */
  readonly blamed: Map<string, { readonly request: WireRequest; readonly outcome: Outcome }>
}

export function guard(target: Target, concurrency: number, options: GuardOptions = {}): Guarded {
  return guarded(target, concurrency, options, {
    sent: 0,
    answers: 0,
    length: 0,
    late: 0,
    falls: 0,
    failuresInARow: 0,
    reason: '',
    recent: [],
    givenUp: undefined,
    limited: { times: 0, waited: 0 },
    blamed: new Map(),
  })
}

function guarded(target: Target, concurrency: number, options: GuardOptions, count: Count): Guarded {
  const turns = createTurns(concurrency)
  const { rate, signal } = options
  const asked = patient(rate === undefined ? target : paced(target, rate), count.limited)
  const hide = hider([...(options.secrets ?? []), ...(target.secrets ?? [])])
  const quiet: Target = { ...target, ask: async (request) => hidden(await asked.ask(request), hide) }
  const counting: Target = { ...target, ask: (request) => put(quiet, request, count, signal) }
  const settle = investigation(counting, turns, options, count)
  const ask = async (request: WireRequest): Promise<Outcome> => {
    await turns.take()
    try {
      const stopped = endOf(count, options)
      if (stopped !== undefined) return failed('given up', `the target ${stopped}`)
      const blamed = count.blamed.get(keyOf(request))
      if (blamed !== undefined) return blamed.outcome
      const outcome = await counting.ask(request)
      // What writes is never put again to find out what it did.
      const isLookedInto = isReading(request) && isFall(outcome, count)
      return isLookedInto ? await settle({ request, outcome }) : outcome
    } finally {
      turns.leave()
    }
  }
  return {
    ...target,
    name: hide(target.name),
    ask,
    sent: () => count.sent,
    answers: () => count.answers,
    givenUp: () => endOf(count, options),
    isStopped: () => signal?.aborted === true,
    culprits: () => [...count.blamed.values()].map(({ request }) => request),
    limited: () => count.limited,
    answered: () => count.recent[0],
    askAfterEnd: (request) => {
      count.sent++
      return quiet.ask(request)
    },
    beside: (other) => guarded(other, concurrency, options, count),
  }
}

const endOf = ({ givenUp }: Count, { signal }: GuardOptions): string | undefined =>
  givenUp ?? (signal?.aborted === true ? 'was not asked any more' : undefined)

const keyOf = ({ method, url, headers, body }: WireRequest): string =>
  JSON.stringify([method, url, headers, body])

/** After what the target may be gone; nonsense comes from one that is there, unless nothing else comes any more. */
function isFall(outcome: Outcome, { failuresInARow }: Count): boolean {
  if (outcome.kind === 'answered' || outcome.why === 'given up') return false
  return outcome.why !== 'garbage' || failuresInARow >= GIVE_UP_AFTER
}

async function put(
  target: Target,
  request: WireRequest,
  count: Count,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  count.sent++
  // Who ends the run still has to know what was made by then.
  const isEndedAtOnce = isReading(request)
  const outcome = await (isEndedAtOnce ? unlessStopped(target.ask(request), signal) : target.ask(request))
  if (outcome.kind === 'answered') {
    count.answers++
    count.failuresInARow = 0
    if (isReading(request)) count.recent = [request, ...count.recent.slice(0, SUSPECTS)]
    count.length += outcome.text.length
  } else if (outcome.why === 'given up') {
    count.givenUp ??= outcome.message
  } else {
    count.failuresInARow++
    count.reason = `${outcome.why}: ${outcome.message}`
    if (outcome.why === 'timeout') count.late++
  }
  if (count.late >= MAX_LATE) count.givenUp ??= `let ${MAX_LATE} requests run out of time`
  if (count.length > MAX_LENGTH + count.sent * MAX_LENGTH_EACH)
    count.givenUp ??= `answered with more than ${MAX_LENGTH} characters`
  if (count.failuresInARow >= GIVE_UP_AFTER && count.recent.length === 0)
    count.givenUp ??= `answered none of ${count.failuresInARow} requests in a row (${quoted(count.reason)})`
  return outcome
}

async function unlessStopped(asked: Promise<Outcome>, signal: AbortSignal | undefined): Promise<Outcome> {
  if (signal === undefined) return asked
  let stop = (): void => undefined
  const stopped = new Promise<Outcome>((resolve) => {
    stop = () => resolve(failed('given up', 'was not asked any more'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([asked, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Settle = (fallen: SentRequest) => Promise<Outcome>

/**
 * Keeps what has failed until all that was under way has come to an end, while nothing new begins, and then finds out
 * which request is to blame.
 */
function investigation(
  target: Target,
  turns: Turns,
  { restart, signal }: GuardOptions,
  count: Count,
): Settle {
  let waiting: { readonly put: SentRequest; readonly resolve: (outcome: Outcome) => void }[] = []
  const look = async (): Promise<void> => {
    const all = waiting
    waiting = []
    const settled = await settledOf(all.map(({ put }) => put))
    for (const [at, { put, resolve }] of all.entries()) resolve(settled[at]?.outcome ?? put.outcome)
  }
  const settledOf = async (fallen: readonly SentRequest[]): Promise<readonly SentRequest[]> => {
    const others = count.recent.filter(({ url }) => fallen.every(({ request }) => request.url !== url))
    const [plain, ...before] = others.length > 0 ? others : count.recent
    if (plain === undefined || count.givenUp !== undefined || signal?.aborted === true) return fallen
    if (++count.falls > MAX_FALLS && restart !== undefined) {
      count.givenUp ??= `ended ${MAX_FALLS} times`
      return fallen
    }
    const recovery = { plain, ...(restart === undefined ? {} : { restart }) }
    const verdict = await findCulprit(target, { fallen, before: [plain, ...before] }, recovery)
    if (verdict.kind === 'gone') count.givenUp ??= verdict.why
    if (verdict.culprit !== undefined)
      blame(count, verdict.culprit, verdict.kind === 'back' ? verdict.settled : [])
    return verdict.kind === 'back' ? verdict.settled : fallen
  }
  return (put) =>
    new Promise((resolve) => {
      turns.pause()
      waiting.push({ put, resolve })
      turns.wake()
      // Whoever else is under way leaves, or comes here too.
      const wait = async (): Promise<void> => {
        if (waiting[0]?.put !== put) return
        while (turns.running() > waiting.length) await turns.left()
        await look()
        turns.resume()
      }
      void wait()
    })
}

function blame({ blamed }: Count, request: WireRequest, settled: readonly SentRequest[]): void {
  const own = settled.find((put) => put.request === request)?.outcome
  const outcome =
    own ?? failed('crash', `the target ended after ${told(request)}, also when it was asked alone`)
  blamed.set(keyOf(request), { request, outcome })
}

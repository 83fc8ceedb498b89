/**
 * Wraps a target with limits on the numbers of open requests, of failures and of characters in answers. After a
 * failure, finds the request that makes the target fail.
 */
import { performance } from 'node:perf_hooks'
import { line, quoted } from '../bodies/line.ts'
import { isAborted, unlessAborted } from './abort.ts'
import { type RateLimitCount, withBackoff, withRate } from './limits/rate-limit.ts'
import { createSemaphore, type Semaphore } from './limits/semaphore.ts'
import { findCulprit, requestText, type SentRequest } from './recovery/culprit.ts'
import type { Secret } from './secrets/secret.ts'
import { createRedactor, redacted } from './secrets/secrets.ts'
import { failed, type Outcome, type Target, type WireRequest } from './target.ts'
import { isReading } from './wire.ts'

/**
 * The number of consecutive failures after which the check of a target that never answered ends. From this number on,
 * unreadable answers count as a sign that the target has ended.
 */
export const GIVE_UP_AFTER = 5
/** The maximum number of requests in a run that may time out. */
export const MAX_TIMEOUTS = 50
/**
 * The maximum number of characters in all answers of a run together, without the allowance `MAX_LENGTH_EACH` for each
 * request.
 */
const MAX_LENGTH = 256 * 1024 * 1024
/** The number of characters that each sent request adds to the maximum for all answers. */
const MAX_LENGTH_EACH = 100 * 1024
/**
 * The maximum number of recently answered requests that the check repeats after a crash, in addition to the requests
 * that failed.
 */
const MAX_RECENT = 8
/** The maximum number of investigated failures of a target that the check can restart. */
const MAX_CRASHES = 20

export interface Guarded extends Target {
  /** Returns the number of requests that were sent to the target so far. */
  readonly sent: () => number
  /** Returns the number of requests that the target answered so far. */
  readonly answers: () => number
  /** Returns the mean response time of the target, in milliseconds; undefined before the first answer. */
  readonly pace: () => number | undefined
  /**
   * Returns the reason why the check sends no more requests, as the end of a sentence about the target; undefined while
   * the run continues.
   */
  readonly givenUp: () => string | undefined
  /** Returns whether the user has ended the run. */
  readonly isStopped: () => boolean
  /** Returns the requests that make the target's process end, even if the target answers them first. */
  readonly culprits: () => readonly WireRequest[]
  /** Returns the number of answers with status 429, and the time that the run waited because of these answers. */
  readonly limited: () => Readonly<RateLimitCount>
  /** Returns the last read request that the target answered. */
  readonly answered: () => WireRequest | undefined
  /**
   * Sends a request even if the run has ended, because the cleanup deletes created documents after the end of a run.
   */
  readonly askAfterEnd: (request: WireRequest) => Promise<Outcome>
  /** Wraps another target so that both targets share the counters of this target. */
  readonly withSharedCounters: (other: Target) => Guarded
}

export interface GuardOptions {
  /** Restarts the target after its process has ended. */
  readonly restart?: () => Promise<void>
  /** The signal that ends the run early. */
  readonly signal?: AbortSignal
  /** The maximum number of requests that are sent per second. */
  readonly rate?: number
  /** The secret values that the wrapped target removes from all answers. */
  readonly secrets?: readonly Secret[]
}

/** The counters of one target, or the shared counters of several targets. */
interface Count {
  sent: number
  answers: number
  /** The sum of the response times of all answers, in milliseconds. */
  milliseconds: number
  length: number
  timeouts: number
  crashes: number
  failuresInARow: number
  /** The reason why the latest failed request failed. */
  reason: string
  /** The last read requests that the target answered, the newest first. */
  recent: readonly WireRequest[]
  givenUp: string | undefined
  readonly limited: RateLimitCount
  /** The requests that make the target's process end. The check does not send these requests again. */
  readonly culprits: Map<string, { readonly request: WireRequest; readonly outcome: Outcome }>
}

export function guard(target: Target, concurrency: number, options: GuardOptions = {}): Guarded {
  return guarded(target, concurrency, options, {
    sent: 0,
    answers: 0,
    milliseconds: 0,
    length: 0,
    timeouts: 0,
    crashes: 0,
    failuresInARow: 0,
    reason: '',
    recent: [],
    givenUp: undefined,
    limited: { times: 0, waited: 0 },
    culprits: new Map(),
  })
}

function guarded(target: Target, concurrency: number, options: GuardOptions, count: Count): Guarded {
  const semaphore = createSemaphore(concurrency)
  const { rate, signal } = options
  /** The reads by which the cleanup verifies, after the end of the run, that created documents are gone. */
  const cleaning = new WeakSet<WireRequest>()
  // Reads the abort signal again before each request is sent, because the run may have ended while the request waited
  // for its turn.
  const ending: Target = {
    ...target,
    ask: async (request) =>
      isAborted(signal) && isReading(request) && !cleaning.has(request) ? STOPPED : target.ask(request),
  }
  const limited = withBackoff(rate === undefined ? ending : withRate(ending, rate), count.limited)
  const redact = createRedactor([...(options.secrets ?? []), ...(target.secrets ?? [])])
  const redacting: Target = {
    ...target,
    ask: async (request) => redacted(await limited.ask(request), redact),
  }
  const counting: Target = { ...target, ask: (request) => sendCounted(redacting, request, count, signal) }
  const settle = createInvestigation(counting, semaphore, options, count)
  const ask = async (request: WireRequest): Promise<Outcome> => {
    await semaphore.acquire()
    try {
      const stopped = endOf(count, options)
      if (stopped !== undefined) return failed('given up', `the target ${stopped}`)
      const culprit = count.culprits.get(keyOf(request))
      if (culprit !== undefined) return culprit.outcome
      const outcome = await counting.ask(request)
      // The investigation of a failure repeats requests. It never repeats a write, because the write may already have
      // had an effect.
      const isInvestigated = isReading(request) && mayHaveEnded(outcome, count)
      return isInvestigated ? await settle({ request, outcome }) : outcome
    } finally {
      semaphore.release()
    }
  }
  return {
    ...target,
    name: line(redact(target.name)),
    ask,
    sent: () => count.sent,
    answers: () => count.answers,
    pace: () => (count.answers === 0 ? undefined : count.milliseconds / count.answers),
    givenUp: () => endOf(count, options),
    isStopped: () => signal?.aborted === true,
    culprits: () => [...count.culprits.values()].map(({ request }) => request),
    limited: () => count.limited,
    answered: () => count.recent[0],
    askAfterEnd: (request) => {
      count.sent++
      cleaning.add(request)
      return redacting.ask(request)
    },
    withSharedCounters: (other) => guarded(other, concurrency, options, count),
  }
}

const STOPPED = failed('given up', 'got no more requests')

const endOf = ({ givenUp }: Count, { signal }: GuardOptions): string | undefined =>
  givenUp ?? (signal?.aborted === true ? 'got no more requests' : undefined)

const keyOf = ({ method, url, headers, body }: WireRequest): string =>
  JSON.stringify([method, url, headers, body])

/**
 * Returns whether the target's process may have ended after a failed request. An unreadable answer shows that the
 * process still runs, unless request after request fails.
 */
function mayHaveEnded(outcome: Outcome, { failuresInARow }: Count): boolean {
  if (outcome.kind === 'answered' || outcome.why === 'given up') return false
  return outcome.why !== 'garbage' || failuresInARow >= GIVE_UP_AFTER
}

async function sendCounted(
  target: Target,
  request: WireRequest,
  count: Count,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (isAborted(signal) && isReading(request)) return STOPPED
  count.sent++
  // If the user ends the run, pending writes still complete, because the cleanup must know which documents they
  // created.
  const isEndedAtOnce = isReading(request)
  const start = performance.now()
  const outcome = await (isEndedAtOnce ? unlessStopped(target.ask(request), signal) : target.ask(request))
  if (outcome.kind === 'answered') {
    count.answers++
    count.milliseconds += performance.now() - start
    count.failuresInARow = 0
    if (isReading(request)) count.recent = [request, ...count.recent.slice(0, MAX_RECENT - 1)]
    count.length += outcome.text.length
  } else if (outcome.why === 'given up') {
    count.givenUp ??= outcome.message
  } else {
    count.failuresInARow++
    count.reason = `${outcome.why}: ${outcome.message}`
    if (outcome.why === 'timeout') count.timeouts++
  }
  if (count.timeouts >= MAX_TIMEOUTS) count.givenUp ??= `let ${MAX_TIMEOUTS} requests time out`
  if (count.length > MAX_LENGTH + count.sent * MAX_LENGTH_EACH)
    count.givenUp ??= `answered with more than ${MAX_LENGTH} characters`
  if (count.failuresInARow >= GIVE_UP_AFTER && count.recent.length === 0)
    count.givenUp ??= `answered none of ${count.failuresInARow} requests in a row (${quoted(count.reason)})`
  return outcome
}

const unlessStopped = async (pending: Promise<Outcome>, signal: AbortSignal | undefined): Promise<Outcome> =>
  (await unlessAborted(pending, signal)) ?? STOPPED

type Settle = (failures: SentRequest) => Promise<Outcome>

/**
 * Creates a function that investigates failed requests. It collects failures until all open requests have ended, while
 * no new request starts. It then finds the request that causes the failures.
 */
function createInvestigation(
  target: Target,
  semaphore: Semaphore,
  { restart, signal }: GuardOptions,
  count: Count,
): Settle {
  let waiting: { readonly sent: SentRequest; readonly resolve: (outcome: Outcome) => void }[] = []
  const investigate = async (): Promise<void> => {
    const all = waiting
    waiting = []
    const settled = await settledOf(all.map(({ sent }) => sent))
    for (const [at, { sent, resolve }] of all.entries()) resolve(settled[at]?.outcome ?? sent.outcome)
  }
  const settledOf = async (failures: readonly SentRequest[]): Promise<readonly SentRequest[]> => {
    const others = count.recent.filter(({ url }) => failures.every(({ request }) => request.url !== url))
    const [plain, ...before] = others.length > 0 ? others : count.recent
    if (plain === undefined || count.givenUp !== undefined || isAborted(signal)) return failures
    if (++count.crashes > MAX_CRASHES && restart !== undefined) {
      count.givenUp ??= `ended ${MAX_CRASHES} times`
      return failures
    }
    const recovery = {
      plain,
      ...(restart === undefined ? {} : { restart }),
      ...(signal === undefined ? {} : { signal }),
    }
    const diagnosis = await findCulprit(target, { failures, before: [plain, ...before] }, recovery)
    // If the run ended during the investigation, its result is incomplete.
    if (isAborted(signal)) return failures
    if (diagnosis.kind === 'gone') count.givenUp ??= diagnosis.why
    if (diagnosis.culprit !== undefined)
      recordCulprit(count, diagnosis.culprit, diagnosis.kind === 'back' ? diagnosis.settled : [])
    return diagnosis.kind === 'back' ? diagnosis.settled : failures
  }
  return (sent) =>
    new Promise((resolve) => {
      semaphore.pause()
      waiting.push({ sent, resolve })
      semaphore.wake()
      // The first failed request waits for every other open request. Each other request gets its answer, or fails and
      // waits too.
      const wait = async (): Promise<void> => {
        if (waiting[0]?.sent !== sent) return
        while (semaphore.running() > waiting.length) await semaphore.nextRelease()
        await investigate()
        semaphore.resume()
      }
      void wait()
    })
}

function recordCulprit({ culprits }: Count, request: WireRequest, settled: readonly SentRequest[]): void {
  const own = settled.find((sent) => sent.request === request)?.outcome
  const outcome =
    own ?? failed('crash', `the target ended after ${requestText(request)}, even with no other request open`)
  culprits.set(keyOf(request), { request, outcome })
}

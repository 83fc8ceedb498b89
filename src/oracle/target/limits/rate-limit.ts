/**
 * Limits the rate of requests to a target, as the user's option `rate` and the target's answers with status 429
 * demand.
 */
import type { Outcome, Target, WireRequest } from '../target.ts'
import { failed } from '../target.ts'

/** The maximum time that the check waits after an answer with status 429, in milliseconds. */
const MAX_WAIT = 30_000
/** The maximum number of consecutive waits, if every answer between these waits has status 429. */
const MAX_WAITS = 5
/** The maximum number of times that the check sends one request that the target answers with status 429. */
const MAX_TRIES = 20
/**
 * The time of the first wait after a 429 without `retry-after`, in milliseconds. The time doubles with each consecutive
 * wait (exponential backoff), up to `MAX_WAIT`.
 */
const INITIAL_BACKOFF = 1_000

/** Wraps a target so that at most `rate` requests per second are sent, at equal intervals. */
export function withRate(target: Target, rate: number): Target {
  const gap = 1000 / rate
  let next = 0
  const ask = async (request: WireRequest): Promise<Outcome> => {
    const now = Date.now()
    const at = Math.max(now, next)
    next = at + gap
    await sleep(at - now)
    return target.ask(request)
  }
  return { ...target, ask }
}

/**
 * The number of answers with status 429, and the time that the run waited because of these answers, in milliseconds.
 */
export interface RateLimitCount {
  times: number
  waited: number
}

/**
 * Wraps a target so that a request whose answer has status 429 is repeated after a wait. Adds the milliseconds of each
 * wait to the count `limited`.
 */
export function withBackoff(target: Target, limited: RateLimitCount): Target {
  let notBefore = 0
  /**
   * The number of waits so far. If a request was sent before a wait, an answer 429 to this request does not cause
   * another wait.
   */
  let round = 0
  /** The number of waits since the last answer with a status other than 429. */
  let roundsInARow = 0
  const wait = (answer: Extract<Outcome, { kind: 'answered' }>): string | undefined => {
    const now = Date.now()
    const requested = retryAfter(answer.answer.headers?.['retry-after'], now)
    if (requested !== undefined && requested > MAX_WAIT)
      return `answers 429 and asks to wait for ${Math.ceil(requested / 1000)} s; the check waits at most ${MAX_WAIT / 1000} s`
    if (++roundsInARow > MAX_WAITS)
      return `still answers 429 after ${MAX_WAITS} waits in a row (${seconds(limited.waited)} in total)`
    const milliseconds = requested ?? Math.min(MAX_WAIT, INITIAL_BACKOFF * 2 ** (roundsInARow - 1))
    round++
    limited.waited += milliseconds
    notBefore = now + milliseconds
    return undefined
  }
  const ask = async (request: WireRequest): Promise<Outcome> => {
    for (let tries = 1; ; tries++) {
      await sleep(notBefore - Date.now())
      const mine = round
      const outcome = await target.ask(request)
      if (outcome.kind === 'failed') return outcome
      if (outcome.answer.status !== 429) {
        roundsInARow = 0
        return outcome
      }
      limited.times++
      if (tries >= MAX_TRIES) return outcome
      const endless = mine === round ? wait(outcome) : undefined
      if (endless !== undefined) return failed('given up', endless)
    }
  }
  return { ...target, ask }
}

/**
 * Returns the milliseconds to wait that a `retry-after` header demands; undefined for a text that is neither a number
 * of seconds nor a date.
 */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]{3},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Writes a number of milliseconds in seconds, such as `1.5 s`. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const sleep = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Limits the rate of requests: by the user's option, and by answers with status 429. */
import type { Outcome, Target, WireRequest } from '../target.ts'
import { failed } from '../target.ts'

/** The maximum time that the check waits after a 429, in milliseconds. */
const MAX_WAIT = 30_000
/** The maximum number of waits in a row without an answer other than 429. */
const MAX_WAITS = 5
/** The maximum number of attempts for one request. */
const MAX_TRIES = 20
/**
 * The waiting time after the first 429 without `retry-after`, in milliseconds. It doubles each time (exponential
 * backoff).
 */
const INITIAL_BACKOFF = 1_000

/** Wraps a target so that at most `rate` requests start per second, at equal intervals. */
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

/** The number of 429 answers of a target, and the time that the run waited because of them, in milliseconds. */
export interface RateLimitCount {
  times: number
  waited: number
}

/** Waits after a 429 and repeats the request; adds the waiting time to `limited`. */
export function withBackoff(target: Target, limited: RateLimitCount): Target {
  let notBefore = 0
  /** The number of waits. A 429 to a request that was sent before a wait does not cause another wait. */
  let round = 0
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
 * The waiting time in a `retry-after` header, in milliseconds; undefined for a text that is neither a number of seconds
 * nor a date.
 */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]{3},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Formats milliseconds as seconds, such as `1.5 s`. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const sleep = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))

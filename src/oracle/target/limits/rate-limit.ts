/** Limits the rate of requests: by the user's option, and by answers with status 429. */
import type { Outcome, Target, WireRequest } from '../target.ts'
import { failed } from '../target.ts'

/** The longest accepted waiting time of a 429. */
const MAX_WAIT = 30_000
/** The most 429 answers in a row, each after waiting. */
const MAX_WAITS = 5
/** The most attempts for one request. */
const MAX_TRIES = 20
/** The waiting time of the first 429 without `retry-after`. It doubles each time (exponential backoff). */
const INITIAL_BACKOFF = 1_000

/** Begins this many requests each second, evenly. */
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

/** How often a target answered 429, and how many milliseconds the run waited for that. */
export interface RateLimitCount {
  times: number
  waited: number
}

/** Waits after a 429 and repeats the request; adds the waiting time to `limited`. */
export function withBackoff(target: Target, limited: RateLimitCount): Target {
  let notBefore = 0
  /** Counts the waits. A 429 to a request from before the wait does not cause another one. */
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

/** Milliseconds; undefined for another text than a number of seconds or a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]{3},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Milliseconds in readable form. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const sleep = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A target that is asked no faster than it should be: by what was ordered, and by what it says itself. */
import type { Outcome, Target, WireRequest } from './target.ts'
import { failed } from './target.ts'

/** The longest that is waited because the target says so. */
const MAX_WAIT = 30_000
/** So often in a row it may answer nothing but 429, each time after it was waited for. */
const MAX_ROUNDS = 5
/** So often one request is put. */
const MAX_TRIES = 20
/** What is waited where a 429 does not say how long, the first time; then twice as long each time. */
const FIRST_WAIT = 1_000

/** Begins so many requests each second, evenly. */
export function paced(target: Target, rate: number): Target {
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

/** How often a target answered 429, and for how many milliseconds it was waited. */
export interface Limited {
  times: number
  waited: number
}

/** A target that may answer 429, which is waited for and asked again; what that took is added to `limited`. */
export function patient(target: Target, limited: Limited): Target {
  let notBefore = 0
  /** Counts up each time it is waited; an answer to what was asked before does not make it wait again. */
  let round = 0
  let roundsInARow = 0
  const wait = (answer: Extract<Outcome, { kind: 'answered' }>): string | undefined => {
    const now = Date.now()
    const asked = retryAfter(answer.answer.headers?.['retry-after'], now)
    if (asked !== undefined && asked > MAX_WAIT)
      return `answers 429 and asks to wait for ${Math.ceil(asked / 1000)} s, which is longer than it is waited`
    if (++roundsInARow > MAX_ROUNDS)
      return `answers 429 however often it is waited: ${MAX_ROUNDS} times in a row, ${seconds(limited.waited)} all told`
    const milliseconds = asked ?? Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (roundsInARow - 1))
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

/** Milliseconds; undefined for a text that is neither a number of seconds nor a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]{3},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Milliseconds as a reader takes them. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const sleep = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))

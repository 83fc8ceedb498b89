/**
 * Chooses the fault to inject into a request. The first rule that applies decides, and headers of the request
 * override the rule.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { ApiRequest } from '../../reference/api.ts'
import type { Json } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { type Delay, type Drip, delayOf, LONGEST_DELAY, type Rule } from './rule.ts'

/** The fault that the server injects into the answer to one request. */
export interface InjectedFault {
  /** The delay in milliseconds before the server answers. */
  readonly delay: number
  /** The status and body that replace the correct answer. */
  readonly answer?: { readonly status: number; readonly body?: Json }
  readonly error?: 'reset' | 'cut'
  readonly drip?: Drip
}

export interface FaultInjector {
  /**
   * Returns the fault rule that applies to a request; undefined if no rule applies. Each call of the function counts
   * as a request for the rule options `every`, `times` and `once`.
   */
  readonly ruleOf: (request: ApiRequest) => Rule | undefined
  /**
   * Returns the fault to inject into a request; undefined for no fault. The parameter `rule` is the rule that decides;
   * by default, the rule that `ruleOf` finds.
   */
  readonly meet: (request: ApiRequest, rule?: Rule) => InjectedFault | undefined
}

export interface FaultOptions {
  readonly rules: readonly Rule[]
  /** The delay of a request for which neither a header nor a matching rule sets a delay. */
  readonly delay?: Delay
  /** The seed of random delays and of `chance`. The same requests in the same order get the same faults. */
  readonly seed: number
}

/** The names of the headers with which a client requests a fault for a single request. */
export const DELAY_HEADER = 'populace-delay'
export const STATUS_HEADER = 'populace-status'
export const ERROR_HEADER = 'populace-error'

export function faultInjector({ rules, delay, seed }: FaultOptions): FaultInjector {
  const numbers = xoroshiro128plus(seed)
  const number = (): number => uniformFloat64(numbers)
  const between = ({ least, most }: Delay): number => Math.round(least + number() * (most - least))
  const counted = rules.map((rule) => ({ rule, fitted: 0, met: 0 }))
  const firstOf = (request: ApiRequest): Rule | undefined => {
    if (counted.length === 0) return undefined
    const fitting = parted(request)
    for (const count of counted) {
      const { rule } = count
      if (!fits(rule, fitting)) continue
      count.fitted += 1
      const isDue = count.fitted % rule.every === 0 && count.met < rule.times
      if (!isDue || (rule.chance < 1 && number() >= rule.chance)) continue
      count.met += 1
      return rule
    }
    return undefined
  }
  return {
    ruleOf: firstOf,
    meet: (request, rule = firstOf(request)) => {
      const own = requestedFault(request)
      if (typeof own === 'string') return { delay: 0, answer: { status: 400, body: badRequest(own) } }
      const wait = own.delay ?? rule?.delay ?? delay
      const status = own.status ?? rule?.status
      const error = own.error ?? rule?.error
      if (wait === undefined && status === undefined && error === undefined && rule?.drip === undefined) {
        return undefined
      }
      return {
        delay: wait === undefined ? 0 : between(wait),
        ...(status === undefined ? {} : { answer: { status, ...bodyOf(rule) } }),
        ...(error === undefined ? {} : { error }),
        ...(rule?.drip === undefined ? {} : { drip: rule.drip }),
      }
    },
  }
}

const bodyOf = (rule: Rule | undefined): { readonly body?: Json } =>
  rule?.body === undefined ? {} : { body: rule.body }

interface FaultRequest {
  readonly delay: Delay | undefined
  readonly status: number | undefined
  readonly error: InjectedFault['error'] | undefined
}

const badRequest = (message: string): Json => ({
  data: null,
  error: { status: 400, name: 'BadRequestError', message, details: {} },
})

/** Returns the fault that the headers request, or a message about an invalid header. */
function requestedFault({ headers = {} }: ApiRequest): FaultRequest | string {
  const [delay, status, error] = [headers[DELAY_HEADER], headers[STATUS_HEADER], headers[ERROR_HEADER]]
  const wait = delay === undefined ? undefined : delayOf(delay)
  if (delay !== undefined && wait === undefined)
    return wrongHeader(DELAY_HEADER, `milliseconds such as 500, or 200-800; at most ${LONGEST_DELAY}`, delay)
  const number = status === undefined ? undefined : Number(status)
  if (number !== undefined && !(Number.isInteger(number) && number >= 200 && number <= 599))
    return wrongHeader(STATUS_HEADER, 'a status from 200 to 599', status)
  if (error !== undefined && error !== 'reset' && error !== 'cut')
    return wrongHeader(ERROR_HEADER, 'reset or cut', error)
  return { delay: wait, status: number, error }
}

const wrongHeader = (name: string, expected: string, found: string | undefined): string =>
  `${name}: expected ${expected}, found ${JSON.stringify(found?.slice(0, 100))}`

interface Parted {
  readonly method: string
  readonly steps: readonly string[]
  readonly query: URLSearchParams
  readonly headers: NonNullable<ApiRequest['headers']>
}

function parted({ method = 'GET', url, headers = {} }: ApiRequest): Parted {
  const { path, search } = splitTarget(url)
  const query = new URLSearchParams(search)
  return { method: method.toUpperCase(), steps: path.slice(1).split('/'), query, headers }
}

function fits(rule: Rule, { method, steps, query, headers }: Parted): boolean {
  if (rule.method !== undefined && rule.method !== method) return false
  if (rule.path !== undefined && !isBelow(rule.path, steps)) return false
  const isAsked = Object.entries(rule.query).every(([name, value]) => query.getAll(name).includes(value))
  return isAsked && Object.entries(rule.headers).every(([name, value]) => headers[name] === value)
}

function isBelow(pattern: readonly string[], steps: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**'
  const fixed = isOpen ? pattern.slice(0, -1) : pattern
  if (isOpen ? steps.length < fixed.length : steps.length !== fixed.length) return false
  return fixed.every((step, at) => step === '*' || step.startsWith(':') || step === steps[at])
}

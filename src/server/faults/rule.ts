/**
 * Parses the rules of fault injection. A rule states which requests get a fault, and which fault they get. Rules are
 * JSON from a file or a test:
 *
 *     [{ "path": "/api/articles/*", "delay": "200-800" },
 *      { "path": "/api/articles", "query": { "populate": "author" }, "every": 3, "status": 503 },
 *      { "method": "GET", "path": "/uploads/**", "chance": 0.1, "error": "reset" },
 *      { "path": "/api/home", "once": true, "drip": { "bytes": 100, "delay": 50 } }]
 */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'

/** A range of milliseconds, from `least` to `most`. */
export interface Delay {
  readonly least: number
  readonly most: number
}

/** The options to send an answer in pieces, with a delay before each piece. */
export interface Drip {
  readonly bytes: number
  /** The delay before each piece, in milliseconds. */
  readonly delay: number
}

export interface Rule {
  /**
   * The segments of the paths that the rule matches. A `*` or `:name` in the path matches one segment, and `**` at the
   * end matches any number of segments. If the path of a fault rule is undefined, the rule matches every path.
   */
  readonly path: readonly string[] | undefined
  /** The method in upper case; undefined matches every method. */
  readonly method: string | undefined
  /**
   * The query parameters that a matching request must have, each with exactly this value. The names of the parameters
   * are written as in the URL.
   */
  readonly query: Readonly<Record<string, string>>
  /** The headers that a matching request must have, each with exactly this value. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The distance of the selected requests: the rule selects every n-th matching request, where n is `every`. At most
   * `times` selected requests get the fault, each with the probability `chance`.
   */
  readonly every: number
  readonly times: number
  readonly chance: number
  readonly delay: Delay | undefined
  readonly status: number | undefined
  /**
   * The body of the answer with `status`; by default, null below 400, and an error in the format of the real server
   * from 400.
   */
  readonly body: Json | undefined
  /** The way in which the server closes the connection: at once (`reset`), or in the middle of the answer (`cut`). */
  readonly error: 'reset' | 'cut' | undefined
  readonly drip: Drip | undefined
}

/**
 * The error for an invalid fault rule. The message names the place in the rules, the expected value and the found
 * value.
 */
export class RuleError extends Error {
  override readonly name = 'RuleError'

  /** Returns the JSON pointer (RFC 6901) of the invalid value, without the name of the file. */
  get pointer(): string {
    const [place = ''] = this.message.split(': ', 1)
    const at = place.indexOf('#')
    return at < 0 ? '' : place.slice(at + 1)
  }
}

/**
 * The longest delay that a rule may set, in milliseconds. No test needs a longer delay, because most clients have a
 * shorter timeout.
 */
export const LONGEST_DELAY = 600_000
export const MOST_RULES = 1_000

const MEMBERS = [
  'path',
  'method',
  'query',
  'headers',
  'every',
  'times',
  'once',
  'chance',
  'delay',
  'status',
  'body',
  'error',
  'drip',
]

/** Parses fault rules. @throws RuleError with `name` and the pointer of the invalid value. */
export function readRules(json: Json, name: string): readonly Rule[] {
  const list = isList(json) ? json : [json]
  if (list.length > MOST_RULES) throw new RuleError(`${name}: expected at most ${MOST_RULES} rules`)
  return list.map((one, at) => readRule(one, `${name}#${isList(json) ? `/${at}` : ''}`))
}

function readRule(json: Json, place: string): Rule {
  if (!isObject(json)) throw wrong(place, 'a rule as {"path": "/api/articles", "delay": 500}', json)
  const strange = Object.keys(json).find((key) => !MEMBERS.includes(key))
  if (strange !== undefined) throw wrong(pointerTo(place, strange), `one of ${MEMBERS.join(', ')}`, strange)
  const at = (key: string): [Json | undefined, string] => [member(json, key), pointerTo(place, key)]
  const [status, error, drip] = [member(json, 'status'), member(json, 'error'), member(json, 'drip')]
  const rule: Rule = {
    path: readPath(...at('path')),
    method: readText(...at('method'))?.toUpperCase(),
    query: readTexts(...at('query')),
    headers: lowerCase(readTexts(...at('headers'))),
    every: readNumber(...at('every'), 1, 1_000_000) ?? 1,
    times: readTimes(json, place),
    chance: readNumber(...at('chance'), 0, 1) ?? 1,
    delay: readDelay(...at('delay')),
    status: readWhole(status, pointerTo(place, 'status'), 200, 599),
    body: member(json, 'body'),
    error: readError(error, pointerTo(place, 'error')),
    drip: readDrip(drip, pointerTo(place, 'drip')),
  }
  if (rule.body !== undefined && rule.status === undefined) {
    throw wrong(pointerTo(place, 'body'), 'a "status" in the same rule', 'none')
  }
  return rule
}

const wrong = (place: string, expected: string, found: Json | undefined): RuleError =>
  new RuleError(`${place}: expected ${expected}, found ${JSON.stringify(found)?.slice(0, 100)}`)

function readText(json: Json | undefined, place: string): string | undefined {
  if (json === undefined || typeof json === 'string') return json
  throw wrong(place, 'text', json)
}

function readPath(json: Json | undefined, place: string): readonly string[] | undefined {
  const text = readText(json, place)
  if (text === undefined) return undefined
  if (!text.startsWith('/') || text.includes('?')) throw wrong(place, 'a path such as /api/articles/*', text)
  const steps = text.slice(1).split('/')
  if (steps.slice(0, -1).includes('**')) throw wrong(place, '** only at the end', text)
  return steps
}

function readTexts(json: Json | undefined, place: string): Readonly<Record<string, string>> {
  if (json === undefined) return {}
  if (!isObject(json)) throw wrong(place, 'an object whose values are texts', json)
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, readText(value, pointerTo(place, key)) ?? '']),
  )
}

const lowerCase = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name.toLowerCase(), value]))

function readNumber(json: Json | undefined, place: string, least: number, most: number): number | undefined {
  if (json === undefined) return undefined
  if (typeof json === 'number' && json >= least && json <= most) return json
  throw wrong(place, `a number from ${least} to ${most}`, json)
}

function readWhole(json: Json | undefined, place: string, least: number, most: number): number | undefined {
  const number = readNumber(json, place, least, most)
  if (number === undefined || Number.isInteger(number)) return number
  throw wrong(place, 'a whole number', json)
}

function readTimes(json: JsonObject, place: string): number {
  const [once, times] = [member(json, 'once'), member(json, 'times')]
  if (once !== undefined && typeof once !== 'boolean')
    throw wrong(pointerTo(place, 'once'), 'true or false', once)
  if (once === true) return 1
  return readWhole(times, pointerTo(place, 'times'), 0, 1_000_000) ?? Number.POSITIVE_INFINITY
}

function readError(json: Json | undefined, place: string): 'reset' | 'cut' | undefined {
  if (json === undefined || json === 'reset' || json === 'cut') return json
  throw wrong(place, '"reset" or "cut"', json)
}

function readDrip(json: Json | undefined, place: string): Drip | undefined {
  if (json === undefined) return undefined
  if (!isObject(json)) throw wrong(place, '{"bytes": 100, "delay": 50}', json)
  const strange = Object.keys(json).find((key) => key !== 'bytes' && key !== 'delay')
  if (strange !== undefined) throw wrong(pointerTo(place, strange), 'bytes or delay', strange)
  return {
    bytes: readWhole(member(json, 'bytes'), pointerTo(place, 'bytes'), 1, 1_000_000) ?? 100,
    delay: readWhole(member(json, 'delay'), pointerTo(place, 'delay'), 1, 60_000) ?? 50,
  }
}

function readDelay(json: Json | undefined, place: string): Delay | undefined {
  if (json === undefined) return undefined
  const delay = delayOf(typeof json === 'number' ? String(json) : (readText(json, place) ?? ''))
  if (delay !== undefined) return delay
  throw wrong(place, `milliseconds such as 500, or "200-800"; at most ${LONGEST_DELAY}`, json)
}

/** Parses a delay such as `500` or `200-800`; undefined for any other text. */
export function delayOf(text: string): Delay | undefined {
  const parts = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text)
  if (parts === null) return undefined
  const least = Number(parts[1])
  const most = Number(parts[2] ?? parts[1])
  return least <= most && most <= LONGEST_DELAY ? { least, most } : undefined
}

/** What is checked: something that answers requests, or fails to. */
import { type Json, parseJson } from '../../util/json.ts'
import { excess } from '../bodies/excess.ts'
import { line } from '../bodies/line.ts'
import type { Secret } from './secrets/secret.ts'

/** A request in the form in which it can be sent over HTTP; see `onWire`. */
export interface WireRequest {
  readonly method: string
  /** Path and query in printable ASCII. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** What is written, as it is sent. */
  readonly body?: string
}

/** An answer as it is judged. */
export interface Answer {
  readonly status: number
  /** By lower-case name; headers are not looked at where they are left out. */
  readonly headers?: Readonly<Record<string, string>>
  /** The parsed JSON, or the text where it is none. */
  readonly body: Json
}

/** Why there is no answer. */
export type FailureKind =
  /** Nothing came within the time allowed. */
  | 'timeout'
  /** The connection or the process ended, or could not be made. */
  | 'crash'
  /** Something came that is no answer. */
  | 'garbage'
  /** Not asked: too many requests before this one had no answer. */
  | 'given up'

export interface Failure {
  readonly kind: 'failed'
  readonly why: FailureKind
  readonly message: string
}

export interface Answered {
  readonly kind: 'answered'
  readonly answer: Answer
  /** The body as it came. */
  readonly text: string
}

export type Outcome = Answered | Failure

/** Answers every request with an outcome; never throws and never rejects. */
export interface Target {
  /** A URL, a command line, or a name, for the report. */
  readonly name: string
  /** What it sends with every request and must not be quoted with. */
  readonly secrets?: readonly Secret[]
  /** The names of headers that it sends with every request. */
  readonly extra?: readonly string[]
  readonly ask: (request: WireRequest) => Promise<Outcome>
  /** Ends what the target has begun: connections, a process. */
  readonly close: () => Promise<void>
}

/** The longest message of a failure, which may be the target's own words. */
const MAX_MESSAGE = 300

export const failed = (why: FailureKind, message: string): Failure => ({
  kind: 'failed',
  why,
  message: line(message, MAX_MESSAGE),
})

/**
 * The outcome of what a target sent, whatever it is: a status that is no number or a body that is no text or
 * too large to be read is a failure of the target. Headers that are no object are none.
 */
export function received(status: unknown, body: unknown, headers?: unknown): Outcome {
  if (typeof status !== 'number' || typeof body !== 'string')
    return failed('garbage', 'the answer has no status or no body')
  const tooMuch = excess(body)
  if (tooMuch !== undefined) return failed('garbage', `the body has ${tooMuch}`)
  return answered(status, body, textsOf(headers))
}

/** By lower-case name; what is no text is written as JSON. */
function textsOf(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

/** An answer from its text: the body is the parsed JSON, or the text where it is none. */
export function answered(status: number, text: string, headers?: Readonly<Record<string, string>>): Answered {
  const json = parseJson(text)
  const body = json === undefined ? text : json
  return { kind: 'answered', answer: { status, body, ...(headers === undefined ? {} : { headers }) }, text }
}

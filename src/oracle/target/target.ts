/** Targets: anything that answers requests or fails. */
import { type Json, parseJson } from '../../util/json.ts'
import { excess } from '../bodies/excess.ts'
import { line } from '../bodies/line.ts'
import type { Secret } from './secrets/secret.ts'

/** A request in a form that HTTP can carry; see `onWire`. */
export interface WireRequest {
  readonly method: string
  /** Path and query in printable ASCII. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as sent. */
  readonly body?: string
}

/** An answer in the form for comparison. */
export interface Answer {
  readonly status: number
  /** By lower-case name; absent headers are not compared. */
  readonly headers?: Readonly<Record<string, string>>
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: Json
}

/** The kind of a failure. */
export type FailureKind =
  /** No answer within the timeout. */
  | 'timeout'
  /** The connection or the process ended, or could not be opened. */
  | 'crash'
  /** The output is not a valid answer. */
  | 'garbage'
  /** Not sent: too many earlier requests failed. */
  | 'given up'

export interface Failure {
  readonly kind: 'failed'
  readonly why: FailureKind
  readonly message: string
}

export interface Answered {
  readonly kind: 'answered'
  readonly answer: Answer
  /** The raw body. */
  readonly text: string
}

export type Outcome = Answered | Failure

/** Answers every request with an outcome; never throws and never rejects. */
export interface Target {
  /** A URL, a command line, or a name, for the report. */
  readonly name: string
  /** The secrets that the target sends with every request. */
  readonly secrets?: readonly Secret[]
  /** The names of the headers that the target sends with every request. */
  readonly extra?: readonly string[]
  readonly ask: (request: WireRequest) => Promise<Outcome>
  /** Closes the connections or the process of the target. */
  readonly close: () => Promise<void>
}

/** The longest message of a failure, because the text may come from the target. */
const MAX_MESSAGE = 300

export const failed = (why: FailureKind, message: string): Failure => ({
  kind: 'failed',
  why,
  message: line(message, MAX_MESSAGE),
})

/**
 * The outcome of an untrusted response. It is a failure if the status is not a number, or the body is not a text or too
 * large. Ignores headers that are not objects.
 */
export function received(status: unknown, body: unknown, headers?: unknown): Outcome {
  if (typeof status !== 'number' || typeof body !== 'string')
    return failed('garbage', 'the answer has no status or no body')
  const tooMuch = excess(body)
  if (tooMuch !== undefined) return failed('garbage', `the body has ${tooMuch}`)
  return answered(status, body, textsOf(headers))
}

/** By lower-case name; other values than texts are written as JSON. */
function textsOf(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

/** An answer from its text. The body is the parsed JSON, or the text if it is not JSON. */
export function answered(status: number, text: string, headers?: Readonly<Record<string, string>>): Answered {
  const json = parseJson(text)
  const body = json === undefined ? text : json
  return { kind: 'answered', answer: { status, body, ...(headers === undefined ? {} : { headers }) }, text }
}

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
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as sent. */
  readonly body?: string
}

/** An answer in the form in which answers are compared. */
export interface Answer {
  readonly status: number
  /** The headers by lower-case name. If absent, headers are not compared. */
  readonly headers?: Readonly<Record<string, string>>
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: Json
}

/** The kind of a failure. */
export type FailureKind =
  /** The target did not answer within the timeout. */
  | 'timeout'
  /** The connection or the process ended, or could not be opened. */
  | 'crash'
  /** The output is not a valid answer. */
  | 'garbage'
  /** The request was not sent, because the run has ended or too many requests failed. */
  | 'given up'

export interface Failure {
  readonly kind: 'failed'
  readonly why: FailureKind
  readonly message: string
}

export interface Answered {
  readonly kind: 'answered'
  readonly answer: Answer
  /** The body as text, not parsed. */
  readonly text: string
}

export type Outcome = Answered | Failure

/** Answers every request with an outcome; never throws and never rejects. */
export interface Target {
  /** The URL, the command line or the name of the target, for the report. */
  readonly name: string
  /** The secrets that the target sends with every request. */
  readonly secrets?: readonly Secret[]
  /** The names of the headers that the target sends with every request. */
  readonly extra?: readonly string[]
  readonly ask: (request: WireRequest) => Promise<Outcome>
  /** Closes the connections or the process of the target. */
  readonly close: () => Promise<void>
}

/** The maximum length of the message of a failure, in characters. The text may come from the target. */
const MAX_MESSAGE = 300

export const failed = (why: FailureKind, message: string): Failure => ({
  kind: 'failed',
  why,
  message: line(message, MAX_MESSAGE),
})

/**
 * The outcome of an untrusted response. The response is a failure if its status is not a number, or its body is too
 * large or not a text. Ignores headers that are not objects.
 */
export function received(status: unknown, body: unknown, headers?: unknown): Outcome {
  if (typeof status !== 'number' || typeof body !== 'string')
    return failed('garbage', 'the answer has no status or no body')
  const tooMuch = excess(body)
  if (tooMuch !== undefined) return failed('garbage', `the body has ${tooMuch}`)
  return answered(status, body, textsOf(headers))
}

/** The headers by lower-case name. Values that are not texts are written as JSON. */
function textsOf(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

/** Makes an answer from the text of its body. The body is the parsed JSON, or the text if it is not JSON. */
export function answered(status: number, text: string, headers?: Readonly<Record<string, string>>): Answered {
  const json = parseJson(text)
  const body = json === undefined ? text : json
  return { kind: 'answered', answer: { status, body, ...(headers === undefined ? {} : { headers }) }, text }
}

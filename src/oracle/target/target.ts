/**
 * The types of a target, which is the server under test: an HTTP server, a process or a function that answers requests
 * or fails.
 */
import { type Json, parseJson } from '../../util/json.ts'
import { excess } from '../bodies/excess.ts'
import { line } from '../bodies/line.ts'
import type { Secret } from './secrets/secret.ts'

/** A request in a form that an HTTP message can carry; see `onWire`. */
export interface WireRequest {
  readonly method: string
  /** The path and query of the request, in printable ASCII. */
  readonly url: string
  /** The headers of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body of the request, as the request contains it. */
  readonly body?: string
}

/** The answer of a server to a request, in the form that comparisons need. */
export interface Answer {
  readonly status: number
  /**
   * The headers of the answer, by lower-case name; absent if the target reports no headers. The check then compares no
   * headers.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** The parsed JSON of the body; the text of the body if it is not JSON. */
  readonly body: Json
}

/** The kind of failure because of which a request has no answer. */
export type FailureKind =
  /** The target did not answer within the timeout. */
  | 'timeout'
  /** The connection to the target or the target's process ended, or could not be opened. */
  | 'crash'
  /** The output of the target is not a valid answer. */
  | 'garbage'
  /** The check did not send the request, or did not wait for its answer, because the run has ended. */
  | 'given up'

export interface Failure {
  readonly kind: 'failed'
  readonly why: FailureKind
  readonly message: string
}

export interface Answered {
  readonly kind: 'answered'
  readonly answer: Answer
  /** The body of the answer as text, not parsed. */
  readonly text: string
}

export type Outcome = Answered | Failure

/** A server under test. Its function `ask` resolves to an outcome for every request, and never throws or rejects. */
export interface Target {
  /** The URL, the command line or the given name of the target, in the form that the report shows. */
  readonly name: string
  /** The secrets, such as tokens, that the target sends with every request. */
  readonly secrets?: readonly Secret[]
  /** The names of the headers that the target sends with every request. */
  readonly extra?: readonly string[]
  readonly ask: (request: WireRequest) => Promise<Outcome>
  /** Closes the connections or the process of the target. */
  readonly close: () => Promise<void>
}

/**
 * The maximum length of a failure message, in characters. A limit is needed because the text may come from the target.
 */
const MAX_MESSAGE = 300

export const failed = (why: FailureKind, message: string): Failure => ({
  kind: 'failed',
  why,
  message: line(message, MAX_MESSAGE),
})

/**
 * Makes the outcome of a request from the parts of an untrusted response. The outcome is a failure if the status is
 * not a number, or if the body is not a text or exceeds a limit. Headers that are not an object are ignored.
 */
export function received(status: unknown, body: unknown, headers?: unknown): Outcome {
  if (typeof status !== 'number' || typeof body !== 'string')
    return failed('garbage', 'the answer has no numeric status or no body')
  const tooMuch = excess(body)
  if (tooMuch !== undefined) return failed('garbage', `the body has ${tooMuch}`)
  return answered(status, body, textsOf(headers))
}

/** Returns the headers of an answer, by lower-case name. Values that are not strings are written as JSON. */
function textsOf(headers: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
}

/** Makes an answer from the text of a body. A text that is not JSON becomes the body unparsed. */
export function answered(status: number, text: string, headers?: Readonly<Record<string, string>>): Answered {
  const json = parseJson(text)
  const body = json === undefined ? text : json
  return { kind: 'answered', answer: { status, body, ...(headers === undefined ? {} : { headers }) }, text }
}

/** Converts parts of an answer to texts of one line. */
import { type Json, parseJson } from '../../util/json.ts'
import { valueAt } from '../../util/pointer.ts'
import { literalDifference } from '../compare/difference.ts'

/** The status of an answer, with its body as text. */
export interface StatusAndText {
  readonly status: number
  readonly body: string
}

/** Returns the parsed JSON of an answer's body; the text of the body if it is not JSON. */
export const bodyOf = ({ body }: StatusAndText): Json => parseJson(body) ?? body

/**
 * Returns the first path at which two answers differ: `status`, or a JSON pointer; undefined if the answers are equal.
 */
export function firstPath(before: StatusAndText, after: StatusAndText): string | undefined {
  if (before.status !== after.status) return 'status'
  if (before.body === after.body) return undefined
  return literalDifference(bodyOf(before), bodyOf(after))?.path
}

/** The maximum length of a printed JSON value, in characters. */
const MOST_CHARACTERS = 120

/**
 * Returns the value at a path of an answer as text. For the path `status`, the text includes the error message of the
 * answer.
 */
export function textAt(answered: StatusAndText, path: string): string {
  const body = bodyOf(answered)
  if (path === 'status') return `${answered.status} ${messageOf(answered)}`.trimEnd()
  const value = valueAt(body, path)
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

/** Returns the message of an error answer; empty for any other answer. */
export function messageOf(answered: StatusAndText): string {
  const message = valueAt(bodyOf(answered), '/error/message')
  return typeof message === 'string' ? message.slice(0, MOST_CHARACTERS) : ''
}

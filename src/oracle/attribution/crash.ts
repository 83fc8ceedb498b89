/** Attributes a failure of the target, such as an answer with status 500, to the failure itself. */
import type { Json } from '../../util/json.ts'
import { beginning } from '../bodies/truncate.ts'
import type { Exchange } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'
import { errorOf, messageOf } from './refused.ts'
import type { Suspect } from './suspect.ts'

/**
 * The HTTP statuses that mean a failure of the server. The statuses 501 and 505 are absent, because they reject
 * unsupported requests.
 */
const CRASHES: ReadonlySet<number> = new Set([500, 502, 503, 504])
const CRASH = 'the server failed'

/**
 * Returns whether the strongest suspect is a failure of the server. The check repeats a request at which the server
 * failed, because the failure may be flaky.
 */
export const isCrash = ([first]: readonly Suspect[]): boolean => first?.kind.startsWith(CRASH) === true

/**
 * Returns a suspect without a rule if the target failed at the request and the reference did not; else undefined.
 * Failures with different messages are different causes, because they usually come from different lines of code.
 */
export function crashSuspect({ outcome, referenced }: Exchange): Suspect | undefined {
  if (outcome.kind === 'failed' || referenced.answer.status >= 500) return undefined
  const { status, body } = outcome.answer
  if (!CRASHES.has(status)) return undefined
  const message = messageOf(body)
  if (isExpectedError(body, referenced.answer))
    return {
      rule: null,
      kind: `${CRASH}: status of ${referenced.answer.status}`,
      says: `The server answers the expected error with status ${status} in place of ${referenced.answer.status}.`,
    }
  if (message === '') return { rule: null, kind: CRASH }
  return {
    rule: null,
    kind: `${CRASH}: ${beginning(wordsAlone(message), MAX_MESSAGE)}`,
    says: `The server failed with status ${status}. The server answers “${beginning(message, MAX_MESSAGE)}”${inPlaceOf(referenced.answer)}.`,
  }
}

/** Returns whether an error has the expected name or message, so that its status alone shows a failure. */
function isExpectedError(body: Json, referenced: Answer): boolean {
  if (referenced.status < 400) return false
  const ours = errorOf(referenced.body)
  const theirs = errorOf(body)
  return (
    (ours.name !== '' && theirs.name === ours.name) ||
    (ours.message !== '' && theirs.message === ours.message)
  )
}

/** Returns the phrase about the error that the reference answers; empty if it does not refuse the request. */
function inPlaceOf({ status, body }: Answer): string {
  const message = status < 400 ? '' : messageOf(body)
  return message === '' ? '' : ` in place of ${status} “${beginning(wordsAlone(message), MAX_MESSAGE)}”`
}

/** The maximum length of a message in a suspect, in characters. */
const MAX_MESSAGE = 80

/** Replaces the parts of a message other than words, because they may be names and values of the request. */
const wordsAlone = (message: string): string =>
  message
    .split(' ')
    .map((part) => (/^[A-Za-z]+[.,:;]?$/.test(part) ? part : '…'))
    .join(' ')

/**
 * Finds the suspects if only the message or the details of an error differ. If several refusals have the same wrong
 * message, this message is one cause.
 */
import { isObject, type Json, member } from '../../util/json.ts'
import { firstDifference, partAround } from '../../util/text/cut.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange } from '../exchange/session.ts'
import { messageOf } from './refused.ts'
import type { Suspect } from './suspect.ts'

const WORDING = 'wording'
/** The maximum number of characters of each text that the kind of a suspect quotes. */
const MAX_WORDS = 80

/**
 * Makes two suspects: one that this error has a wrong message, and one that all errors have wrong messages. In the kind
 * of a suspect, placeholders replace the names in an error message, so that one mistake has the same kind in all
 * requests.
 */
export function wordingSuspects(
  body: Json,
  { path, expected, found }: Difference,
): readonly [one: Suspect, all: Suspect] {
  const names = namesIn(body)
  const [ours, theirs] = shortened(generalized(expected, names), generalized(found, names))
  const member = path.split('/').slice(2).join('.')
  const isEmpty = found === ''
  return [
    {
      rule: 'endpoint.error',
      kind: isEmpty ? `${WORDING} of ${member}: none` : `${WORDING} of ${member}: ${ours} → ${theirs}`,
      says: isEmpty
        ? `An error has the text of the real server. The server leaves its \`${member}\` empty.`
        : `The \`${member}\` of an error differs. ${inPlaceOf(expected, found)}`,
    },
    {
      rule: 'endpoint.error',
      kind: WORDING,
      says: 'Errors have the texts of the real server. The server answers other texts.',
    },
  ]
}

/**
 * Returns the suspect that an error has a wrong name and the right message. One wrong name is one cause for all rules
 * whose refusals have the name. Returns undefined for another mismatch, because an error with another message may be
 * about another mistake in the request.
 */
export function nameSuspect(
  { referenced, outcome }: Exchange,
  { path, expected, found }: Difference,
): Suspect | undefined {
  const isName = path === '/error/name' && typeof expected === 'string' && typeof found === 'string'
  if (!isName || outcome.kind === 'failed') return undefined
  if (messageOf(outcome.answer.body) !== messageOf(referenced.answer.body)) return undefined
  return {
    rule: 'endpoint.error',
    kind: `name ${expected}`,
    says: `The name of an error differs. ${inPlaceOf(expected, found)}`,
  }
}

/**
 * Returns the suspect that the path in an error about a name differs. The suspect quotes the error, or says that the
 * path wrongly ends with the name.
 */
export function pathSuspect(body: Json, difference: Difference): Suspect {
  const { key, path } = namesIn(body)
  const withName = path === null ? String(key) : `${String(path)}.${String(key)}`
  const isAdded = pathIn(difference) === withName
  const deed = isAdded
    ? 'The server adds the name itself at the end of the path.'
    : inPlaceOf(difference.expected, difference.found)
  return {
    rule: 'endpoint.error-path',
    kind: 'error',
    says: `The path of a name in an error differs. ${deed}`,
  }
}

/** Returns the path that the target's error has, in its details or after ` at ` in its message; empty for no path. */
function pathIn({ path, found }: Difference): string | undefined {
  if (found === null || found === undefined) return ''
  if (typeof found !== 'string') return undefined
  return path === '/error/message' ? (found.split(' at ')[1]?.split(':')[0] ?? '') : found
}

function inPlaceOf(expected: Json | undefined, found: Json | undefined): string {
  if (found === undefined) return 'The server omits it.'
  if (expected === undefined) return 'The server adds it.'
  const [ours, theirs] = shortened(textOf(expected), textOf(found))
  return `The server answers “${theirs}” in place of “${ours}”.`
}

/** Returns the parts of the expected and the found text around their first difference. */
function shortened(expected: string, found: string): readonly [ours: string, theirs: string] {
  const at = firstDifference(expected, found)
  return [partAround(expected, at, MAX_WORDS), partAround(found, at, MAX_WORDS)]
}

/** Returns whether a suspect is about error messages: its kind begins with `WORDING`. */
export const isWordingSuspect = ({ kind }: Suspect): boolean => kind.startsWith(WORDING)

/** Returns whether a suspect is about one wrong error message, in contrast to the suspect about all error messages. */
export const isOfOneWording = (suspect: Suspect): boolean =>
  isWordingSuspect(suspect) && suspect.kind !== WORDING

/** The values of the members `key` and `path` in the details of an error. */
interface NamesOfError {
  readonly key: Json | undefined
  readonly path: Json | undefined
}

function namesIn(body: Json): NamesOfError {
  const error = isObject(body) ? member(body, 'error') : undefined
  const details = isObject(error) ? member(error, 'details') : undefined
  return isObject(details)
    ? { key: member(details, 'key'), path: member(details, 'path') }
    : { key: undefined, path: undefined }
}

/** Replaces the names in an error message by placeholders, such as `Invalid key KEY at PATH.KEY`. */
function generalized(value: Json | undefined, { key, path }: NamesOfError): string {
  const text = textOf(value)
  const nameOf = (word: string): string => (word === key ? 'KEY' : word === path ? 'PATH' : word)
  const words = text.split(/([ "'`])/).map((word) => {
    const isBelow = typeof path === 'string' && word.startsWith(`${path}.`)
    return isBelow ? `PATH.${nameOf(word.slice(path.length + 1))}` : nameOf(word)
  })
  return words.join('')
}

const textOf = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)

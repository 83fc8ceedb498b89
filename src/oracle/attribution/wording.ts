/** Attributes errors whose text differs. The same wrong text in several refusals is one cause. */
import { isObject, type Json, member } from '../../util/json.ts'
import type { Difference } from '../compare/difference.ts'
import type { Suspect } from './suspect.ts'

const WORDING = 'wording'
/** The maximum length of each text in the kind of a suspect, in characters. */
const MAX_WORDS = 80

/**
 * Two suspects: the text of this error, and the text of all errors. Placeholders replace the names in the first text,
 * so that one mistake has the same kind in all requests.
 */
export function wordingSuspects(
  body: Json,
  { path, expected, found }: Difference,
): readonly [one: Suspect, all: Suspect] {
  const names = namesIn(body)
  const [wanted, got] = [expected, found].map((one) => generalized(one, names))
  const member = path.split('/').slice(2).join('.')
  return [
    {
      rule: 'endpoint.error',
      kind: `${WORDING} of ${member}: ${wanted} → ${got}`,
      says: `The ${member} of errors is “${got}” in place of “${wanted}”.`,
    },
    { rule: 'endpoint.error', kind: WORDING, says: 'The texts of errors differ.' },
  ]
}

/** Whether a suspect is the text of one error or of all errors. */
export const isWordingSuspect = ({ kind }: Suspect): boolean => kind.startsWith(WORDING)

/** Whether a suspect is one mistake in the text of errors, not the text of all errors. */
export const isOfOneWording = (suspect: Suspect): boolean =>
  isWordingSuspect(suspect) && suspect.kind !== WORDING

/** The key and the path in the details of an error. */
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

/** The text with placeholders: `Invalid key KEY at PATH.KEY`. */
function generalized(value: Json | undefined, { key, path }: NamesOfError): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  const nameOf = (word: string): string => (word === key ? 'KEY' : word === path ? 'PATH' : word)
  const words = text.split(/([ "'`])/).map((word) => {
    const isBelow = typeof path === 'string' && word.startsWith(`${path}.`)
    return isBelow ? `PATH.${nameOf(word.slice(path.length + 1))}` : nameOf(word)
  })
  return words.join('').slice(0, MAX_WORDS)
}

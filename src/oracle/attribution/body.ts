/** Detects JSON bodies that end too early. */
import { isObject } from '../../util/json.ts'
import type { Exchange } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'
import type { Suspect } from './suspect.ts'

const CUT: Suspect = {
  rule: 'endpoint.content-type',
  kind: 'a body without its end',
  says: 'The body of an answer is JSON. The server cuts the end of the body. The header `content-length` must count bytes, not characters.',
}

/** Returns the suspect for a JSON body that ends too early; undefined for any other body. */
export function bodySuspect({ referenced }: Exchange, { body }: Answer): Suspect | undefined {
  return typeof body === 'string' && isObject(referenced.answer.body) && isCut(body) ? CUT : undefined
}

/** Returns whether a text begins like a JSON object or list, and ends inside of it. */
function isCut(text: string): boolean {
  if (!text.startsWith('{') && !text.startsWith('[')) return false
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isInText && character === '\\') at++
    else if (character === '"') isInText = !isInText
    else if (!isInText && '{['.includes(character)) depth++
    else if (!isInText && '}]'.includes(character)) depth--
  }
  return isInText || depth > 0
}

/** Detects JSON bodies that end too early, and texts with wrong source maps. */
import { vercelStegaDecode } from '@vercel/stega'
import { isObject, type Json } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import { beginning } from '../bodies/truncate.ts'
import type { Difference } from '../compare/difference.ts'
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

/** The characters of a source map, of which none is visible. */
const MARK = /\u200b|\u200c|\u200d|\ufeff/g
/** The maximum length of a text whose source map the check reads. */
const MAX_MARKED = 20_000

/** Returns the parameters of the source map in a text; undefined if the text has no source map that the check reads. */
function sourceMapOf(text: string): URLSearchParams | undefined {
  if (text.length > MAX_MARKED) return undefined
  try {
    const decoded: unknown = vercelStegaDecode(text)
    const source =
      typeof decoded === 'object' && decoded !== null && 'strapiSource' in decoded && decoded.strapiSource
    return typeof source === 'string' ? new URLSearchParams(source) : undefined
  } catch {
    return undefined
  }
}

const asText = (json: Json | undefined): string | undefined => (typeof json === 'string' ? json : undefined)

/** Returns the suspect for two texts that differ only in their source maps; undefined for any other difference. */
export function sourceMapSuspect(
  { request }: Exchange,
  { path, expected, found }: Difference,
): Suspect | undefined {
  const [wanted, given] = [asText(expected), asText(found)]
  if (request.headers['strapi-encode-source-maps'] !== 'true' || wanted === undefined || given === undefined)
    return undefined
  if (wanted.replaceAll(MARK, '') !== given.replaceAll(MARK, '')) return undefined
  const { deed, quote = '' } = sourceMapDeed(wanted, given, pointerSteps(path).at(-1) ?? '')
  const says = `With \`strapi-encode-source-maps: true\`, each text names its attribute in invisible characters. The server ${deed}.${quote}`
  return { rule: 'format.source-maps', kind: deed, says }
}

/** Returns what a target does wrongly in the source map of a text, and a sentence that quotes a wrong value. */
function sourceMapDeed(
  wanted: string,
  given: string,
  name: string,
): { readonly deed: string; readonly quote?: string } {
  const [own, other] = [sourceMapOf(wanted), sourceMapOf(given)]
  if (own === undefined) return { deed: `also adds them to \`${name}\`` }
  if (other === undefined) {
    const isUnmarked = given.replaceAll(MARK, '') === given
    const type = own.get('type') ?? 'string'
    return { deed: isUnmarked ? `adds none to a text of the type ${type}` : 'adds other characters' }
  }
  const added = [...other.keys()].find((key) => !own.has(key))
  if (added !== undefined) return { deed: `adds the parameter \`${added}\`` }
  const omitted = [...own.keys()].find((key) => !other.has(key))
  if (omitted !== undefined) return { deed: `omits the parameter \`${omitted}\`` }
  const changed = [...own.keys()].find((key) => own.get(key) !== other.get(key))
  if (changed === undefined) return { deed: 'puts the parameters in another order' }
  const [ours, theirs] = [own, other].map((map) => beginning(map.get(changed) ?? '', MAX_QUOTED))
  return {
    deed: `answers another value for the parameter \`${changed}\``,
    quote: ` The server answers “${theirs}” in place of “${ours}”.`,
  }
}

/** The maximum number of characters of a parameter of a source map that a title quotes. */
const MAX_QUOTED = 60

/** HTML as a value: what is put into it is escaped unless it is HTML itself. */
import { pushAll } from '../../util/push.ts'

/** Markup that may stand in a page as it is. Made by `html` and by nothing else but `trusted`. */
export interface Html {
  readonly markup: string
}

/** What may be put into a page: text, which is escaped; HTML; lists of them; nothing. */
export type Part = string | number | Html | undefined | readonly Part[]

/** Text for any place in a page, between tags and in quoted attributes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(HIDDEN, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Controls and marks of direction act without being seen; they are written as JSON writes them. */
const HIDDEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** `html`<p>${text}</p>``: text that is put in is escaped, HTML is not, and what is undefined is left out. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = texts.map((text, at) => `${text}${at < parts.length ? markupOf(parts[at]) : ''}`)
  return { markup: written.join('') }
}

/** Markup from a tool that is known to write it well. */
export const trusted = (markup: string): Html => ({ markup })

export const NOTHING: Html = { markup: '' }

function markupOf(given: Part): string {
  const left: Part[] = [given]
  const written: string[] = []
  for (let part = left.pop(); left.length > 0 || part !== undefined; part = left.pop()) {
    if (part === undefined) continue
    if (typeof part === 'string' || typeof part === 'number') written.push(escaped(String(part)))
    else if (isList(part)) pushAll(left, part.toReversed())
    else written.push(part.markup)
  }
  return written.join('')
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

/** Parts with something between them. */
export const joined = (parts: readonly Part[], between: Part): readonly Part[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))

/** A sentence in which backticks mark code. */
export const sentence = (text: string): readonly Part[] =>
  text.split('`').map((piece, at, all) => {
    const isCode = at % 2 === 1 && at < all.length - 1
    return isCode ? html`<code>${piece}</code>` : at % 2 === 1 ? `\`${piece}` : piece
  })

/** HTML as a value. A template escapes every value that is not HTML itself, so no page can forget to escape a text. */
import { pushAll } from './push.ts'

/**
 * Only `html` and `trusted` create a `Markup`. The class `Markup` has a private member, so that TypeScript accepts no
 * other object as HTML.
 */
class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get markup(): string {
    return this.#text
  }
}

/** HTML markup that needs no escaping. */
export type Html = Markup

/**
 * A value in an HTML template: a text or number, which is escaped, HTML, a list of values, or undefined, which is
 * omitted.
 */
export type Part = string | number | Html | undefined | readonly Part[]

/**
 * The pattern of characters without a visible sign: control characters, direction marks, unusual line breaks, halves
 * of surrogate pairs, and unassigned characters. Tabs and line feeds do not match.
 */
const HIDDEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu

/**
 * Escapes text for two positions in an HTML page: between tags, and in a quoted attribute. A hidden character
 * becomes its escape sequence, such as `\u202e`.
 */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(HIDDEN, (found) => found.split('').map(unit).join(''))

const unit = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Returns the HTML of a template such as html`<p>${text}</p>`. This template tag escapes text, keeps HTML unchanged,
 * and omits undefined.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = texts.map((text, at) => `${text}${at < parts.length ? markupOf(parts[at]) : ''}`)
  return new Markup(written.join(''))
}

/**
 * Marks a text as HTML without escaping the text. The text must be a constant, or the output of a tool that escapes
 * by itself.
 */
export const trusted = (markup: string): Html => new Markup(markup)

export const NOTHING: Html = trusted('')

/**
 * Returns the markup of values in an HTML template: escapes texts and numbers, keeps HTML, joins lists, and omits
 * undefined. The function uses no recursion, because lists of values can be nested deeply.
 */
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

/** Returns the parts, with `between` inserted between neighbouring parts. */
export const joined = (parts: readonly Part[], between: Part): readonly Part[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [between, part]))

/** Converts a sentence to HTML, with text between backticks in `<code>` elements. */
export const sentence = (text: string): readonly Part[] =>
  text.split('`').map((piece, at, all) => {
    const isCode = at % 2 === 1 && at < all.length - 1
    return isCode ? html`<code>${piece}</code>` : at % 2 === 1 ? `\`${piece}` : piece
  })

interface Document {
  readonly title: string
  /** The Content-Security-Policy of the page. */
  readonly policy: string
  /** The elements to add to the `<head>` of the page. */
  readonly head: Html
  /** The body of the page, including its tags. */
  readonly body: Html
}

/** Returns the HTML text of a whole page. */
export const documentText = ({ title, policy, head, body }: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
${head}
</head>
${body}
</html>
`.markup

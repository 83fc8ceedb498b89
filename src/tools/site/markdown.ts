/** Converts the project's Markdown pages to HTML. */
import { Marked, type Tokens } from 'marked'
import { escaped, type Html, trusted } from '../../util/html.ts'
import type { To } from './address.ts'
import { referencesIn } from './model/spec-pages.ts'

export interface LinkTargets {
  /** Returns the address of a piece of evidence, such as a case; undefined if the site does not contain it. */
  readonly addressOf: (id: string) => string | undefined
  /**
   * Returns the address of another Markdown page, such as `populate.md#zones`; undefined if the site does not contain
   * it.
   */
  readonly addressOfPage: (path: string) => string | undefined
  /** Returns the address of a picture; undefined if the site does not contain it. */
  readonly addressOfPicture?: (path: string) => string | undefined
  readonly to: To
}

/**
 * Converts Markdown to HTML. An id in brackets that names a piece of evidence, such as a case, becomes a link.
 * Headings get anchors.
 */
export function markdown(text: string, targets: LinkTargets): Html {
  const { addressOf, addressOfPage, addressOfPicture, to } = targets
  const known = referencesIn(text).filter((id) => addressOf(id) !== undefined)
  const definitions = known.map((id) => `[${id}]: evidence:${encodeURIComponent(id)}`).join('\n')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const inner = this.parser.parseInline(tokens)
        return `<h${depth} id="${escaped(anchorOf(inner))}">${inner}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens)
        const target = href.startsWith('evidence:')
          ? addressOf(decodeURIComponent(href.slice('evidence:'.length)))
          : addressOfPage(href)
        if (target !== undefined)
          return `<a${href.startsWith('evidence:') ? ' class="ref"' : ''} href="${escaped(to(target))}">${inner}</a>`
        return href.startsWith('https://')
          ? `<a href="${escaped(href)}" rel="noreferrer">${inner}</a>`
          : inner
      },
      image({ href, text }: Tokens.Image): string {
        const target = addressOfPicture?.(href)
        if (target === undefined) return escaped(text)
        return `<img src="${escaped(to(target))}" alt="${escaped(text)}" loading="lazy">`
      },
      table(token: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('')
        const head = cells(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')
        return `<div class="wide" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody>\n</table></div>\n`
      },
      // The converter drops HTML, because the Markdown pages contain no HTML except anchors and comments.
      html: () => '',
    },
  })
  return trusted(marked.parse(`${text}\n\n${definitions}\n`, { async: false }))
}

/** Returns the anchor of a heading, made of its text without markup. */
export const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]*>|&[#\w]+;/g, '')
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

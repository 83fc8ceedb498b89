/** The HTML page around the reports of `check` and `upgrade`. This page loads no other files. */

import { documentText, type Html, html, type Part, trusted } from '../../../util/html.ts'
import { line } from '../../bodies/line.ts'
import { STYLE } from './page.ts'

interface ReportPage {
  readonly title: string
  /** The name of the command that wrote the page, and the subject of the report. */
  readonly brand: string
  readonly note: string
  readonly main: Html
  readonly script?: string
}

export function reportPage({ title, brand, note, main, script }: ReportPage): string {
  const scripts = script === undefined ? '' : "; script-src 'unsafe-inline'"
  return documentText({
    // Sanitizes the title, because the name of a target can contain line breaks or text that a CI system would run as a
    // command.
    title: line(title),
    // The content security policy forbids that the page loads other files.
    policy: `default-src 'none'; style-src 'unsafe-inline'${scripts}`,
    head: html`<style>${trusted(STYLE)}</style>`,
    body: html`<body>
<header class="top">
<p class="brand">${brand}</p>
<p class="note">${note}</p>
</header>
<main>
${main}
</main>
${script === undefined ? undefined : html`<script>${trusted(script)}</script>`}
</body>`,
  })
}

/** Returns an HTML description list of facts. `style` is the CSS class of a description. */
export const facts = (all: readonly Fact[]): Html =>
  html`<dl>${all.map(([name, text, style]) => html`<dt>${name}</dt><dd${classOf(style)}>${text}</dd>\n`)}</dl>`

export type Fact = readonly [name: string, text: Part, style?: string]

export const code = (text: string, style?: string): Html => html`<code${classOf(style)}>${text}</code>`

export const classOf = (style: string | undefined): Part =>
  style === undefined || style === '' ? undefined : html` class="${style}"`

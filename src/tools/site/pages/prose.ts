/** Renders the hand-written pages of the specification, and the page with all statements of the guide. */

import { RULES } from '../../../reference/rules.ts'
import { type Html, html, joined, sentence } from '../../../util/html.ts'
import { WRITE_RULES } from '../../../writing/rules.ts'
import { caseAddress, chapterAddress, ruleAddress, type To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { markdown } from '../markdown.ts'
import type { SiteModel } from '../model/model.ts'
import { CHAPTERS, proseOf, rulesOf, type Statement, VERDICTS, verdictOf } from '../model/spec-pages.ts'

/** Converts a Markdown page and resolves its links within the site. */
export const proseHtml = (text: string, model: SiteModel, to: To): Html =>
  markdown(text, { addressOf: model.addressOf, addressOfPage: (path) => pageAddress(path, model), to })

/**
 * Resolves a link in a Markdown page, such as `populate.md#zones`, `../QUIRKS.md` or `#entry-1`, to an address of the
 * site.
 */
function pageAddress(path: string, model: SiteModel): string | undefined {
  const [file = '', anchor] = path.split('#')
  const name = file.replace(/\.md$/, '')
  const at = anchor === undefined ? '' : `#${anchor}`
  if (name === '../QUIRKS') return 'quirks/'
  if (name === 'guide' || (name === '' && model.statements.some(({ id }) => id === anchor)))
    return `guide/${at}`
  if (anchor !== undefined && Object.hasOwn(RULES, anchor)) return ruleAddress(anchor)
  return model.pages.has(name) && name !== 'README' ? `${chapterAddress(name)}${at}` : undefined
}

/**
 * Returns the pages of the specification's chapters. Each page has the prose and the rules of one chapter. The
 * chapter `errors` has no rules.
 */
export const chapterPages = (model: SiteModel): readonly SitePage[] =>
  [...model.pages.keys()]
    .filter((name) => !['README', 'guide'].includes(name))
    .map((name) => chapterPage(name, model))

function chapterPage(name: string, model: SiteModel): SitePage {
  const [, title = name, rest = ''] = /^# (.*)\n([\s\S]*)$/.exec(proseOf(model.pages.get(name) ?? '')) ?? []
  const rules = Object.hasOwn(CHAPTERS, name) ? rulesOf(name) : []
  return {
    address: chapterAddress(name),
    title: title.replaceAll('`', ''),
    about: `The chapter ${name} of the specification`,
    above: [['Rules', 'rules/']],
    body: (to) => html`<h1>${sentence(title)}</h1>
<div class="prose">${proseHtml(rest, model, to)}</div>
${
  name === 'writing'
    ? html`<h2 id="rules">Rules</h2>\n${writeRuleList()}`
    : rules.length === 0
      ? html`<p><a href="${to('errors/')}">Every error message with its cause and its fix</a></p>`
      : html`<h2 id="rules">Rules</h2>\n${ruleList(rules, model, to)}`
}`,
  }
}

/** Returns a list of rules, each with its sentence and its number of cases. */
export const ruleList = (ids: ReturnType<typeof rulesOf>, model: SiteModel, to: To): Html =>
  html`<ul class="rules">${ids.map((id) => {
    const count = model.casesOf.get(id)?.length ?? 0
    return html`<li id="${id}"><a href="${to(ruleAddress(id))}"><code>${id}</code></a> <span class="kind ${RULES[id].source.kind}">${RULES[id].source.kind}</span><p>${sentence(RULES[id].says)} <span class="count">${count} ${count === 1 ? 'case' : 'cases'}</span></p></li>\n`
  })}</ul>`

/** Returns the rules of write requests, each with its number of recordings of a real server. */
const writeRuleList = (): Html =>
  html`<ul class="rules">${Object.entries(WRITE_RULES).map(([id, { says, shown }]) => {
    const count = `${shown.length} ${shown.length === 1 ? 'recording' : 'recordings'}`
    return html`<li id="${id}"><code>${id}</code><p>${sentence(says)} <span class="count">${count}</span></p></li>\n`
  })}</ul>`

/** Returns the page that lists the guide statement by statement. */
export function guidePage(model: SiteModel): SitePage {
  const prose = proseOf(model.pages.get('guide') ?? '')
  const [, intro = ''] = /^# .*\n([\s\S]*?)(?=^## )/m.exec(prose) ?? []
  const parts = [...new Set(model.statements.map(({ part }) => part))]
  return {
    address: 'guide/',
    title: 'The guide, statement by statement',
    about: 'Every statement of the API guide, and whether it holds',
    body: (to) => html`<h1>The guide, statement by statement</h1>
<div class="prose">${proseHtml(intro, model, to)}</div>
${parts.map(
  (part) => html`<h2>${sentence(part)}</h2>
<ul class="statements">${model.statements.filter((one) => one.part === part).map((one) => statementItem(one, model, to))}</ul>`,
)}`,
  }
}

/** Returns a statement with its verdict, comment and cases. */
export function statementItem(one: Statement, model: SiteModel, to: To): Html {
  const { id, says, here, cases } = one
  const verdict = verdictOf(one)
  const rest = here.slice(verdict.length).replace(/^[:.,] */, '')
  const said = rest === '' ? '' : proseHtml(rest, model, to)
  const shown = cases.filter((name) => model.cases.has(name))
  return html`<li id="${id}"><p><code class="id">${id}</code> <span class="tag v${VERDICTS.indexOf(verdict)}">${verdict}</span></p>
<blockquote>${sentence(says)}</blockquote>
${said}<p class="meta">${joined(
    shown.map((name) => html`<a class="ref" href="${to(caseAddress(name))}">${name}</a>`),
    ' ',
  )}</p></li>`
}

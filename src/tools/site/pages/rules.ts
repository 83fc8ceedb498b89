/** Renders the page of each rule, with the source, cases, code and departures of the rule. */

import { RULES, type RuleId } from '../../../reference/rules.ts'
import { QUIRKS } from '../../../reference/strapi/quirks.ts'
import { type Html, html, NOTHING, sentence } from '../../../util/html.ts'
import { caseAddress, chapterAddress, quirkAddress, ruleAddress, type To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import type { SiteModel } from '../model/model.ts'
import { CHAPTERS, chapterOf, RULE_IDS, rulesOf } from '../model/spec-pages.ts'
import { caseArticle, codeBlock, levelTag, recordingArticle } from '../parts.ts'
import { ruleList, statementItem } from './prose.ts'

/** The maximum number of cases that the page of a rule shows; the page links further cases. */
const FULL_CASES = 4

export const rulePages = (model: SiteModel): readonly SitePage[] => [
  indexPage(model),
  ...RULE_IDS.map((id) => rulePage(id, model)),
]

function indexPage(model: SiteModel): SitePage {
  return {
    address: 'rules/',
    title: 'Rules',
    about: 'Every rule of the language, by chapter',
    body: (to) => html`<h1>Rules</h1>
<p class="lead">${RULE_IDS.length} rules define the meaning of a request and its answer. Each rule has a source that you can open, cases that you can run, and a line of code.</p>
<ul class="toc">${Object.keys(CHAPTERS).map((name) => html`<li><a href="#${name}">${name}</a></li>`)}</ul>
${Object.keys(CHAPTERS).map(
  (
    name,
  ) => html`<section><h2 id="${name}"><a href="${to(chapterAddress(name))}">${chapterTitle(name, model)}</a></h2>
${ruleList(rulesOf(name), model, to)}</section>`,
)}
<section><h2 id="errors"><a href="${to(chapterAddress('errors'))}">Errors</a></h2>
<p>The order of the checks and the error messages. <a href="${to('errors/')}">Every message</a> with its fix.</p></section>`,
  }
}

/** Returns the heading of a chapter's page. */
export const chapterTitle = (name: string, { pages }: SiteModel): Html =>
  html`${sentence(/^# (.*)$/m.exec(pages.get(name) ?? '')?.[1] ?? name)}`

function rulePage(id: RuleId, model: SiteModel): SitePage {
  const chapter = chapterOf(id)
  return {
    address: ruleAddress(id),
    title: id,
    about: RULES[id].says,
    above: [
      ['Rules', 'rules/'],
      [chapter, chapterAddress(chapter)],
    ],
    body: (to) => html`<h1 class="mono">${id}</h1>
<p class="lead">${sentence(RULES[id].says)}</p>
<section><h2 id="source">Rests on</h2>${sourceHtml(id, model, to)}</section>
${casesHtml(id, model, to)}
${codeHtml(id, model)}
${departuresHtml(id, model, to)}
${neighbours(id, to)}`,
  }
}

const KINDS = {
  guide: 'The guide states this rule.',
  recordings: 'The guide does not state this rule. A real server, 5.54.0 on SQLite, follows the rule.',
  cases: 'Neither the guide nor a recording shows this rule. The only evidence for the rule is in its cases.',
  quirks: 'The guide does not state this rule, and the real server departs from it by a quirk.',
}

/** Returns the source of a rule, with each statement, recording or case that it names. */
function sourceHtml(id: RuleId, model: SiteModel, to: To): Html {
  const { kind, ids } = RULES[id].source
  const opened = ids.map((one): Html => {
    const statement = model.statements.find((other) => other.id === one)
    if (statement !== undefined)
      return html`<ul class="statements">${statementItem(statement, model, to)}</ul>`
    const recording = model.recordings.get(one)
    if (recording !== undefined) return recordingArticle(recording, 3)
    const shown = model.cases.get(one)
    if (shown !== undefined)
      return html`<p><a class="ref" href="${to(caseAddress(one))}">${one}</a> ${sentence(shown.name)}</p>`
    const address = model.addressOf(one)
    return html`<p>${address === undefined ? one : html`<a class="ref" href="${to(address)}">${one}</a>`}</p>`
  })
  return html`<p>${KINDS[kind]}</p>${opened}`
}

function casesHtml(id: RuleId, model: SiteModel, to: To): Html {
  const cases = model.casesOf.get(id) ?? []
  const rest = cases.slice(FULL_CASES)
  const list = html`<ul class="links">${rest.map(
    (one) =>
      html`<li>${levelTag(one)} <a href="${to(caseAddress(one.id))}">${sentence(one.name)}</a> <code class="id">${one.id}</code></li>\n`,
  )}</ul>`
  return html`<section><h2 id="cases">Cases <span class="count">${cases.length}</span></h2>
${cases.slice(0, FULL_CASES).map((one) => caseArticle(one, model, to, 3))}
${rest.length === 0 ? NOTHING : rest.length <= 12 ? list : html`<details><summary>${rest.length} more</summary>${list}</details>`}</section>`
}

function codeHtml(id: RuleId, model: SiteModel): Html {
  const places = model.gathered.code[id] ?? []
  return html`<section><h2 id="code">Code</h2>${
    places.length === 0
      ? html`<p>No line of the reference cites this rule.</p>`
      : places.slice(0, 2).map(codeBlock)
  }${places.length > 2 ? html`<details><summary>${places.length - 2} more</summary>${places.slice(2).map(codeBlock)}</details>` : ''}</section>`
}

function departuresHtml(id: RuleId, model: SiteModel, to: To): Html {
  const quirks = model.quirksOf.get(id) ?? []
  if (quirks.length === 0) return NOTHING
  const items = quirks.map((quirk) => {
    const { says, documented, real, kind } = QUIRKS[quirk]
    return html`<li><a href="${to(quirkAddress(quirk))}"><code>${quirk}</code></a> <span class="tag quirk">${kind}</span><p>${sentence(says)}</p><dl class="sides"><dt>documented</dt><dd>${sentence(documented)}</dd><dt>${kind === 'reading' ? 'to the letter' : 'real server'}</dt><dd>${sentence(real)}</dd></dl></li>`
  })
  return html`<section><h2 id="departures">Departures</h2><ul class="plain">${items}</ul></section>`
}

/** Links to the previous and the next rule of the chapter. */
function neighbours(id: RuleId, to: To): Html {
  const all = rulesOf(chapterOf(id))
  const at = all.indexOf(id)
  const link = (other: RuleId | undefined, rel: 'prev' | 'next'): Html =>
    other === undefined
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${to(ruleAddress(other))}">${rel === 'prev' ? '← ' : ''}${other}${rel === 'next' ? ' →' : ''}</a>`
  return html`<nav class="turn" aria-label="Rules of the chapter">${link(all[at - 1], 'prev')}${link(all[at + 1], 'next')}</nav>`
}

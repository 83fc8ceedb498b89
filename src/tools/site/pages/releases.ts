/**
 * Renders the page of releases: the noticeable changes of each release, with the answers before and after each
 * change.
 */
import { diffRows } from '../../../oracle/report/diff.ts'
import { CHANGE_IDS, type ChangeId, changeOf } from '../../../reference/strapi/changes.ts'
import { NEWEST, OLDEST } from '../../../reference/strapi/versions.ts'
import { type Html, html, joined, sentence } from '../../../util/html.ts'
import { quirkAddress, type To } from '../address.ts'
import type { Ask } from '../asking.ts'
import type { SitePage } from '../layout.ts'
import type { CodePlace } from '../model/code.ts'
import type { SiteModel } from '../model/model.ts'
import { codeBlock, evidenceLink, requestLine } from '../parts.ts'

const NOW = `strapi-${NEWEST}-sqlite`
const DATASET = 'strapi-5.54'
const WEIGHTS = {
  A: 'other data, or an error in a common request',
  B: 'edges of the query language',
  C: 'messages and small differences of shape',
}

export function releasesPage(model: SiteModel, ask: Ask): SitePage {
  const releases = [...new Set(CHANGE_IDS.map((id) => changeOf(id).since))]
  return {
    address: 'releases/',
    title: 'Releases',
    about: 'The changes of each release, with both answers',
    body: (to) => html`<h1>Changes by release</h1>
<p class="lead">${CHANGE_IDS.length} changes between ${OLDEST} and ${NEWEST}, newest first, each with the smallest request that shows it and both answers.</p>
<p>${joined(
      Object.entries(WEIGHTS).map(([name, says]) => html`<span class="tag w${name}">${name}</span> ${says}`),
      '; ',
    )}</p>
<ul class="toc">${releases.map((since) => html`<li><a href="#v${since}">${since}</a></li>`)}</ul>
${releases.map(
  (since) => html`<section class="release"><h2 id="v${since}">${since}</h2>
${CHANGE_IDS.filter((id) => changeOf(id).since === since).map((id) => changeHtml(id, model, ask, to))}</section>`,
)}`,
  }
}

function changeHtml(id: ChangeId, model: SiteModel, ask: Ask, to: To): Html {
  const { weight, says, request, before, after, brings = [], evidence, use } = changeOf(id)
  return html`<article class="change" id="${id}"><h3><code>${id}</code> <span class="tag w${weight}" title="${WEIGHTS[weight]}">${weight}</span></h3>
<p>${sentence(says)}</p>
<dl class="sides"><dt>before</dt><dd>${sentence(before)}</dd><dt>since then</dt><dd>${sentence(after)}</dd>${
    use === undefined
      ? ''
      : html`<dt>of use</dt><dd>${sentence(use.what)} <span class="soft">before: ${sentence(use.before)}</span></dd>`
  }</dl>
<div data-try data-dataset="${DATASET}" data-url="${request}" data-beside="${NOW},+${id}" data-profile="${NOW}">${requestLine('GET', request)}</div>
${answersHtml(id, request, ask)}
<p class="meta">${brings.length === 0 ? '' : html`brings ${brings.map((quirk) => html`<a href="${to(quirkAddress(quirk))}"><code>${quirk}</code></a> `)}`}${joined(
    evidence.map((one) => evidenceLink(one, model, to)),
    ' ',
  )}</p>
${codeOfChange(id, model)
  .slice(0, 1)
  .map((place) => html`<details><summary>Code</summary>${codeBlock(place)}</details>`)}
</article>`
}

/** Returns the excerpts of code that implement a change, or a quirk that the change introduced. */
const codeOfChange = (id: ChangeId, { gathered }: SiteModel): readonly CodePlace[] =>
  [id, ...(changeOf(id).brings ?? [])]
    .map((one) => gathered.code[one] ?? [])
    .find((places) => places.length > 0) ?? []

/** The maximum number of lines of two compared answers that the page shows. */
const MAX_ROWS = 40

/** Shows the answers before and after the change side by side, if they differ on the dataset of the recordings. */
function answersHtml(id: ChangeId, request: string, ask: Ask): Html {
  const before = ask(DATASET, `${NOW},+${id}`, request)
  const now = ask(DATASET, NOW, request)
  const rows = diffRows({ ...before }, { ...now })
  if (rows.length === 0)
    return html`<p class="soft">Both releases give the same answer to this request, unless the profile shows data that the role may not see.</p>`
  return html`<details><summary>The two answers</summary><div class="wide" tabindex="0"><table class="diff"><thead><tr><th scope="col">before</th><th scope="col">since then</th></tr></thead><tbody>${rows
    .slice(0, MAX_ROWS)
    .map(
      ({ kind, left, right }) => html`<tr class="${kind}"><td>${left}</td><td>${right}</td></tr>`,
    )}</tbody></table></div></details>`
}

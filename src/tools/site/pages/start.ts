/** The first page and the search page. */

import { CHANGE_IDS } from '../../../reference/strapi/changes.ts'
import { DECISIONS } from '../../../reference/strapi/databases/database.ts'
import { QUIRK_IDS } from '../../../reference/strapi/quirks.ts'
import { html } from '../../../util/html.ts'
import { chapterAddress } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { MESSAGES } from '../messages.ts'
import type { SiteModel } from '../model/model.ts'
import { CHAPTERS, RULE_IDS, rulesOf } from '../model/spec-pages.ts'
import { requestLine } from '../parts.ts'
import { chapterTitle } from './rules.ts'

const EXAMPLE = '/api/restaurants?fields=name&populate[owner][fields]=name&filters[stars][$gte]=2&sort=name'

export const startPage = (model: SiteModel): SitePage => ({
  address: '',
  title: 'Populace: the content REST API of Strapi 5 as a specification that runs',
  about:
    'Rules, cases, quirks and releases of the content REST API of Strapi 5. You can run each case in the page',
  body: (
    to,
  ) => html`<div class="hero"><h1>The content REST API of Strapi&nbsp;5, as a specification that runs</h1>
<p class="lead"><code>fields</code>, <code>populate</code>, <code>on</code>, <code>filters</code>, <code>sort</code>: the meaning of a request, its answer, and the differences of a real server. Every rule links to its source, its cases and its code. You can change every case and run it in the page.</p></div>
<section class="asked"><h2 id="ask">Run a request</h2>
<div data-try data-open data-dataset="guide" data-url="${EXAMPLE}" data-profile="documented">${requestLine('GET', EXAMPLE)}</div></section>
<section><h2 id="rooms">Contents</h2>
<ul class="rooms">
<li><a href="${to('rules/')}"><b>${RULE_IDS.length}</b> rules</a><p>Each with a sentence, its source, its cases and its line of code.</p></li>
<li><a href="${to('cases/')}"><b>${model.suite.length}</b> cases</a><p>A request and the correct answer. Change one and run it again.</p></li>
<li><a href="${to('populate/')}"><b>Populate</b></a><p>Every form on one page, with its answer.</p></li>
<li><a href="${to('operators/')}"><b>Operators</b></a><p>The result of each operator for each type of attribute.</p></li>
<li><a href="${to('errors/')}"><b>${MESSAGES.length}</b> messages</a><p>The cause and the fix of each.</p></li>
<li><a href="${to('quirks/')}"><b>${QUIRK_IDS.length}</b> quirks</a><p>Departures of the real server, by release and database.</p></li>
<li><a href="${to('databases/')}"><b>${DECISIONS.length}</b> decisions</a><p>How the database changes an answer.</p></li>
<li><a href="${to('releases/')}"><b>${CHANGE_IDS.length}</b> changes</a><p>The changes of each release, with both answers.</p></li>
<li><a href="${to('guide/')}"><b>${model.statements.length}</b> statements</a><p>The guide, sentence by sentence, and whether each holds.</p></li>
</ul></section>
<section><h2 id="chapters">Chapters</h2>
<ul class="chapters">${[...Object.keys(CHAPTERS), 'writing', 'errors'].map(
    (name) =>
      html`<li><a href="${to(chapterAddress(name))}">${chapterTitle(name, model)}</a>${rulesOf(name).length === 0 ? '' : html` <span class="count">${rulesOf(name).length}</span>`}</li>`,
  )}</ul></section>`,
})

/** The search page, which is empty until its script runs. */
export const searchPage: SitePage = {
  address: 'search/',
  title: 'Search',
  about: 'Search over rules, cases, quirks, messages, changes and statements',
  body: () => html`<h1>Search</h1>
<form class="find big" role="search" aria-label="Everything" method="get"><input id="q" type="search" name="q" aria-label="Search for" autocomplete="off" spellcheck="false" autofocus></form>
<p id="found" role="status"></p>
<noscript><p>The search needs JavaScript. The lists of <a href="../rules/">rules</a>, <a href="../cases/">cases</a> and <a href="../quirks/">quirks</a> work without it.</p></noscript>
<ol id="results" class="results"></ol>`,
}

/** Renders the page of database decisions, which has one table. */
import { DATABASE_TITLES, DECISION_WORDS, wordsOf } from '../../../reference/strapi/databases/atlas.ts'
import { DECISIONS, type Decision } from '../../../reference/strapi/databases/database.ts'
import { DATABASE_NAMES, UNMEASURED } from '../../../reference/strapi/databases/databases.ts'
import { type Html, html, joined, sentence } from '../../../util/html.ts'
import type { To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { MAX_EVIDENCE } from '../model/gathered.ts'
import type { SiteModel } from '../model/model.ts'
import { evidenceLink } from '../parts.ts'

const REAL = DATABASE_NAMES.filter((name) => name !== 'plain')

export const databasesPage = (model: SiteModel): SitePage => ({
  address: 'databases/',
  title: 'Databases',
  about: 'How the database changes an answer',
  body: (to) => html`<h1>Decisions of the database</h1>
<p class="lead">The same project can answer differently on another database. A profile applies all decisions of one database, as <code>strapi-5.54-postgres</code> does, or a single one: <code>documented,nulls=postgres</code>.</p>
<p>${UNMEASURED.length === 0 ? '' : 'The MySQL column follows the documentation of MySQL; no server on MySQL was measured.'}</p>
${DECISIONS.map((id) => decisionHtml(id, model, to))}`,
})

function decisionHtml(id: Decision, model: SiteModel, to: To): Html {
  const { says, plain } = DECISION_WORDS[id]
  const takers = new Map<string, string[]>()
  const asDocumented: string[] = []
  for (const name of REAL) {
    const words = wordsOf(id, name)
    if (words === undefined) asDocumented.push(DATABASE_TITLES[name])
    else takers.set(words, [...(takers.get(words) ?? []), DATABASE_TITLES[name]])
  }
  const evidence = [...new Set(REAL.flatMap((name) => model.decisionEvidence(id, name)))]
  const shown = evidence.filter((one) => model.addressOf(one) !== undefined).slice(0, MAX_EVIDENCE)
  return html`<section class="decision" id="${id}"><h2><code>${id}</code></h2><p>${sentence(says)}</p>
<dl class="sides"><dt>documented</dt><dd>${sentence(plain)}${asDocumented.length === 0 ? '' : html` <span class="soft">the same on ${asDocumented.join(', ')}</span>`}</dd>
${[...takers].map(([words, names]) => html`<dt>${names.join(', ')}</dt><dd>${sentence(words)}</dd>`)}</dl>
<p class="meta">${joined(
    shown.map((one) => evidenceLink(one, model, to)),
    ' ',
  )}</p></section>`
}

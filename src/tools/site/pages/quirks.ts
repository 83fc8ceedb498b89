/** Renders the pages of quirks: a table of the quirks by release and database, and a page for each quirk. */

import { CHANGE_IDS, changeOf } from '../../../reference/strapi/changes.ts'
import { DATABASE_TITLES, DECISION_WORDS, wordsOf } from '../../../reference/strapi/databases/atlas.ts'
import { DECISIONS } from '../../../reference/strapi/databases/database.ts'
import type { DatabaseName } from '../../../reference/strapi/databases/databases.ts'
import { type Profile, profile } from '../../../reference/strapi/profile.ts'
import {
  KEPT,
  QUIRK_IDS,
  QUIRKS,
  type QuirkId,
  type QuirkKind,
  revealsOf,
} from '../../../reference/strapi/quirks.ts'
import { compareVersions, NEWEST, OLDEST } from '../../../reference/strapi/versions.ts'
import { type Html, html, joined, NOTHING, type Part, sentence } from '../../../util/html.ts'
import { changeAddress, decisionAddress, quirkAddress, type To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { MAX_EVIDENCE } from '../model/gathered.ts'
import type { SiteModel } from '../model/model.ts'
import { caseArticle, codeBlock, evidenceLink, recordingArticle, ruleLinks } from '../parts.ts'

/**
 * The databases that have columns in the table of quirks. PostgreSQL with other collations is omitted, because it
 * has the same quirks.
 */
export const MATRIX_DATABASES: readonly DatabaseName[] = ['sqlite', 'postgres', 'mariadb', 'mysql']

/** The first releases of ranges in which all releases have the same quirks, the oldest first. */
const STARTS: readonly string[] = [
  ...new Set([
    OLDEST,
    ...CHANGE_IDS.map(changeOf)
      .filter(({ brings = [] }) => brings.length > 0)
      .flatMap(({ since, lapsed }) => [since, ...(lapsed === undefined ? [] : [lapsed[0]])]),
  ]),
].sort(compareVersions)

interface TableColumn {
  readonly database: DatabaseName
  /** The first release of the range that the column covers. */
  readonly from: string
  readonly profile: Profile
}

const columns = (): readonly TableColumn[] =>
  MATRIX_DATABASES.flatMap((database) =>
    STARTS.map((from) => ({ database, from, profile: profile(`strapi-${from}-${database}`) })),
  )

const KINDS: Readonly<Record<QuirkKind, string>> = {
  crash: 'The real server answers 500 to an invalid request.',
  leak: 'The answer shows more than the request should show.',
  'silently wrong': 'The real server answers 200, but ignores or misreads a part of the request.',
  shape: 'The answer shows the right entries in another shape than requested.',
  reading: 'The exact text of the guide demands the behaviour, but the real server does not have it.',
}

export const quirkPages = (model: SiteModel): readonly SitePage[] => [
  atlasPage(model),
  ...QUIRK_IDS.map((id) => quirkPage(id, model)),
]

const KIND_NAMES = ['crash', 'leak', 'silently wrong', 'shape', 'reading'] as const

function atlasPage(model: SiteModel): SitePage {
  const all = columns()
  return {
    address: 'quirks/',
    title: 'Quirks',
    about: 'Departures of the real server from its documentation, by release and database',
    body: (to) => html`<h1>Departures of the real server from its documentation</h1>
<p class="lead">${QUIRK_IDS.length} switches. A filled square means that this release on this database departs. Each name opens the documented behaviour, the real one, and the evidence.</p>
<p class="legend"><span class="cell on" aria-hidden="true"></span> departs <span class="cell off" aria-hidden="true"></span> as documented · releases from left to right: ${joined(
      STARTS.map((from) => html`<code>${from}</code>`),
      ', ',
    )}; the last column of a database covers the releases up to ${NEWEST}. Measured: ${NEWEST} on SQLite, PostgreSQL and MariaDB, older releases on SQLite. The other squares are derived from these measurements; MySQL was not measured.</p>
${KIND_NAMES.map((kind) => {
  const ids = QUIRK_IDS.filter((id) => QUIRKS[id].kind === kind)
  return html`<section><h2 id="${kind.replaceAll(' ', '-')}">${kind} <span class="count">${ids.length}</span></h2><p>${KINDS[kind]}</p>
${matrix(
  ids.map((id) => ({
    head: quirkHead(id, model, to),
    marks: all.map((column) => column.profile.quirks.has(id)),
  })),
  `Quirks of the kind ${kind}`,
)}</section>`
})}
<section><h2 id="decisions">Decisions of the database <span class="count">${DECISIONS.length}</span></h2>
<p>The same request gets different answers on different databases. <a href="${to('databases/')}">Each decision in words</a>.</p>
${matrix(
  DECISIONS.map((id) => ({
    head: html`<details><summary><code>${id}</code><span>${sentence(DECISION_WORDS[id].says)}</span></summary><p><a href="${to(decisionAddress(id))}">The choice of each database</a></p></details>`,
    marks: all.map(({ database }) => wordsOf(id, database) !== undefined),
  })),
  'Decisions of databases',
)}</section>
<section><h2 id="kept">The same in every profile</h2><dl class="sides wide-dl">${KEPT.map(
      ({ name, says, why }) =>
        html`<dt id="kept-${name}"><code>${name}</code></dt><dd>${sentence(says)} <span class="soft">${sentence(why)}</span></dd>`,
    )}</dl></section>`,
  }
}

interface MatrixRow {
  readonly head: Html
  /** For each column, whether the real server of that release and database has the quirk. */
  readonly marks: readonly boolean[]
}

function matrix(rows: readonly MatrixRow[], caption: string): Html {
  const width = STARTS.length
  const body = rows.map(({ head, marks }) => {
    const cells = marks.map((mark, at) => {
      const edge = at % width === 0 ? ' edge' : ''
      return html`<td class="mark${edge}"><span class="cell ${mark ? 'on' : 'off'}"><span class="hidden">${mark ? 'departs' : 'as documented'}</span></span></td>`
    })
    return html`<tr><th scope="row">${head}</th>${cells}</tr>\n`
  })
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table class="matrix"><caption class="hidden">${caption}</caption>
<thead><tr><td></td>${MATRIX_DATABASES.map((name) => html`<th scope="colgroup" colspan="${width}" class="edge">${DATABASE_TITLES[name].replace(/ \(.*/, '')}</th>`)}</tr>
<tr class="releases"><td></td>${MATRIX_DATABASES.map((_, database) => STARTS.map((from, at) => html`<th scope="col" class="${at === 0 ? 'edge' : ''}"><span>${from.replace(/\.0$/, '')}</span><span class="hidden"> ${MATRIX_DATABASES[database] ?? ''}</span></th>`))}</tr></thead>
<tbody>${body}</tbody></table></div>`
}

function quirkHead(id: QuirkId, model: SiteModel, to: To): Html {
  const { says } = QUIRKS[id]
  const evidence = model.quirkEvidence.get(id) ?? []
  const shown = evidence.slice(0, MAX_EVIDENCE)
  return html`<details id="${id}"><summary><code>${id}</code><span>${sentence(says)}</span></summary>${sides(id)}<p class="meta">${
    shown.length === 0
      ? 'shown by a test with its own dataset'
      : joined(
          shown.map((one) => evidenceLink(one, model, to)),
          ' ',
        )
  }</p><p><a href="${to(quirkAddress(id))}">All of it</a></p></details>`
}

function sides(id: QuirkId): Html {
  const { documented, real, kind } = QUIRKS[id]
  return html`<dl class="sides"><dt>documented</dt><dd>${sentence(documented)}</dd><dt>${kind === 'reading' ? 'to the letter' : 'real server'}</dt><dd>${sentence(real)}</dd></dl>`
}

function quirkPage(id: QuirkId, model: SiteModel): SitePage {
  const { kind, says } = QUIRKS[id]
  const evidence = model.quirkEvidence.get(id) ?? []
  const reveals = revealsOf(id)
  const marks = columns().map((column) => column.profile.quirks.has(id))
  return {
    address: quirkAddress(id),
    title: id,
    about: says,
    above: [['Quirks', 'quirks/']],
    body: (to) => html`<h1 class="mono">${id}</h1>
<p class="lead">${sentence(says)}</p>
<p class="meta"><span class="tag quirk">${kind}</span> ${reveals.map((secret) => html`<span class="tag">reveals ${secret}</span> `)}</p>
${sides(id)}
${kind === 'reading' ? NOTHING : matrix([{ head: html`<code>${id}</code>`, marks }], 'The quirk by release and database')}
${broughtBy(id, to)}
<p>On: <code>--profile documented,+${id}</code>${kind === 'reading' ? '' : html`. Off: <code>--profile strapi-5.54-sqlite,-${id}</code>`}</p>
${rulesPart(id, model, to)}
${evidencePart(evidence, model, to)}
${codePart(id, model)}`,
  }
}

function broughtBy(id: QuirkId, to: To): Part {
  const changes = CHANGE_IDS.filter((change) => changeOf(change).brings?.includes(id))
  return changes.map(
    (change) =>
      html`<p>Since ${changeOf(change).since}, brought by <a href="${to(changeAddress(change))}"><code>${change}</code></a>.</p>`,
  )
}

function rulesPart(id: QuirkId, model: SiteModel, to: To): Html {
  const rules = model.rulesOf.get(id) ?? []
  return rules.length === 0 ? NOTHING : html`<h2>Rules it departs from</h2><p>${ruleLinks(rules, to)}</p>`
}

const DEPARTING = { profile: 'strapi-5.54-sqlite', beside: 'documented' }

function evidencePart(evidence: readonly string[], model: SiteModel, to: To): Html {
  const cases = evidence.flatMap((id) => model.cases.get(id) ?? [])
  const recordings = evidence.flatMap((id) => model.recordings.get(id) ?? [])
  const left = evidence.length - Math.min(cases.length, MAX_EVIDENCE) - recordings.length
  const more =
    left > 0
      ? html`<p class="soft">and ${left} more in the repository and under <a href="${to('cases/')}">cases</a>.</p>`
      : ''
  if (evidence.length === 0)
    return html`<h2>Evidence</h2><p>No recording shows this departure. A test with its own dataset shows it.</p>`
  return html`<h2>Evidence</h2>
${cases.slice(0, MAX_EVIDENCE).map((one) => caseArticle(one, model, to, 3))}
${recordings.map((one) => recordingArticle(one, 3, DEPARTING))}${more}`
}

function codePart(id: QuirkId, model: SiteModel): Html {
  const places = model.gathered.code[id] ?? []
  return places.length === 0 ? NOTHING : html`<h2>Code</h2>${places.map(codeBlock)}`
}

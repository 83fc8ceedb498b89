/**
 * Writes the report as one static HTML page. The page loads no other files, and needs its script only for the filters.
 */
import { type Html, html, joined, NOTHING, type Part, sentence } from '../../../util/html.ts'
import type { Json } from '../../../util/json.ts'
import type { CaseLine } from '../../causes/case-lines.ts'
import type { Cause } from '../../causes/cause.ts'
import type { MatrixColumn } from '../../causes/matrix.ts'
import { type DiffRow, diffRows } from '../diff.ts'
import type { Report } from '../report.ts'
import {
  answerLines,
  countsText,
  curlLines,
  originText,
  pathText,
  ruleLine,
  sidesOf,
  switchLines,
  usedColumns,
  verdictLine,
} from '../texts.ts'
import { SCRIPT } from './page.ts'
import { classOf, code, type Fact, facts, reportPage } from './shell.ts'

export function htmlReport(report: Report): string {
  const { target, profile, dataset, verdict, sent, seed, settings, milliseconds } = report
  const how = [
    `dataset ${dataset}`,
    `profile ${profile}`,
    `${sent} requests in ${(milliseconds / 1000).toFixed(1)} s`,
    `seed ${seed}`,
    ...Object.entries(settings).map(([name, mode]) => `${name} ${mode}`),
  ].join(' · ')
  return reportPage({
    title: `${target} against Populace`,
    brand: 'Populace check',
    note: "Conformance to Strapi 5's content REST API, read side",
    script: SCRIPT,
    main: html`<h1>${target}</h1>
<p class="verdict ${verdict}">${verdictLine(report)}</p>
<p class="how">${how}</p>
${report.notices.map((notice) => html`<p class="notice">${sentence(notice)}</p>\n`)}
${matrixHtml(report)}
${filtersHtml(report)}
${serveHtml(report)}
<section id="causes">
${report.causes.map((cause, at) => causeHtml(cause, at, report))}
<p class="empty" hidden>Nothing here with this feature and level.</p>
</section>
${lawsHtml(report)}
${passesHtml(report)}
${casesHtml(report)}`,
  })
}

const cell = (style: string, content: Part): Html => html`<td${classOf(style)}>${content}</td>`
const head = (titles: readonly string[]): Html =>
  html`<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>\n`

/**
 * Returns an area of the HTML page with its own scroll bars. Users can move the focus to the area with the keyboard.
 */
const scrolling = (label: string, style: string, content: Html): Html =>
  html`<div class="${style}" role="region" aria-label="${label}" tabindex="0">${content}</div>\n`

function matrixHtml(report: Report): Html {
  const columns = usedColumns(report)
  if (columns.length === 0) return NOTHING
  const rows = report.matrix.map(({ feature, columns: cells }) => {
    const counts = columns.map((column) => countsCell(feature, column, cells[column]))
    return html`<tr><th scope="row">${feature}</th>${counts}</tr>\n`
  })
  const table = html`<table class="matrix">${head(['feature', ...columns])}<tbody>${rows}</tbody></table>`
  return scrolling('Counts by feature', 'counts', table)
}

function countsCell(feature: string, column: MatrixColumn, counts: Report['counts']): Html {
  const text = countsText(counts)
  const colour = text === '' ? 'none' : counts.failed > 0 ? 'bad' : counts.known > 0 ? 'known' : 'good'
  if (counts.failed + counts.known === 0) return cell(colour, text)
  const level = column === 'generated' || column === 'laws' ? '' : column
  return cell(
    colour,
    html`<button type="button" data-feature="${feature}" data-level="${level}">${text}</button>`,
  )
}

function filtersHtml({ causes }: Report): Html {
  if (causes.length === 0) return NOTHING
  const choice = (name: string, values: ReadonlySet<string>): Html => {
    const options = [...values].sort().map((value) => html`<option>${value}</option>`)
    return html`<label>${name} <select id="${name}"><option value="">all</option>${options}</select></label>`
  }
  return html`<h2>Differences</h2>
<form class="filters">
${choice('feature', new Set(causes.map(({ feature }) => feature)))}
${choice('level', new Set(causes.map(({ level }) => level)))}
<label><input type="checkbox" id="known" checked> known ones too</label>
</form>`
}

/**
 * Returns the HTML of the command that serves the explorer to which the report links. The HTML is empty for a report
 * without links.
 */
function serveHtml({ causes, serve }: Report): Html {
  if (causes.every(({ explorer }) => explorer === undefined)) return NOTHING
  return html`<p class="serve">The explorer opens requests while this runs: ${code(serve)}</p>`
}

/**
 * The maximum number of causes for which the page shows the response bodies. The JSON report contains the bodies for
 * all causes.
 */
const MAX_BODIES = 100

function causeHtml(cause: Cause, at: number, report: Report): Html {
  const { example, title, level, feature, count, knownBecause } = cause
  const isKnown = knownBecause !== undefined
  const tags = [level, feature, ...(isKnown ? ['known'] : [])]
  const { expected, found } = example
  const bodies =
    found === undefined || at >= MAX_BODIES
      ? NOTHING
      : diffHtml(expected.body, found.body, `Bodies of cause ${at + 1}`)
  const open = at === 0 ? html` open=""` : NOTHING
  return html`<details class="cause${isKnown ? ' is-known' : ''}" data-feature="${feature}" data-level="${level}"${open}>
<summary><span class="count">${count}×</span> <span class="title">${sentence(title)}</span>${tags.map(
    (text) => html` <span class="tag">${text}</span>`,
  )}</summary>
${factsHtml(cause, report)}
${linkHtml(cause)}
${bodies}
</details>\n`
}

function linkHtml({ explorer }: Cause): Html {
  if (explorer === undefined) return NOTHING
  const { address, without } = explorer
  const names = joined(
    without.map((name) => code(name)),
    ', ',
  )
  const less = without.length === 0 ? NOTHING : html` <span class="note">without ${names}</span>`
  return html`<p class="links"><a href="${address}" class="open" rel="noreferrer">Open in the explorer</a>${less}</p>`
}

function factsHtml(cause: Cause, report: Report): Html {
  const { example, switches, knownBecause } = cause
  const sides = sidesOf(example)
  const rule = ruleLine(cause)
  return facts([
    ...(rule === undefined ? [] : [['rule', sentence(rule)] as const]),
    ...curlLines(example, report).map((text): Fact => ['request', code(text)]),
    ...answerLines(example).map((text): Fact => ['with', code(text)]),
    ['differs at', code(pathText(example))],
    ['expected', code(sides.expected, 'left')],
    ['got', code(sides.got, 'right')],
    ...(sides.words === undefined ? [] : [['words', code(sides.words)] as const]),
    ...switchLines(switches).map((line): Fact => ['why', sentence(`your server ${line}`), 'why']),
    ...(knownBecause === undefined ? [] : [['known', knownBecause] as const]),
    ['again', code(originText(example))],
  ])
}

function diffHtml(expected: Json, found: Json, label: string): Html {
  const rows = diffRows(expected, found).map(
    ({ kind, left, right }) =>
      html`<tr>${sideCell(kind, left, 'left')}${sideCell(kind, right, 'right')}</tr>\n`,
  )
  if (rows.length === 0) return NOTHING
  const table = html`<table class="diff">${head(['expected', 'got'])}<tbody>${rows}</tbody></table>`
  return scrolling(label, 'bodies', table)
}

function sideCell(kind: DiffRow['kind'], text: string | undefined, side: 'left' | 'right'): Html {
  if (text === undefined) return cell('void', '')
  return cell(kind === 'changed' ? side : kind, text)
}

function lawsHtml({ laws }: Report): Html {
  if (laws.length === 0) return NOTHING
  const rows = laws.map(({ id, says, outcome, note }) => {
    const isSkipped = outcome === 'skipped'
    const lines = (note ?? '').split('\n').filter((text) => text !== '')
    const more = lines.map((text) => html`<br>${isSkipped ? text : code(text)}`)
    const cells = [cell(isSkipped ? 'skipped' : outcome, outcome), cell('', id)]
    return html`<tr>${cells}${cell('', [sentence(says), more])}</tr>\n`
  })
  return listHtml(`Laws (${laws.length})`, 'Laws', html`<table><tbody>${rows}</tbody></table>`)
}

function passesHtml({ unexpectedPasses }: Report): Html {
  if (unexpectedPasses.length === 0) return NOTHING
  const items = unexpectedPasses.map((name) => html`<li>${code(name)}</li>`)
  return html`<h2>Known failures that pass</h2><ul class="passes">${items}</ul>`
}

function casesHtml({ cases }: Report): Html {
  if (cases.length === 0) return NOTHING
  const titles = head(['outcome', 'level', 'feature', 'id', 'name'])
  const table = html`<table>${titles}<tbody>${cases.map(caseRow)}</tbody></table>`
  return listHtml(`All cases (${cases.length})`, 'Cases', table)
}

/** Returns a table under a title, collapsed until the user opens it. */
const listHtml = (title: string, label: string, table: Html): Html =>
  html`<details class="cases"><summary>${title}</summary>${scrolling(label, 'rows', table)}</details>`

function caseRow({ id, name, level, feature, outcome, note }: CaseLine): Html {
  const more = note === undefined ? NOTHING : html` <small>${note}</small>`
  const cells = [
    cell(outcome, outcome),
    cell('', level),
    cell('', feature),
    cell('', code(id)),
    cell('', [sentence(name), more]),
  ]
  return html`<tr data-feature="${feature}" data-level="${level}">${cells}</tr>\n`
}

/** The report as one static page: it loads nothing, and works without its script but for the filters. */
import type { Json } from '../../../util/json.ts'
import { visible } from '../../bodies/line.ts'
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
} from '../words.ts'
import { SCRIPT, STYLE } from './page.ts'

/** Nothing may be loaded, from anywhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

export function htmlReport(report: Report): string {
  const { target, profile, dataset, verdict, sent, seed, settings, milliseconds } = report
  const title = `${target} against Populace`
  const how = [
    `dataset ${dataset}`,
    `profile ${profile}`,
    `${sent} requests in ${(milliseconds / 1000).toFixed(1)} s`,
    `seed ${seed}`,
    ...Object.entries(settings).map(([name, mode]) => `${name} ${mode}`),
  ].join(' · ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="top">
<p class="brand">Populace check</p>
<p class="note">Conformance to Strapi 5's content REST API, read side</p>
</header>
<main>
<h1>${escaped(target)}</h1>
<p class="verdict ${verdict}">${escaped(verdictLine(report))}</p>
<p class="how">${escaped(how)}</p>
${report.notices.map((notice) => `<p class="notice">${sentence(notice)}</p>`).join('\n')}
${matrixHtml(report)}
${filtersHtml(report)}
${serveHtml(report)}
<section id="causes">
${report.causes.map((cause, at) => causeHtml(cause, at, report)).join('\n')}
<p class="empty" hidden>Nothing here with this feature and level.</p>
</section>
${lawsHtml(report)}
${passesHtml(report)}
${casesHtml(report)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

/** Text for any place in a page, between tags and in attributes: no markup, and nothing but what is seen. */
const escaped = (text: string): string =>
  visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A sentence, with what stands in backticks as code. */
const sentence = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** An element; `content` is HTML, attribute values are not. Without attributes that are undefined. */
function tag(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  )
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

const row = (cells: readonly string[], attributes: Readonly<Record<string, string>> = {}): string =>
  `${tag('tr', attributes, ...cells)}\n`
const cell = (style: string, html: string): string => tag('td', { class: style }, html)
const code = (text: string, style?: string): string => tag('code', { class: style }, escaped(text))
const head = (titles: readonly string[]): string =>
  tag('thead', {}, row(titles.map((title) => tag('th', { scope: 'col' }, title))))

/** What is wider or longer than its place, reached by the keys too. */
const scrolling = (label: string, style: string, html: string): string =>
  tag('div', { class: style, role: 'region', 'aria-label': label, tabindex: '0' }, html)

function matrixHtml(report: Report): string {
  const columns = usedColumns(report)
  if (columns.length === 0) return ''
  const rows = report.matrix.map(({ feature, columns: cells }) => {
    const title = tag('th', { scope: 'row' }, escaped(feature))
    return row([title, ...columns.map((column) => countsCell(feature, column, cells[column]))])
  })
  const table = tag('table', { class: 'matrix' }, head(['feature', ...columns]), tag('tbody', {}, ...rows))
  return scrolling('Counts by feature', 'counts', table)
}

function countsCell(feature: string, column: MatrixColumn, counts: Report['counts']): string {
  const text = countsText(counts)
  const colour = text === '' ? 'none' : counts.failed > 0 ? 'bad' : counts.known > 0 ? 'known' : 'good'
  if (counts.failed + counts.known === 0) return cell(colour, text)
  const level = column === 'generated' || column === 'laws' ? '' : column
  const attributes = { type: 'button', 'data-feature': feature, 'data-level': level }
  return cell(colour, tag('button', attributes, text))
}

function filtersHtml({ causes }: Report): string {
  if (causes.length === 0) return ''
  const choice = (name: string, values: ReadonlySet<string>): string => {
    const options = [...values].sort().map((value) => tag('option', {}, escaped(value)))
    const all = tag('option', { value: '' }, 'all')
    return tag('label', {}, `${name} `, tag('select', { id: name }, all, ...options))
  }
  const features = choice('feature', new Set(causes.map(({ feature }) => feature)))
  const levels = choice('level', new Set(causes.map(({ level }) => level)))
  const known = '<label><input type="checkbox" id="known" checked> known ones too</label>'
  return `<h2>Differences</h2>\n${tag('form', { class: 'filters' }, features, levels, known)}`
}

/** What has to run for the links; nothing where there are none. */
function serveHtml({ causes, serve }: Report): string {
  if (causes.every(({ explorer }) => explorer === undefined)) return ''
  return tag('p', { class: 'serve' }, `The explorer opens requests while this runs: ${code(serve)}`)
}

/** Of so many causes the bodies are shown; the report as JSON has more. */
const MAX_BODIES = 100

function causeHtml(cause: Cause, at: number, report: Report): string {
  const { example, title, level, feature, count, knownBecause } = cause
  const isKnown = knownBecause !== undefined
  const tags = [level, feature, ...(isKnown ? ['known'] : [])]
  const summary = [
    tag('span', { class: 'count' }, `${count}×`),
    tag('span', { class: 'title' }, sentence(title)),
    ...tags.map((text) => tag('span', { class: 'tag' }, escaped(text))),
  ]
  const { expected, found } = example
  return tag(
    'details',
    {
      class: isKnown ? 'cause is-known' : 'cause',
      'data-feature': feature,
      'data-level': level,
      open: at === 0 ? '' : undefined,
    },
    tag('summary', {}, summary.join(' ')),
    factsHtml(cause, report),
    linkHtml(cause),
    found === undefined || at >= MAX_BODIES
      ? ''
      : diffHtml(expected.body, found.body, `Bodies of cause ${at + 1}`),
  )
}

function linkHtml({ explorer }: Cause): string {
  if (explorer === undefined) return ''
  const { address, without } = explorer
  const link = tag('a', { href: address, class: 'open', rel: 'noreferrer' }, 'Open in the explorer')
  const less = without.length === 0 ? '' : `without ${without.map((name) => code(name)).join(', ')}`
  return tag('p', { class: 'links' }, link, less === '' ? '' : ` ${tag('span', { class: 'note' }, less)}`)
}

function factsHtml(cause: Cause, report: Report): string {
  const { example, switches, knownBecause } = cause
  const sides = sidesOf(example)
  const rule = ruleLine(cause)
  const facts: readonly (readonly [string, string, string?])[] = [
    ...(rule === undefined ? [] : [['rule', sentence(rule)] as const]),
    ...curlLines(example, report).map((text) => ['request', code(text)] as const),
    ...answerLines(example).map((text) => ['with', code(text)] as const),
    ['differs at', code(pathText(example))],
    ['expected', code(sides.expected, 'left')],
    ['got', code(sides.got, 'right')],
    ...switchLines(switches).map((line) => ['why', sentence(`your server ${line}`), 'why'] as const),
    ...(knownBecause === undefined ? [] : [['known', escaped(knownBecause)] as const]),
    ['again', code(originText(example))],
  ]
  return tag(
    'dl',
    {},
    ...facts.map(([name, html, style]) => `${tag('dt', {}, name)}${tag('dd', { class: style }, html)}\n`),
  )
}

function diffHtml(expected: Json, found: Json, label: string): string {
  const rows = diffRows(expected, found).map(({ kind, left, right }) =>
    row([sideCell(kind, left, 'left'), sideCell(kind, right, 'right')]),
  )
  if (rows.length === 0) return ''
  const table = tag('table', { class: 'diff' }, head(['expected', 'got']), tag('tbody', {}, ...rows))
  return scrolling(label, 'bodies', table)
}

function sideCell(kind: DiffRow['kind'], text: string | undefined, side: 'left' | 'right'): string {
  if (text === undefined) return cell('void', '')
  return cell(kind === 'changed' ? side : kind, escaped(text))
}

function lawsHtml({ laws }: Report): string {
  if (laws.length === 0) return ''
  const rows = laws.map(({ id, says, outcome, note }) => {
    const lines = (note ?? '').split('\n').filter((text) => text !== '')
    const more = lines.map((text) => `<br>${outcome === 'not looked at' ? escaped(text) : code(text)}`)
    return row([
      cell(outcome === 'not looked at' ? 'skipped' : outcome, outcome),
      cell('', escaped(id)),
      cell('', `${sentence(says)}${more.join('')}`),
    ])
  })
  const summary = tag('summary', {}, `Laws (${laws.length})`)
  return tag('details', { class: 'cases' }, summary, scrolling('Laws', 'rows', tag('table', {}, ...rows)))
}

function passesHtml({ unexpectedPasses }: Report): string {
  if (unexpectedPasses.length === 0) return ''
  const items = unexpectedPasses.map((name) => tag('li', {}, code(name)))
  return `<h2>Known to fail, and passing</h2>${tag('ul', { class: 'passes' }, ...items)}`
}

function casesHtml({ cases }: Report): string {
  if (cases.length === 0) return ''
  const titles = head(['outcome', 'level', 'feature', 'id', 'name'])
  const summary = tag('summary', {}, `All cases (${cases.length})`)
  const table = tag('table', {}, titles, ...cases.map(caseRow))
  return tag('details', { class: 'cases' }, summary, scrolling('Cases', 'rows', table))
}

function caseRow({ id, name, level, feature, outcome, note }: CaseLine): string {
  const more = note === undefined ? '' : ` ${tag('small', {}, escaped(note))}`
  const cells = [
    cell(outcome, outcome),
    cell('', level),
    cell('', escaped(feature)),
    cell('', code(id)),
    cell('', `${sentence(name)}${more}`),
  ]
  return row(cells, { 'data-feature': feature, 'data-level': level })
}

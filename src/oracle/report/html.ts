/** The report as one static page: it loads nothing, and works without its script but for the filters. */
import type { Json } from '../../schema/schema.ts'
import type { CaseLine, Cause, Column, Report } from '../report.ts'
import { type DiffRow, diffRows } from './diff.ts'
import { SCRIPT, STYLE } from './page.ts'
import {
  countsText,
  curlLine,
  isRed,
  originText,
  ruleLine,
  switchLines,
  usedColumns,
  valueText,
  verdictLine,
} from './words.ts'

export function htmlReport(report: Report): string {
  const { target, profile, dataset, verdict, sent, seed, settings, milliseconds } = report
  const title = `${target} against Populace`
  const how = `dataset ${dataset} · profile ${profile} · ${sent} requests in ${(milliseconds / 1000).toFixed(1)} s · seed ${seed} · ids ${settings.ids} · times ${settings.times} · errors ${settings.errors}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="kicker">Conformance to Strapi 5's content REST API, read side</p>
<h1>${escaped(target)}</h1>
<p class="verdict ${verdict}">${escaped(verdictLine(report))}</p>
<p class="how">${escaped(how)}</p>
${report.notices.map((notice) => `<p class="notice">${escaped(notice)}</p>`).join('\n')}
</header>
<main>
${matrixHtml(report)}
${filtersHtml(report)}
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A sentence, with what stands in backticks as code. */
const sentence = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function matrixHtml(report: Report): string {
  const columns = usedColumns(report)
  if (columns.length === 0) return ''
  const rows = report.matrix.map((row) => {
    const cells = columns.map((column) => cellHtml(row.feature, column, row.columns[column]))
    return `<tr class="${isRed(row) ? 'red' : 'green'}"><th scope="row">${escaped(row.feature)}</th>${cells.join('')}</tr>`
  })
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<table class="matrix"><thead><tr><th>feature</th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function cellHtml(feature: string, column: Column, counts: Report['counts']): string {
  const text = countsText(counts)
  const colour = text === '' ? 'none' : counts.failed > 0 ? 'bad' : counts.known > 0 ? 'known' : 'good'
  const level = column === 'generated' || column === 'laws' ? '' : column
  const inner =
    counts.failed + counts.known > 0
      ? `<button type="button" data-feature="${escaped(feature)}" data-level="${level}">${text}</button>`
      : text
  return `<td class="${colour}">${inner}</td>`
}

function filtersHtml({ causes }: Report): string {
  if (causes.length === 0) return ''
  const features = [...new Set(causes.map(({ feature }) => feature))].sort()
  const levels = [...new Set(causes.map(({ level }) => level))].sort()
  const choice = (name: string, values: readonly string[]): string =>
    `<label>${name} <select id="${name}"><option value="">all</option>${values.map((value) => `<option>${escaped(value)}</option>`).join('')}</select></label>`
  return `<h2>Differences</h2>
<form class="filters">${choice('feature', features)} ${choice('level', levels)} <label><input type="checkbox" id="known" checked> known ones too</label></form>`
}

function causeHtml(cause: Cause, at: number, report: Report): string {
  const { example, title, level, feature, count, switches, knownBecause } = cause
  const { difference, expected, found } = example
  const rule = ruleLine(cause)
  const why = switchLines(switches).map((line) => fact('why', sentence(`your server ${line}`), 'why'))
  const known = knownBecause === undefined ? [] : [fact('known', escaped(knownBecause))]
  const facts = [
    ...(rule === undefined ? [] : [fact('rule', sentence(rule))]),
    fact('request', `<code>${escaped(curlLine(example, report))}</code>`),
    fact(
      'differs at',
      `<code>${escaped(difference.path === '' ? 'the whole body' : difference.path)}</code>`,
    ),
    fact('expected', `<code class="left">${escaped(valueText(difference.expected))}</code>`),
    fact('got', `<code class="right">${escaped(valueText(difference.found))}</code>`),
    ...why,
    ...known,
    fact('again', `<code>${escaped(originText(example))}</code>`),
  ]
  const bodies = found === undefined ? '' : diffHtml(expected.body, found.body)
  return `<details class="cause${knownBecause === undefined ? '' : ' is-known'}" data-feature="${escaped(feature)}" data-level="${level}"${at === 0 ? ' open' : ''}>
<summary><span class="count">${count}×</span> <span class="title">${sentence(title)}</span> <span class="tag">${level}</span> <span class="tag">${escaped(feature)}</span>${knownBecause === undefined ? '' : ' <span class="tag">known</span>'}</summary>
<dl>${facts.join('\n')}</dl>
${bodies}
</details>`
}

const fact = (name: string, html: string, style = ''): string =>
  `<dt>${name}</dt><dd class="${style}">${html}</dd>`

function diffHtml(expected: Json, found: Json): string {
  const rows = diffRows(expected, found)
  if (rows.length === 0) return ''
  return `<div class="bodies"><table class="diff"><thead><tr><th>expected</th><th>got</th></tr></thead><tbody>${rows.map(rowHtml).join('\n')}</tbody></table></div>`
}

function rowHtml({ kind, left, right }: DiffRow): string {
  const cell = (text: string | undefined, side: string): string =>
    `<td class="${kind === 'changed' && text !== undefined ? side : text === undefined ? 'void' : kind}">${escaped(text ?? '')}</td>`
  return `<tr>${cell(left, 'left')}${cell(right, 'right')}</tr>`
}

function lawsHtml({ laws }: Report): string {
  if (laws.length === 0) return ''
  const rows = laws.map(
    ({ id, says, outcome, note }) =>
      `<tr><td class="${outcome}">${outcome}</td><td>${escaped(id)}</td><td>${sentence(says)}${note === undefined ? '' : `<br><code>${escaped(note)}</code>`}</td></tr>`,
  )
  return `<details class="cases"><summary>Laws (${laws.length})</summary><table>${rows.join('\n')}</table></details>`
}

function passesHtml({ unexpectedPasses }: Report): string {
  if (unexpectedPasses.length === 0) return ''
  const items = unexpectedPasses.map((name) => `<li><code>${escaped(name)}</code></li>`).join('')
  return `<h2>Known to fail, and passing</h2><ul>${items}</ul>`
}

function casesHtml({ cases }: Report): string {
  if (cases.length === 0) return ''
  const row = ({ id, name, level, feature, outcome, note }: CaseLine): string =>
    `<tr data-feature="${escaped(feature)}" data-level="${level}"><td class="${outcome}">${outcome}</td><td>${level}</td><td>${escaped(feature)}</td><td><code>${escaped(id)}</code></td><td>${escaped(name)}${note === undefined ? '' : ` <small>${escaped(note)}</small>`}</td></tr>`
  return `<details class="cases"><summary>All cases (${cases.length})</summary><table><thead><tr><th>outcome</th><th>level</th><th>feature</th><th>id</th><th>name</th></tr></thead><tbody>${cases.map(row).join('\n')}</tbody></table></details>`
}

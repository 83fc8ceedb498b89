/** Writes the report of an upgrade as one HTML page that loads no other files. */
import { type Html, html } from '../../../util/html.ts'
import { code, type Fact, facts, reportPage } from '../../report/page/shell.ts'
import {
  failingLines,
  type GroupReport,
  headOf,
  leftOutLines,
  moreLines,
  placeOf,
  statusLine,
  summaryLine,
  type UpgradeReport,
} from './report.ts'

export function upgradeHtml(report: UpgradeReport): string {
  const title = `From ${report.from} to ${report.to}`
  const isGood = report.verdict === 'alike' || report.verdict === 'changed'
  const verdict = isGood ? 'conformant' : 'different'
  const more = [statusLine(report), ...failingLines(report), ...leftOutLines(report), ...moreLines(report)]
  return reportPage({
    title,
    brand: 'Populace upgrade',
    note: 'Answers that differ in another release or database',
    main: html`<h1>${title}</h1>
${report.warnings.map((line) => html`<p class="notice">${line}</p>\n`)}
<p class="verdict ${verdict}">${summaryLine(report)}</p>
${more.filter((line) => line !== '').map((line) => html`<p class="how">${line}</p>\n`)}
${report.groups.map(groupHtml)}`,
  })
}

function groupHtml(group: GroupReport, at: number): Html {
  const { because, request, beforeText, afterText, instead, breaks } = group
  const terms: readonly Fact[] = [
    ...(because === null ? [] : [[because.name, becauseText(because)] as const]),
    ['request', code(request)],
    ['at', code(placeOf(group))],
    ['before', code(beforeText, 'left')],
    ['after', code(afterText, 'right')],
    ...(instead === null ? [] : [['instead', code(instead)] as const]),
  ]
  return html`<article class="cause${breaks ? ' breaks' : ''}">
<h2>${at + 1}. ${headOf(group)}</h2>
${facts(terms)}
<details><summary>both answers</summary><pre>${answerText(group.before)}</pre><pre>${answerText(group.after)}</pre></details>
</article>\n`
}

const becauseText = ({ says, before, after, when }: NonNullable<GroupReport['because']>): string =>
  `${says} Before: ${before}. After: ${after}. (${when})`

/** The maximum number of characters that the page shows of an answer's body. */
const MOST_CHARACTERS = 20_000

function answerText({ status, body }: GroupReport['before']): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2)
  return `${status}\n${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}`
}

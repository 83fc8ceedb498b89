/** A comparison as one page that loads nothing. */
import { type GroupReport, headOf, leftOutLine, placeOf, summaryLine, type UpgradeReport } from './report.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bad: #c33; --good: #283; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
h2 { font-size: 1.1rem; } .breaks { color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; } dd { margin: 0; }
pre { white-space: pre-wrap; max-height: 24rem; overflow: auto; border: 1px solid var(--line); padding: 0.5rem; }
`

/** Nothing may be loaded, from anywhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

export function upgradeHtml(report: UpgradeReport): string {
  const title = `From ${report.from} to ${report.to}`
  const paragraphs = [...report.warnings, summaryLine(report), leftOutLine(report)].filter(
    (line) => line !== '',
  )
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
<h1>${escaped(title)}</h1>
${paragraphs.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${report.groups.map(groupHtml).join('\n')}
</body>
</html>
`
}

function groupHtml(group: GroupReport, at: number): string {
  const { because, request, beforeText, afterText, instead, breaks } = group
  const terms: readonly (readonly [term: string, text: string])[] = [
    ...(because === null
      ? []
      : [
          [
            because.name,
            `${because.says} Before: ${because.before}. After: ${because.after}. (${because.when})`,
          ] as const,
        ]),
    ['request', request],
    ['at', placeOf(group)],
    ['before', beforeText],
    ['after', afterText],
    ...(instead === null ? [] : [['instead', instead] as const]),
  ]
  return `<article>
<h2${breaks ? ' class="breaks"' : ''}>${at + 1}. ${escaped(headOf(group))}</h2>
<dl>
${terms.map(([term, text]) => `<dt>${escaped(term)}</dt><dd><code>${escaped(text)}</code></dd>`).join('\n')}
</dl>
<details><summary>both answers</summary><pre>${answerHtml(group.before)}</pre><pre>${answerHtml(group.after)}</pre></details>
</article>`
}

/** Characters of an answer that are shown. */
const MOST_CHARACTERS = 20_000

function answerHtml({ status, body }: GroupReport['before']): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2)
  return escaped(`${status}\n${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters but line ends are shown by their number. */
const escaped = (text: string): string =>
  [...text]
    .map(
      (one) =>
        ENTITIES[one] ??
        (one < ' ' && one !== '\n' ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}` : one),
    )
    .join('')

/** The style sheet of report pages, and the script of the filters on these pages. */
import { LOOK } from '../../../util/look.ts'

/** The style sheet of reports, including the shared style of all pages. */
export const STYLE = `${LOOK}
.top { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 20px; padding: 10px 20px;
  border-bottom: 1px solid var(--line); background: var(--sheet); }
.brand { font-size: 16px; font-weight: 650; letter-spacing: -0.01em; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { font-size: 20px; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 32px 0 10px; font-size: 16px; font-weight: 650; }
.verdict, .notice { padding: 10px 14px; border-radius: var(--radius); overflow-wrap: anywhere; }
.verdict { margin: 12px 0 8px; font-weight: 650; }
.verdict.conformant { background: var(--added); color: var(--good); }
.verdict.different { background: var(--bad-wash); color: var(--bad); }
.verdict.broken { background: var(--changed); color: var(--text); }
.notice { margin-bottom: 8px; background: var(--sunk); }
.how { margin-bottom: 12px; color: var(--soft); font-size: 12.5px; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums; }
table { border-collapse: collapse; }
th { color: var(--soft); font-weight: 600; font-size: 12px; text-align: left; }
.counts, .rows, .bodies { overflow: auto; background: var(--sheet); border: 1px solid var(--line);
  border-radius: var(--radius); }
.counts { width: fit-content; max-width: 100%; margin-top: 20px; }
.matrix th, .matrix td { height: 34px; padding: 4px 14px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.matrix tbody tr:last-child > * { border-bottom: 0; }
.matrix th:first-child { text-align: left; }
.matrix tbody th { color: var(--ink); font-weight: 400; font-size: 14px; }
.matrix .good { color: var(--good); } .matrix .bad { background: var(--bad-wash); color: var(--bad); font-weight: 650; }
.matrix .known { background: var(--changed); color: var(--text); }
.matrix button { min-height: 24px; padding: 0 4px; margin: 0 -4px; border: 0; background: none; font: inherit;
  text-decoration: underline dotted; text-underline-offset: 3px; }
.matrix button:hover:not(:disabled) { color: inherit; text-decoration-style: solid; }
.filters { display: flex; flex-wrap: wrap; gap: 8px 20px; margin-bottom: 12px; color: var(--soft); font-size: 12px; }
.filters label { display: flex; align-items: center; gap: 6px; }
.filters select { max-width: 240px; color: var(--ink); }
.serve { margin-bottom: 12px; padding: 8px 14px; border-radius: var(--radius); background: var(--sunk); font-size: 12.5px;
  overflow-wrap: anywhere; }
.cause { margin-bottom: 8px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); }
summary { cursor: pointer; }
.cause > summary { padding: 9px 14px; border-radius: var(--radius); overflow-wrap: anywhere; }
.cause > summary:hover { background: var(--sunk); }
.cause[open] > summary { border-bottom: 1px solid var(--line); border-radius: var(--radius) var(--radius) 0 0; }
.title { font-weight: 650; } .count { color: var(--bad); font-weight: 650; font-variant-numeric: tabular-nums; }
.is-known .count { color: var(--text); }
.tag { margin-left: 2px; padding: 1px 7px; border: 1px solid var(--line); border-radius: var(--radius); color: var(--soft);
  font-size: 12px; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 5px 16px; padding: 12px 14px; }
dt { color: var(--soft); font-size: 12px; line-height: 21px; } dd { overflow-wrap: anywhere; } dd.why { color: var(--text); }
code.left { color: var(--good); } code.right { color: var(--bad); }
article.cause > h2 { margin: 0; padding: 9px 14px; border-bottom: 1px solid var(--line); font-size: 14px; overflow-wrap: anywhere; }
article.breaks > h2 { color: var(--bad); }
article > details { padding: 0 14px 14px; }
article pre { max-height: 384px; margin-top: 10px; padding: 8px 10px; overflow: auto; border: 1px solid var(--line);
  border-radius: var(--radius); white-space: pre-wrap; overflow-wrap: anywhere; }
.links { padding: 0 14px 14px; }
.open { display: inline-block; margin-right: 8px; padding: 4px 12px; border-radius: var(--radius); background: var(--accent);
  color: var(--accent-ink); font-size: 13px; text-decoration: none; }
.open:hover { filter: brightness(1.08); text-decoration: underline; }
.bodies { max-height: 540px; margin: 0 14px 14px; }
.diff { width: 100%; table-layout: fixed; }
.diff thead th { position: sticky; top: 0; background: var(--sheet); box-shadow: 0 1px var(--line); }
.diff th { padding: 5px 10px; }
.diff td { padding: 0 10px; font: 12.5px/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff td + td, .diff th + th { border-left: 1px solid var(--line); }
.diff .left { background: var(--added); } .diff .right { background: var(--removed); }
.diff .void { background: var(--sunk); } .diff .gap { color: var(--soft); }
.cases { margin-top: 24px; } .cases > summary { font-weight: 650; }
.rows { max-height: 640px; margin-top: 10px; }
.rows table { width: 100%; font-size: 12.5px; }
.rows thead th { position: sticky; top: 0; background: var(--sheet); box-shadow: 0 1px var(--line); }
.rows td, .rows th { padding: 4px 10px; vertical-align: top; } .rows tr + tr > td { border-top: 1px solid var(--line); }
.rows td:last-child { min-width: 260px; }
td.passed { color: var(--good); } td.failed { color: var(--bad); font-weight: 650; }
td.known, td.skipped { color: var(--text); }
.rows code, .passes code { white-space: pre-wrap; overflow-wrap: anywhere; }
small, .empty { color: var(--soft); }
@media (max-width: 600px) {
  .top { padding: 10px 14px; } main { padding: 16px 14px 32px; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd + dt { margin-top: 8px; }
  .matrix th, .matrix td { padding: 4px 8px; }
}
`

export const SCRIPT = `
const chosen = { feature: document.getElementById('feature'), level: document.getElementById('level') }
const known = document.getElementById('known')
function show() {
  if (!known) return
  let shown = 0
  for (const cause of document.querySelectorAll('.cause')) {
    const fits = (name) => chosen[name].value === '' || cause.dataset[name] === chosen[name].value
    cause.hidden = !(fits('feature') && fits('level') && (known.checked || !cause.classList.contains('is-known')))
    if (!cause.hidden) shown++
  }
  document.querySelector('.empty').hidden = shown > 0
  for (const row of document.querySelectorAll('.cases tr[data-feature]')) {
    const fits = (name) => chosen[name].value === '' || row.dataset[name] === chosen[name].value
    row.hidden = !(fits('feature') && fits('level'))
  }
}
function choose(name, value) {
  const select = chosen[name]
  select.value = [...select.options].some((option) => option.value === value) ? value : ''
}
for (const button of document.querySelectorAll('.matrix button')) {
  button.addEventListener('click', () => {
    choose('feature', button.dataset.feature)
    choose('level', button.dataset.level)
    show()
    document.getElementById('causes').scrollIntoView({ behavior: 'smooth' })
  })
}
for (const control of [chosen.feature, chosen.level, known]) control?.addEventListener('change', show)
show()
`

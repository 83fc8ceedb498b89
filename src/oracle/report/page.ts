/** How the page looks, and what its filters do. */

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --paper: #fcfcfd; --soft: #60646c; --line: #e0e1e6; --panel: #ffffff;
  --good: #18794e; --good-bg: #e6f6eb; --bad: #b4232c; --bad-bg: #ffe9e9; --known: #8a5a00; --known-bg: #fff4d5; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --paper: #111113; --soft: #b0b4ba; --line: #363a3f;
  --panel: #18191b; --good: #3dd68c; --good-bg: #132d21; --bad: #ff9592; --bad-bg: #3b1219; --known: #ffca16; --known-bg: #302008; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.15rem; }
.kicker { margin: 0 0 .25rem; color: var(--soft); }
.verdict { margin: .75rem 0 .25rem; padding: .6rem .9rem; border-radius: 8px; font-weight: 600; }
.verdict.conformant { background: var(--good-bg); color: var(--good); }
.verdict.different { background: var(--bad-bg); color: var(--bad); }
.verdict.broken, .notice { background: var(--known-bg); color: var(--known); }
.notice { margin: .4rem 0; padding: .4rem .9rem; border-radius: 8px; }
.how { margin: .4rem 0 1.25rem; color: var(--soft); font-size: .87rem; }
table { border-collapse: collapse; }
.matrix th, .matrix td { padding: .32rem .8rem; border-bottom: 1px solid var(--line); text-align: right;
  font-variant-numeric: tabular-nums; }
.matrix th:first-child { text-align: left; padding-left: 0; }
.matrix thead th { color: var(--soft); font-weight: 500; font-size: .85rem; }
.matrix tbody th { font-weight: 500; }
.matrix .good { color: var(--good); } .matrix .bad { background: var(--bad-bg); color: var(--bad); font-weight: 600; }
.matrix .known { background: var(--known-bg); color: var(--known); }
.matrix button { all: unset; cursor: pointer; text-decoration: underline dotted; text-underline-offset: 3px; }
.matrix button:focus-visible { outline: 2px solid currentColor; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-bottom: 1rem; color: var(--soft); }
select { font: inherit; padding: .15rem .4rem; }
.cause { margin-bottom: .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.cause > summary { padding: .6rem .9rem; cursor: pointer; }
.cause[open] > summary { border-bottom: 1px solid var(--line); }
.cause .title { font-weight: 600; } .cause .count { color: var(--bad); font-variant-numeric: tabular-nums; }
.cause.is-known .count { color: var(--known); }
.tag { margin-left: .3rem; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft);
  font-size: .78rem; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.1rem; margin: .9rem; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; } dd.why { color: var(--known); }
code, .diff td { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code.left { color: var(--good); } code.right { color: var(--bad); }
.bodies { max-height: 34rem; margin: 0 .9rem .9rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
.diff { width: 100%; table-layout: fixed; }
.diff thead th { position: sticky; top: 0; background: var(--panel); }
.diff th { padding: .25rem .6rem; border-bottom: 1px solid var(--line); color: var(--soft); text-align: left;
  font-weight: 500; font-size: .82rem; }
.diff td { padding: 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff td + td, .diff th + th { border-left: 1px solid var(--line); }
.diff .left { background: var(--good-bg); } .diff .right { background: var(--bad-bg); }
.diff .void { background: color-mix(in srgb, var(--line) 45%, transparent); } .diff .gap { color: var(--soft); }
.cases { margin-top: 2rem; } .cases > summary { cursor: pointer; font-weight: 600; }
.cases table { margin-top: .6rem; font-size: .87rem; } .cases th { text-align: left; color: var(--soft); font-weight: 500; }
.cases td, .cases th { padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.passed { color: var(--good); } td.failed { color: var(--bad); font-weight: 600; } td.known, td.skipped { color: var(--known); }
.cases code { white-space: pre-wrap; overflow-wrap: anywhere; }
small, .empty { color: var(--soft); }
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

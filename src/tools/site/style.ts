/** The style sheet of the site: light, dark, narrow screens and print. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b26; --soft: #62606e; --paper: #fdfcfe; --panel: #ffffff; --sunk: #f5f3f9;
  --line: #e2dfea; --accent: #5b46d6; --accent-ink: #4a37bd; --accent-bg: #efecfc; --good: #12693f; --good-bg: #e3f5ea;
  --bad: #b01f2e; --bad-bg: #fde8e8; --warn: #835300; --warn-bg: #fdf1d3; --mono: ui-monospace, "Cascadia Code",
  SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; --shadow: 0 1px 2px #1d1b2612, 0 4px 16px #1d1b260a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceaf2; --soft: #aaa6b8; --paper: #131118; --panel: #1a1820;
  --sunk: #211e29; --line: #35313f; --accent: #a698ff; --accent-ink: #b9aeff; --accent-bg: #2a2447; --good: #5ad69a;
  --good-bg: #12301f; --bad: #ff9a98; --bad-bg: #3d1519; --warn: #f3c04a; --warn-bg: #35270a; --shadow: none; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, "Segoe UI",
  Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
a { color: var(--accent-ink); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
code, pre, textarea { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { overflow-wrap: anywhere; }
.prose code, .lead code, li p code, dd code, blockquote code { padding: .08em .32em; border-radius: 4px; background: var(--sunk); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; padding: .6rem 1rem; background: var(--panel); z-index: 9; }
.skip:focus { left: .5rem; top: .5rem; }
.soft, .count { color: var(--soft); }
.count { font-size: .8rem; font-weight: 400; font-variant-numeric: tabular-nums; }
body > header { position: sticky; top: 0; z-index: 5; border-bottom: 1px solid var(--line);
  background: color-mix(in srgb, var(--paper) 92%, transparent); backdrop-filter: blur(8px); }
.bar { display: flex; align-items: center; gap: .4rem 1.4rem; max-width: 78rem; margin: 0 auto; padding: .55rem 1.5rem; }
.brand { display: flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 700; letter-spacing: -.01em; text-decoration: none; }
.bar nav { flex: 1; min-width: 0; } .bar ul { display: flex; flex-wrap: wrap; gap: 0 .15rem; margin: 0; padding: 0; list-style: none; }
.bar li a { display: block; padding: .25rem .55rem; border-radius: 6px; color: var(--soft); font-size: .92rem; text-decoration: none; }
.bar li a:hover { background: var(--sunk); color: var(--ink); }
.bar li a[aria-current] { background: var(--accent-bg); color: var(--accent-ink); font-weight: 600; }
input, select, textarea, button { font: inherit; color: inherit; }
input, select, textarea { border: 1px solid color-mix(in srgb, var(--soft) 55%, var(--line)); border-radius: 7px; background: var(--panel); padding: .3rem .6rem; }
::placeholder { color: var(--soft); opacity: 1; }
.find input { width: 9.5rem; font-size: .92rem; } .find.big input { width: 100%; padding: .7rem 1rem; font-size: 1.15rem; }
main { max-width: 78rem; margin: 0 auto; padding: 1.2rem 1.5rem 4rem; }
main > p, main > ul, main > .prose, section > p, .lead { max-width: 46rem; }
h1 { margin: .8rem 0 .5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
h1.mono { font-family: var(--mono); font-size: 1.55rem; letter-spacing: -.03em; }
h2 { margin: 2.4rem 0 .6rem; font-size: 1.3rem; line-height: 1.3; letter-spacing: -.01em; }
h3 { margin: 1.6rem 0 .3rem; font-size: 1.05rem; }
h2 a, h3 a { color: inherit; }
.lead { margin: .2rem 0 1.2rem; font-size: 1.12rem; color: color-mix(in srgb, var(--ink) 86%, var(--soft)); }
.crumbs ol { display: flex; flex-wrap: wrap; gap: .1rem .5rem; margin: 0; padding: 0; list-style: none; font-size: .87rem; color: var(--soft); }
.crumbs li + li::before { content: "›"; margin-right: .5rem; } .crumbs a { color: var(--soft); }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .87rem; }
footer p { max-width: 78rem; margin: 0 auto; padding: 1rem 1.5rem 2rem; }
.hero { padding: 2.4rem 0 .4rem; } .hero h1 { max-width: 48rem; font-size: clamp(1.9rem, 4.6vw, 3rem); letter-spacing: -.03em; }
.rooms { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .8rem; max-width: none !important; margin: 0; padding: 0; list-style: none; }
.rooms li { position: relative; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); box-shadow: var(--shadow); }
.rooms a { color: var(--ink); font-size: 1.05rem; text-decoration: none; } .rooms b { color: var(--accent-ink); font-size: 1.35rem; letter-spacing: -.02em; }
.rooms a::after { position: absolute; inset: 0; border-radius: 12px; content: ""; } .rooms li:hover { border-color: var(--accent); }
.rooms p { margin: .1rem 0 0; color: var(--soft); font-size: .92rem; }
.toc, .chapters, .columns { display: flex; flex-wrap: wrap; gap: .35rem .5rem; margin: .6rem 0 1rem; padding: 0; list-style: none; }
main > .toc { max-width: none; } .toc a { display: block; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 99px; background: var(--panel); font-size: .9rem; text-decoration: none; }
.toc a:hover { border-color: var(--accent); } .chapters { display: block; columns: 22rem 3; column-gap: 2rem; } .chapters li { padding: .15rem 0; break-inside: avoid; }
.columns { display: block; columns: 15rem 4; } .columns li { padding: .1rem 0; }
.rules, .statements, .plain, .links, .results { margin: 0; padding: 0; list-style: none; } ul.rules { max-width: none; }
ul.rules > li { display: grid; grid-template-columns: minmax(12rem, 19rem) 5.5rem 1fr; gap: .2rem 1rem; padding: .5rem 0; border-top: 1px solid var(--line); }
ul.rules p, .statements p { margin: 0; } .links li { padding: .2rem 0; }
.kind, .tag { display: inline-block; padding: .02rem .55rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft);
  font-size: .76rem; font-weight: 500; line-height: 1.5; white-space: nowrap; text-decoration: none; justify-self: start; align-self: start; }
.kind.guide, .tag.must, .tag.v0 { border-color: transparent; background: var(--good-bg); color: var(--good); }
.tag.v1, .tag.wB, .tag.quirk { border-color: transparent; background: var(--warn-bg); color: var(--warn); white-space: normal; }
.tag.v2, .tag.wA { border-color: transparent; background: var(--bad-bg); color: var(--bad); }
.id { color: var(--soft); font-size: .82rem; } .ref { font-family: var(--mono); font-size: .8rem; }
.statements > li { padding: .7rem 0; border-top: 1px solid var(--line); } blockquote { margin: .3rem 0; padding-left: .9rem; border-left: 3px solid var(--accent); }
.prose { overflow-wrap: break-word; } .prose img { max-width: 100%; height: auto; } .prose table { font-size: .93rem; } .prose li { margin: .25rem 0; }
.wide { position: relative; max-width: 100%; overflow-x: auto; } table { border-collapse: collapse; }
th { text-align: left; font-weight: 600; } .prose th, .prose td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.case, .recording, .change, .form, .message, .decision { margin: 1rem 0; padding: .9rem 1.1rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); box-shadow: var(--shadow); }
.case:target, .recording:target, .change:target, .message:target, .decision:target, .statements > li:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.case h2, .case h3, .recording h2, .recording h3, .change h3, .form h3, .message h2, .decision h2 { margin: 0 0 .2rem; font-size: 1.02rem; overflow-wrap: anywhere; }
.meta { margin: .3rem 0; font-size: .87rem; color: var(--soft); } .meta a { margin-right: .15rem; }
.request { display: block; max-width: 100%; margin: .5rem 0; padding: .5rem .75rem; border-radius: 8px; background: var(--sunk); line-height: 1.55; }
.request b { color: var(--accent-ink); } .request .punct { color: var(--accent-ink); font-weight: 700; } .headers { margin: 0; }
.status { font-family: var(--mono); font-size: .9em; } .s2 { color: var(--good); } .s4, .s5 { color: var(--bad); }
summary { cursor: pointer; } details > summary { padding: .15rem 0; }
pre { max-height: 26rem; margin: .4rem 0; padding: .7rem .85rem; overflow: auto; border-radius: 8px; background: var(--sunk); font-size: .8rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { margin: .5rem 0; } dd { margin: 0; min-width: 0; } .checks, .sides { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; font-size: .93rem; }
.checks pre { margin: 0; padding: .15rem .5rem; } dt { color: var(--soft); } .sides dt { max-width: 13rem; } .sides { max-width: 52rem; }
#message { width: min(100%, 32rem); }
.fix { padding-left: .9rem; border-left: 3px solid var(--good); } .message p { margin: .35rem 0; }
.code { margin: .8rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); overflow: hidden; } .code figcaption { padding: .35rem .85rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .87rem; }
.code pre { max-height: 30rem; margin: 0; padding: .5rem 0; border-radius: 0; white-space: pre; } .code .line { display: block; min-height: 1.5em; padding-right: 1rem; }
.code .line::before { display: inline-block; width: 3.4rem; margin-right: .9rem; color: var(--soft); text-align: right; content: attr(data-n); }
.code .line.hit { background: var(--accent-bg); box-shadow: inset 3px 0 var(--accent); }
.turn { display: flex; justify-content: space-between; gap: 1rem; margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-family: var(--mono); font-size: .82rem; overflow-wrap: anywhere; }
.forms { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: .9rem; } .forms .form { margin: 0; } .form p { margin: .35rem 0; } .form:has(.runner) { grid-column: 1 / -1; }
.matrix { font-size: .9rem; } .matrix tbody th { min-width: 17rem; max-width: 32rem; padding: .18rem 1rem .18rem 0; font-weight: 400; vertical-align: top; }
.matrix tr > * { border-bottom: 1px solid var(--line); } .matrix thead tr > * { border: 0; } .matrix thead th { padding: 0 .1rem; font-size: .82rem; }
.matrix .edge { padding-left: .9rem; } .matrix .releases th { position: relative; height: 3.4rem; color: var(--soft); font: 500 .72rem/1 var(--mono); vertical-align: bottom; }
.matrix .releases th > span:first-child { display: inline-block; writing-mode: vertical-rl; transform: rotate(180deg); padding-top: .2rem; }
.matrix .mark { width: 1.25rem; padding: .42rem .1rem 0; vertical-align: top; } .matrix .mark.edge { padding-left: .9rem; }
.cell { display: block; width: 1.05rem; height: 1.05rem; border-radius: 4px; } .cell.on { background: var(--accent); } .cell.off { border: 1.5px solid color-mix(in srgb, var(--soft) 45%, var(--line)); }
.legend .cell { display: inline-block; margin: 0 .2rem -.15rem .6rem; } .legend { color: var(--soft); font-size: .9rem; max-width: none !important; }
.matrix details p { margin: .3rem 0; } .matrix summary { padding: .1rem 0; } .matrix summary span { display: block; padding-left: 1.1rem; color: var(--soft); font-size: .84rem; line-height: 1.35; } .matrix details > :not(summary) { margin-left: 1.1rem; }
.tall { max-height: 82vh; overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.operators { font-size: .87rem; } .operators thead > tr > * { position: sticky; top: 0; z-index: 2; padding: .5rem .6rem; background: var(--sunk); font-family: var(--mono); font-size: .8rem; font-weight: 500; }
.operators tbody th { position: sticky; left: 0; z-index: 1; padding: .2rem .8rem; background: var(--sunk); } .operators thead > tr > :first-child { left: 0; z-index: 3; }
.operators th code, .operators small { white-space: nowrap; } .operators td { min-width: 4.8rem; padding: 0 .3rem; border-top: 1px solid var(--line); border-left: 1px solid var(--line); text-align: center; vertical-align: middle; font-variant-numeric: tabular-nums; }
.operators td.s4, .operators td.s5 { background: var(--bad-bg); } .operators td small { display: block; color: var(--soft); font-size: .72rem; line-height: 1.25; }
.operators td.s4 small { color: var(--ink); } .operators td button { width: 100%; height: 100%; padding: .3rem .2rem; border: 0; background: none; color: inherit; cursor: pointer; } .operators td button:hover { background: var(--accent-bg); color: var(--accent-ink); }
button { cursor: pointer; } button.run, .buttons button { padding: .3rem 1.05rem; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--paper); font-weight: 600; font-size: .92rem; }
button.run { margin-top: .5rem; background: var(--accent-bg); color: var(--accent-ink); } button.run:hover { border-color: var(--accent); } [type=submit]:hover { filter: brightness(1.1); } button.quiet, .buttons button.quiet { padding: .3rem 1.05rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); color: var(--ink); font-weight: 500; }
.runner { margin-top: .7rem; padding: .8rem; border: 1px solid var(--accent); border-radius: 10px; background: var(--paper); } .runner label > span { display: block; color: var(--soft); font-size: .78rem; }
.target { display: grid; grid-template-columns: max-content 1fr; gap: .6rem; } .target textarea, .choices :is(input, select), .runner details textarea { width: 100%; } .target textarea { resize: vertical; max-height: 14rem; font-size: .85rem; field-sizing: content; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .6rem; margin: .6rem 0; } .choices :is(input, select), .target select { font-size: .88rem; }
div[data-try]:has(> .runner) > .request { display: none; }
.buttons { display: flex; align-items: center; gap: .6rem; margin-top: .6rem; } .buttons .soft { font-size: .8rem; } .result[aria-busy] { opacity: .5; }
.verdict { margin: .6rem 0 .3rem; padding: .4rem .8rem; border-radius: 8px; font-weight: 600; } .verdict.good { background: var(--good-bg); color: var(--good); } .verdict.differs { background: var(--warn-bg); color: var(--warn); } .verdict.bad { background: var(--bad-bg); color: var(--bad); }
.facts { margin: .7rem 0 0; } .checked { margin: .2rem 0; padding: 0; list-style: none; font-size: .87rem; overflow-wrap: anywhere; } .checked .good { color: var(--good); } .checked .bad { color: var(--bad); }
.diff { width: 100%; table-layout: fixed; } .diff th { padding: .2rem .6rem; color: var(--soft); font-size: .82rem; font-weight: 500; overflow-wrap: anywhere; } .diff td { padding: 0 .6rem; font: .8rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; }
.diff td + td, .diff th + th { border-left: 1px solid var(--line); } .diff .changed td:first-child { background: var(--good-bg); } .diff .changed td:last-child { background: var(--bad-bg); } .diff td.void { background: var(--sunk) !important; } .diff .gap { color: var(--soft); }
dialog { width: min(52rem, calc(100vw - 2rem)); max-height: 90vh; border: 1px solid var(--line); border-radius: 14px; background: var(--panel); color: var(--ink); overflow: auto; } dialog::backdrop { background: #0008; } dialog > .quiet { margin-top: .8rem; }
.results li { padding: .6rem 0; border-top: 1px solid var(--line); } .results p { margin: 0; color: var(--soft); } .results code { font-size: .95rem; }
html:not(.scripts) .scripted { display: none; }
@media (max-width: 60rem) { .bar { flex-wrap: wrap; padding: .5rem 1rem; } .bar nav { order: 3; flex-basis: 100%; overflow-x: auto; } .bar nav ul { flex-wrap: nowrap; } .bar .find { margin-left: auto; } }
@media (max-width: 44rem) { body { font-size: 15.5px; } main { padding: .8rem 1rem 3rem; } h1 { font-size: 1.6rem; } h1.mono { font-size: 1.2rem; } ul.rules > li { grid-template-columns: 1fr max-content; } ul.rules > li > p { grid-column: 1 / -1; }
  .case, .recording, .change, .form, .message, .decision { padding: .75rem .8rem; } .checks, .sides { grid-template-columns: 1fr; gap: 0; } .sides dd, .checks dd { margin-bottom: .4rem; } .target { grid-template-columns: 1fr; } .choices { grid-template-columns: 1fr 1fr; } .matrix tbody th { min-width: 13rem; } .diff { min-width: 34rem; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { body > header, .skip, button, .crumbs, .turn, .runner { display: none !important; } body { background: #fff; color: #000; } .case, .recording, .change, .form, .message { break-inside: avoid; box-shadow: none; } pre { max-height: none; } .wide, .tall { max-height: none; overflow: visible; } }
`

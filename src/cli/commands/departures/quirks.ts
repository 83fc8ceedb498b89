import { Command } from 'commander'
import pc from 'picocolors'
import { quirkEvidence } from '../../../oracle/suite/evidence.ts'
import { CHANGE_IDS } from '../../../reference/strapi/changes.ts'
import {
  KEPT,
  QUIRK_IDS,
  QUIRKS,
  type QuirkId,
  type QuirkKind,
  revealsOf,
} from '../../../reference/strapi/quirks.ts'
import { reportingErrors } from '../../run.ts'
import { print, printJson } from '../../terminal.ts'
import { changeParagraph, changesPart, changesTable } from './changes.ts'
import { databasesPart, decisionParagraphs, decisionsTable } from './decisions.ts'

export function quirksCommand(): Command {
  return new Command('quirks')
    .option('--json', 'print the quirks as JSON')
    .option('--markdown', 'print the quirks as a Markdown page')
    .action(reportingErrors(printQuirks))
}

/**
 * Prints the table of quirks (differences between the real server and the guide): as text, as JSON, or as a Markdown
 * page.
 */
function printQuirks({ json, markdown }: { readonly json?: true; readonly markdown?: true }): void {
  if (json) printJson({ ...quirksTable(), ...decisionsTable() })
  else if (markdown) print(quirksPage())
  else
    print(
      [...QUIRK_IDS.map(paragraph), ...decisionParagraphs(), ...CHANGE_IDS.map(changeParagraph)].join('\n'),
    )
}

function quirksTable(): object {
  const evidence = quirkEvidence()
  const quirks = QUIRK_IDS.map((id) => [id, { ...QUIRKS[id], evidence: evidence.get(id) ?? [] }])
  return { ...Object.fromEntries(quirks), changes: changesTable() }
}

function paragraph(id: QuirkId): string {
  const { kind, says, documented, real } = QUIRKS[id]
  const reveals = revealsOf(id).join(', ')
  const last = reveals === '' ? '' : `  reveals:    ${reveals}\n`
  return `${pc.bold(id)} ${pc.dim(`(${kind})`)}\n  ${says}\n  documented: ${documented}\n  real:       ${real}\n${last}`
}

const KINDS: readonly QuirkKind[] = ['crash', 'leak', 'silently wrong', 'shape', 'reading']
/** The maximum number of pieces of evidence, such as recordings, that the page lists for one quirk. */
const SHOWN = 3

/**
 * Returns the page of quirks as Markdown: one table for each kind of quirk, sections about private data, databases and
 * releases, and the list of the departures without a switch.
 */
export function quirksPage(): string {
  const evidence = quirkEvidence()
  const tables = KINDS.map((kind) => {
    const rows = QUIRK_IDS.filter((id) => QUIRKS[id].kind === kind).map((id) =>
      row(id, evidence.get(id) ?? []),
    )
    return `## ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n| quirk | request or part of an answer | documented behaviour | behaviour of the real server | evidence |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const unswitched = KEPT.map(({ name, says, why }) => `| ${name} | ${says} | reason: ${why} |`).join('\n')
  return `# Departures of the real server from its documentation

\`populace quirks --markdown\` writes this page. Each quirk of the tables is a switch of a profile:
\`--profile documented,+<quirk>\` turns the switch on, \`--profile strapi-5.54-sqlite,-<quirk>\` turns it off. The
evidence of a quirk names recordings of a real Strapi 5.54.0 in \`strapi-5.54/recordings\`, and cases in
\`cases/quirks\`.

${revealPart()}
${tables.join('\n')}
${databasesPart()}
${changesPart()}
## The same in every profile

| name | behaviour in every profile | reason |
|---|---|---|
${unswitched}
`
}

/** Returns the section about private data, with the switches that reveal private data. */
function revealPart(): string {
  const rows = QUIRK_IDS.filter((id) => revealsOf(id).length > 0).map(
    (id) =>
      `| \`${id}\` | reveals ${revealsOf(id).join(', ')} | ${QUIRKS[id].says} | real server: ${QUIRKS[id].real} |`,
  )
  return `## What the real server reveals

With the switches of this table, answers depend on data that the role may not see, although no answer shows this data.
*Private values* are the contents of private attributes and passwords. *Private links* are the entries and files in private attributes.
*Closed entries* are entries of types that the role may not find. No switch outside this table reveals private data:
\`npm run search -- non-interference\` compares answers on datasets that differ only in private data. \`populace serve\`
turns the revealing switches off unless you pass \`--reveal\`. The profiles of the library, of \`populace get\` and of
\`populace check\` include the revealing switches. Drafts are not secret: every role that may find a type may request
its drafts with \`status=draft\`.

| quirk | revealed data | request or part of an answer | behaviour of the real server |
|---|---|---|---|
${rows.join('\n')}
`
}

function row(id: QuirkId, evidence: readonly string[]): string {
  const { says, documented, real } = QUIRKS[id]
  const more = evidence.length > SHOWN ? ` and ${evidence.length - SHOWN} more` : ''
  const cells = [
    `\`${id}\``,
    says,
    `documented: ${documented}`,
    `real server: ${real}`,
    `evidence: ${evidence.slice(0, SHOWN).join(', ') || 'a unit test'}${more}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

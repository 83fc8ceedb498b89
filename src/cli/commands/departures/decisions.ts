/**
 * Formats the decisions of databases (behaviours that depend on the database): as text, as JSON, or as a section of the
 * Markdown page.
 */
import pc from 'picocolors'
import { decisionEvidence } from '../../../oracle/suite/evidence.ts'
import { DATABASE_TITLES, DECISION_WORDS, wordsOf } from '../../../reference/strapi/databases/atlas.ts'
import { DECISIONS } from '../../../reference/strapi/databases/database.ts'
import {
  DATABASE_NAMES,
  type DatabaseName,
  UNMEASURED,
} from '../../../reference/strapi/databases/databases.ts'

const REAL_NAMES = DATABASE_NAMES.filter((name) => name !== 'plain')

export function decisionsTable(): object {
  const shownBy = decisionEvidence()
  return Object.fromEntries(
    DECISIONS.map((decision) => [
      decision,
      {
        ...DECISION_WORDS[decision],
        unmeasured: UNMEASURED,
        evidence: Object.fromEntries(REAL_NAMES.map((name) => [name, shownBy(decision, name)])),
      },
    ]),
  )
}

export const decisionParagraphs = (): readonly string[] =>
  DECISIONS.map((decision) => {
    const { says, plain } = DECISION_WORDS[decision]
    const lines = REAL_NAMES.flatMap((name) => {
      const words = wordsOf(decision, name)
      return words === undefined ? [] : [`  ${name}: ${words}\n`]
    })
    return `${pc.bold(decision)} ${pc.dim('(decision of a database)')}\n  ${says}\n  documented: ${plain}\n${lines.join('')}`
  })

/**
 * Returns the section about databases, with one Markdown table. Each row has a decision, one behaviour, and the
 * databases with this behaviour.
 */
export function databasesPart(): string {
  const shownBy = decisionEvidence()
  const rows = DECISIONS.flatMap((decision) => {
    const { says, plain } = DECISION_WORDS[decision]
    const takers = new Map<string, DatabaseName[]>()
    for (const name of REAL_NAMES) {
      const words = wordsOf(decision, name)
      if (words !== undefined) takers.set(words, [...(takers.get(words) ?? []), name])
    }
    return [...takers].map(([words, names]) => {
      const titles = names.map((name) => DATABASE_TITLES[name]).join(', ')
      const named = [...new Set(names.flatMap((name) => shownBy(decision, name)))].slice(0, 3)
      const cells = [
        `\`${decision}\``,
        says,
        `documented: ${plain}`,
        `on ${titles}`,
        words,
        `evidence: ${named.join(', ') || evidenceElsewhere(names)}`,
      ]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
  })
  return `## Databases

The answers in this table depend on the database. A profile has one database;
\`--profile documented,<decision>=<database>\` takes a single decision from another database. The names of the databases are ${REAL_NAMES.map((name) => `\`${name}\` (${DATABASE_TITLES[name]})`).join(', ')}. A
database that a row does not name has the documented behaviour. The evidence of a decision is in \`strapi-5.54/recordings\`, \`strapi-5.54/databases\` and
\`cases/quirks\`.

| decision | request or part of an answer | documented behaviour | databases | their behaviour | evidence |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

const evidenceElsewhere = (names: readonly DatabaseName[]): string =>
  names.every((name) => UNMEASURED.includes(name))
    ? 'none, because the database was not measured'
    : 'a unit test'

/** Generates the pages of `fixtures/spec`, which consist of hand-written prose and of parts from the rule index. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { caseFiles, caseReader, FIXTURES, loadSuite, type SuiteCase } from '../../src/oracle/suite/suite.ts'
import { RULES, type RuleId, type Source } from '../../src/reference/rules.ts'
import { DECISIONS } from '../../src/reference/strapi/databases/database.ts'
import { QUIRK_IDS } from '../../src/reference/strapi/quirks.ts'
import { CHAPTERS, MARK, proseOf, referencesIn, rulesOf } from '../../src/tools/site/model/spec-pages.ts'
import { WRITE_RULES } from '../../src/writing/rules.ts'

export const SPEC = join(FIXTURES, 'spec')

export const pageNames: readonly string[] = readdirSync(SPEC).map((file) => file.replace(/\.md$/, ''))

export const readPage = (name: string): string => readFileSync(join(SPEC, `${name}.md`), 'utf8')

export const suite: readonly SuiteCase[] = loadSuite()

/** For each recording, case and quirk, the relative link from a page of the specification. */
export const evidence: ReadonlyMap<string, string> = new Map([
  ...[...QUIRK_IDS, ...DECISIONS].map((id): [string, string] => [id, '../QUIRKS.md']),
  ...recordingLinks(),
  ...caseLinks(),
])

function recordingLinks(): readonly [string, string][] {
  const folder = 'strapi-5.54/recordings'
  return readdirSync(join(FIXTURES, folder)).flatMap((file) => {
    const lines = readFileSync(join(FIXTURES, folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
    return lines.map((line, at): [string, string] => [JSON.parse(line).id, `../${folder}/${file}#L${at + 1}`])
  })
}

/** Returns the id of each case, and the relative URL of the file with the case. */
function caseLinks(): readonly [string, string][] {
  const casesOf = caseReader()
  return caseFiles().flatMap((path) =>
    casesOf(path).map(({ id }): [string, string] => [id, `../cases/${path}`]),
  )
}

/** Returns the text of a page: its prose, its rules, and links for all references. */
export function writtenPage(name: string): string {
  const prose = proseOf(readPage(name)).trimEnd()
  const table = name === 'writing' ? writeTable() : name in CHAPTERS ? tableOf(rulesOf(name)) : ''
  const rules = table === '' ? '' : `## Rules\n\n${table}\n\n`
  const links = referencesIn(`${prose}\n${rules}`)
    .filter((id) => evidence.has(id))
    .map((id) => `[${id}]: ${evidence.get(id)}`)
    .sort()
  return `${prose}\n\n${MARK}\n\n${rules}${links.join('\n')}`.trimEnd().concat('\n')
}

function tableOf(ids: readonly RuleId[]): string {
  const rows = ids.map((id) => {
    const { says, source } = RULES[id]
    return `| <a id="${id}"></a>\`${id}\` | ${says} | source: ${opened(source)} | case: [${exampleOf(id)}] |`
  })
  return `| rule | statement | source | case |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}

/**
 * Returns a table of the rules of writing, with ids of recordings in `strapi-5.54/writes`, or the tests that show them.
 */
function writeTable(): string {
  const rows = Object.entries(WRITE_RULES).map(([id, { says, shown }]) => {
    const by = shown.length === 0 ? '`test/writing`' : shown.map((one) => `\`${one}\``).join(', ')
    return `| <a id="${id}"></a>\`${id}\` | ${says} | shown by ${by} |`
  })
  return `| rule | statement | recordings or tests |\n| --- | --- | --- |\n${rows.join('\n')}`
}

function opened({ kind, ids }: Source): string {
  const links = ids.map((id) => (kind === 'guide' ? `[${id}](guide.md#${id})` : `[${id}]`))
  return `${kind} ${links.join(', ')}`
}

/** Returns the first case that shows a rule; cases of level MUST have precedence. */
function exampleOf(rule: RuleId): string {
  const cases = suite.filter(({ rules, profile }) => profile === undefined && rules.includes(rule))
  return (cases.find(({ level }) => level === 'MUST') ?? cases[0])?.id ?? ''
}

/** The pages of `fixtures/spec`: what of them is written by hand, and what is written from the rule index. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { caseFiles, FIXTURES, loadSuite, type SuiteCase } from '../../src/oracle/suite/suite.ts'
import { DECISIONS } from '../../src/reference/database/database.ts'
import { QUIRK_IDS } from '../../src/reference/profile/quirks.ts'
import { RULES, type RuleId, type Source } from '../../src/reference/rules.ts'

export const SPEC = join(FIXTURES, 'spec')

/** Each page with rules, and the first words of their ids. */
export const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['endpoint', 'query', 'param', 'format'],
  entry: ['entry', 'list', 'version'],
  media: ['media'],
  component: ['component'],
  fields: ['fields'],
  populate: ['populate'],
  filters: ['filters'],
  sort: ['sort'],
  pagination: ['pagination'],
  status: ['status'],
  locale: ['locale'],
  search: ['search'],
  access: ['access'],
  limit: ['limit'],
}

/** Everything after this line is written, not typed. */
const MARK = '<!-- From here on this is written by test/house/spec.test.ts. -->'

export const pageNames: readonly string[] = readdirSync(SPEC).map((file) => file.replace(/\.md$/, ''))

export const readPage = (name: string): string => readFileSync(join(SPEC, `${name}.md`), 'utf8')

/** The part of a page that is written by hand. */
export const proseOf = (page: string): string => page.split(MARK)[0] ?? ''

export const suite: readonly SuiteCase[] = loadSuite()

/** Where each recording, case and quirk stands, as a link from a page. */
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

/** A case of a table is named by its template. */
function caseLinks(): readonly [string, string][] {
  const templates = caseFiles().flatMap((path) => {
    const text = readFileSync(join(FIXTURES, 'cases', path), 'utf8')
    return [...text.matchAll(/"id": "([^"]+)",\s+"name"/g)].map(([, id = '']) => ({ path, id }))
  })
  const exact = new Map(templates.map(({ path, id }) => [id, path]))
  const patterns = templates
    .filter(({ id }) => id.includes('{'))
    .map(({ path, id }) => ({ path, fits: fitting(id) }))
  return suite.map(({ id }) => [
    id,
    `../cases/${exact.get(id) ?? patterns.find(({ fits }) => fits.test(id))?.path ?? ''}`,
  ])
}

function fitting(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((text) => text.replaceAll(/[.$*+?()[\]|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

/** What a page names as evidence: `[id]` outside of code, without a link of its own. */
export function referencesIn(text: string): readonly string[] {
  const plain = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...new Set([...plain.matchAll(/\[([^\][]+)\](?![([:])/g)].map(([, id = '']) => id))]
}

export const rulesOf = (chapter: string): readonly RuleId[] =>
  ruleIds.filter((id) => CHAPTERS[chapter]?.includes(id.split('.')[0] ?? ''))

const isRuleId = (id: string): id is RuleId => Object.hasOwn(RULES, id)
export const ruleIds: readonly RuleId[] = Object.keys(RULES).filter(isRuleId)

/** A page as it should be: its prose, its rules, and where all that it names stands. */
export function writtenPage(name: string): string {
  const prose = proseOf(readPage(name)).trimEnd()
  const rules = name in CHAPTERS ? `## Rules\n\n${tableOf(rulesOf(name))}\n\n` : ''
  const links = referencesIn(`${prose}\n${rules}`)
    .filter((id) => evidence.has(id))
    .map((id) => `[${id}]: ${evidence.get(id)}`)
    .sort()
  return `${prose}\n\n${MARK}\n\n${rules}${links.join('\n')}`.trimEnd().concat('\n')
}

function tableOf(ids: readonly RuleId[]): string {
  const rows = ids.map((id) => {
    const { says, source } = RULES[id]
    return `| <a id="${id}"></a>\`${id}\` | ${says} | ${opened(source)} | [${exampleOf(id)}] |`
  })
  return `| rule | says | rests on | case |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
}

function opened({ kind, ids }: Source): string {
  const links = ids.map((id) => (kind === 'guide' ? `[${id}](guide.md#${id})` : `[${id}]`))
  return `${kind} ${links.join(', ')}`
}

/** The first case that shows a rule, a MUST before others. */
function exampleOf(rule: RuleId): string {
  const cases = suite.filter(({ rules, profile }) => profile === undefined && rules.includes(rule))
  return (cases.find(({ level }) => level === 'MUST') ?? cases[0])?.id ?? ''
}

/** A statement of the guide, as its page has it. */
export interface Statement {
  readonly id: string
  readonly here: string
  readonly cases: readonly string[]
}

export function statementsOf(page: string): readonly Statement[] {
  return [...page.matchAll(/^\| <a id="([\w-]+)"><\/a>\1 \| (.+)$/gm)].map(([, id = '', rest = '']) => {
    const [, here = '', cases = ''] = rest.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { id, here, cases: referencesIn(cases) }
  })
}

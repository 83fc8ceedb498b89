/** Reads the pages of `fixtures/spec`: their rules, their references, and the statements of the guide. */
import { RULES, type RuleId } from '../../../reference/rules.ts'

/** The pages of the specification that contain rules, each with the first words of the ids of its rules. */
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

const isRuleId = (id: string): id is RuleId => Object.hasOwn(RULES, id)
export const RULE_IDS: readonly RuleId[] = Object.keys(RULES).filter(isRuleId)

/** Returns the rules that a page contains, in the order of the index of rules. */
export const rulesOf = (chapter: string): readonly RuleId[] =>
  RULE_IDS.filter((id) => CHAPTERS[chapter]?.includes(id.split('.')[0] ?? ''))

/** Returns the page that contains a rule. */
export const chapterOf = (rule: RuleId): string =>
  Object.keys(CHAPTERS).find((chapter) => rulesOf(chapter).includes(rule)) ?? ''

/** The line that separates the hand-written part of a page from the generated part. */
export const MARK = '<!-- test/house/spec.test.ts writes the rest of this page, with POPULACE_UPDATE=1. -->'

/** Returns the part of a page that is written by hand. */
export const proseOf = (page: string): string => page.split(MARK)[0] ?? ''

/** Returns the ids in brackets on a page, except those in code and those of a link with a target. */
export function referencesIn(text: string): readonly string[] {
  const plain = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...new Set([...plain.matchAll(/\[([^\][]+)\](?![([:])/g)].map(([, id = '']) => id))]
}

/** A statement of the guide, with the project's comment on the statement. */
export interface Statement {
  readonly id: string
  /** The heading above the statement. */
  readonly part: string
  /** The statement of the guide, in the project's own words. */
  readonly says: string
  /** The verdict whether the reference follows the statement, with a comment, as Markdown. */
  readonly here: string
  /** The ids of the cases that show the statement. */
  readonly cases: readonly string[]
}

const ROW = /^\| <a id="([\w-]+)"><\/a>\1 \| (.+)$/

/** Returns the statements of the guide page in order. */
export function statementsOf(page: string): readonly Statement[] {
  let part = ''
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) part = line.slice(3)
    const [, id, rest] = ROW.exec(line) ?? []
    if (id === undefined || rest === undefined) return []
    const [says = '', here = '', cases = ''] = rest.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return [{ id, part, says, here, cases: referencesIn(cases) }]
  })
}

/** The verdicts on how far the reference follows a statement. */
export const VERDICTS = ['holds', 'with a reservation', 'not to the letter'] as const

export const verdictOf = ({ here }: Statement): (typeof VERDICTS)[number] =>
  VERDICTS.find((one) => here.startsWith(one)) ?? 'not to the letter'

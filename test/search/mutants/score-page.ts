/** The score of the live laws, stored as a file and written to a section of the documentation. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The result that `npm run search -- mutants-laws --page` stores. */
export interface LawScore {
  /** The number of generated worlds after which a mutant counts as undetected. */
  readonly worlds: number
  readonly seed: number
  readonly mutants: number
  readonly detected: number
  /** The descriptions of the undetected mutants. */
  readonly survivors: readonly string[]
  /** The number of mutants that no law about answers can detect. */
  readonly excused: number
}

const FILE = 'test/search/mutants/laws.json'
/** The page that contains the section, and the lines that mark its start and end. */
export const SCORE_PAGE = '.github/docs/laws.md'
const BEGIN = '<!-- The score is written by `npm run search -- mutants-laws --page`. -->'
const END = '<!-- Here it ends. -->'

export const readScore = (root: string): LawScore => JSON.parse(readFileSync(join(root, FILE), 'utf8'))

export function writeScore(root: string, score: LawScore): void {
  writeFileSync(join(root, FILE), `${JSON.stringify(score, null, 2)}\n`)
  const page = join(root, SCORE_PAGE)
  writeFileSync(page, withScore(readFileSync(page, 'utf8'), score))
}

/** Returns the page with the given score in its section. */
export function withScore(page: string, score: LawScore): string {
  const [before = '', rest = ''] = page.split(`${BEGIN}\n`)
  const [, after = ''] = rest.split(END)
  return `${before}${BEGIN}\n\n${sectionOf(score)}\n${END}${after}`
}

function sectionOf({ worlds, seed, mutants, detected, survivors, excused }: LawScore): string {
  const share = Math.floor((1000 * detected) / mutants) / 10
  return [
    `The laws for any server detect ${detected} of ${mutants} mutants (seeded faults) of \`src/reference\` (${share} %). The laws ran on each mutant until a law broke, or on at least ${worlds} generated worlds (seed ${seed}).`,
    `A further ${excused} mutants change no answer that a law can judge; the member \`noLaw\` of a mutant in \`test/search/mutants/mutants.json\` has the reason.`,
    ...(survivors.length === 0 ? [] : ['Not detected:', '', ...survivors.map((says) => `- ${says}`)]),
    '',
  ].join('\n')
}

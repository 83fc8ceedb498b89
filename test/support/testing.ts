/** Generates the page about the tests, which consists of hand-written prose and current figures. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAWS } from '../../properties/laws/laws.ts'
import { QUIRK_IDS, revealsOf } from '../../src/reference/strapi/quirks.ts'
import { RULE_IDS as ruleIds, statementsOf } from '../../src/tools/site/model/spec-pages.ts'
import { sources } from '../house/sources.ts'
import { FAULTY_SERVERS } from '../oracle/faulty-servers.ts'
import { readMutants } from '../search/mutants/mutants.ts'
import { readJson, readRecordings } from './recordings.ts'
import { pageNames, readPage, suite } from './spec.ts'

export const ROOT = join(import.meta.dirname, '../..')
export const PAGE = join(ROOT, '.github/TESTING.md')

export const readTestingPage = (): string => readFileSync(PAGE, 'utf8')

/** A row of the table of figures: the counted things, their number, and the command that runs the tests about them. */
interface Figure {
  readonly what: string
  readonly count: number
  readonly command: string
}

const at = (level: string): number => suite.filter((one) => one.level === level).length
const test = (...paths: readonly string[]): string => `npm test -- ${paths.join(' ')}`
const marks = QUIRK_IDS.flatMap((id) => revealsOf(id))

/** Returns the number of tests in the test files below some paths. Each `test.each` counts as one test. */
const testsIn = (...paths: readonly string[]): number =>
  sources('test')
    .filter(({ path }) => path.endsWith('.test.ts') && paths.some((start) => path.startsWith(start)))
    .reduce((sum, { text }) => sum + (text.match(/^\s*test(\.each)?\(/gm)?.length ?? 0), 0)

const tests = (what: string, ...paths: readonly string[]): Figure => ({
  what,
  count: testsIn(...paths),
  command: test(...paths),
})

export const figures: readonly Figure[] = [
  { what: 'cases of the suite', count: suite.length, command: test('test/conformance.test.ts') },
  {
    what: 'cases of the level MUST, which the guide states',
    count: at('MUST'),
    command: test('test/conformance.test.ts'),
  },
  {
    what: 'recorded answers of a real Strapi 5.54.0',
    count: readRecordings().length,
    command: test('test/recordings.test.ts'),
  },
  {
    what: 'recorded answers that Populace does not reproduce, each with a reason',
    count: Object.keys(readJson('out-of-scope.json') ?? {}).length,
    command: test('test/recordings.test.ts'),
  },
  {
    what: 'rules of the specification, each with a source',
    count: ruleIds.length,
    command: test('test/house/rules.test.ts', 'test/house/spec.test.ts'),
  },
  {
    what: 'statements of the guide',
    count: statementsOf(readPage('guide')).length,
    command: test('test/house/spec.test.ts'),
  },
  { what: 'pages of the specification', count: pageNames.length, command: test('test/house/spec.test.ts') },
  { what: 'departures of the real server', count: QUIRK_IDS.length, command: test('test/quirks.test.ts') },
  {
    what: 'marks of departures, each for one kind of private data that the departure reveals',
    count: marks.length,
    command: test('test/reveals.test.ts'),
  },
  { what: 'laws in `properties/laws`', count: LAWS.length, command: 'npm run properties -- --runs 20000' },
  {
    what: 'laws that compare the reference with a second implementation',
    count: LAWS.filter(({ id }) => id.startsWith('opinion.')).length,
    command: 'npm run properties -- --law opinion',
  },
  {
    what: 'laws about data that a role may not see',
    count: LAWS.filter(({ id }) => id.startsWith('secret.')).length,
    command: 'npm run properties -- --law secret',
  },
  {
    what: 'faults seeded into the sources (mutants), which laws or cases must detect',
    count: readMutants(ROOT).length,
    command: 'npm run search -- mutants',
  },
  {
    what: 'faults seeded into `src/writing` (mutants), which recordings, cases or laws must detect',
    count: readMutants(ROOT, 'writing.json').length,
    command: 'npm run search -- mutants-writing',
  },
  {
    what: 'servers with one known fault, which `populace check` must find',
    count: FAULTY_SERVERS.length,
    command: 'npm run test:faulty-servers',
  },
  tests('tests of the HTTP server', 'test/http', 'test/hostile/http.test.ts'),
  tests('tests of datasets and schemas', 'test/graph', 'test/schema'),
  {
    ...tests('tests of declarations and of the OpenAPI document', 'test/types', 'test/openapi'),
    command: 'npm run test:long -- test/types test/openapi',
  },
  tests('tests of the style rules for the code and the documentation', 'test/house'),
  {
    what: 'tests with published clients, and in a browser',
    count: testsIn('test/clients'),
    command: 'npm run test:clients',
  },
  {
    what: 'tests of the explorer and of reports in a browser',
    count: testsIn('test/browser'),
    command: 'npm run test:browser',
  },
]

const START = '<!-- test/house/testing.test.ts writes the figures, with POPULACE_UPDATE=1. -->'
const END = '<!-- Here they end. -->'

/** Returns the text of the page about the tests with current figures. */
export function writtenTestingPage(): string {
  const page = readTestingPage()
  const [before = '', after = ''] = [page.split(START)[0], page.split(END)[1]]
  const rows = figures.map(({ what, count, command }) => `| ${what} | ${count} | \`${command}\` |`)
  return `${before}${START}\n\n| what is counted | number | command that runs the tests |\n|---|---|---|\n${rows.join('\n')}\n\n${END}${after}`
}

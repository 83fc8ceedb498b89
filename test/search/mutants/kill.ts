/**
 * Inserts each mutant of the list into a copy of the sources, and prints which laws fail. `--runs N` sets the number of
 * runs of each law, `--workers N` the number of parallel copies. `--only text` selects the mutants whose description
 * contains the text. `--law text` selects the laws whose id begins with the text; `--law edits` selects only the law of
 * edits. `--out file` writes the results as JSON. If no law fails, the laws run again with `--again` times as many runs
 * (0: not at all), and then the cases run. The exit status is 1 if less than 95 percent of the mutants are detected.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LAWS } from '../../../properties/laws/laws.ts'
import type { Fault } from './mutants.ts'
import { eachSeeded, faultsWith } from './seeding.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    again: { type: 'string', default: '10' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    law: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})
const root = process.cwd()
const SEED = '20240115'
/** The time limit of a process in milliseconds, because a mutant can make an answer endless. */
const MOST_MILLISECONDS = 240_000

interface MutantOutcome {
  readonly fault: Fault
  /** The ids of the laws that failed, including `(crashed)` for a run that did not end. */
  readonly laws: readonly string[]
  /**
   * The names of the cases that fail with this mutant, but not without it. The cases of the suite run only if no law
   * failed.
   */
  readonly cases: readonly string[]
}

interface Ran {
  readonly text: string
  readonly isOver: boolean
}

function run(dir: string, command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: dir, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 28 }
    execFile(command, args, options, (error, stdout, stderr) => {
      // A process with failures exits with 1; any other code means that it crashed or was stopped.
      resolve({ text: `${stdout}${stderr}`, isOver: error === null || error.code === 1 })
    })
  })
}

const build = (dir: string): Promise<Ran> =>
  run(dir, join(root, 'node_modules/.bin/tsc'), ['-p', 'properties/tsconfig.build.json'])

/** The name that selects the law of edits, which has its own program. */
const EDITS = 'edits'

async function brokenLaws(dir: string, runs: number): Promise<readonly string[]> {
  const args = ['dist/properties/run.js', '--runs', String(runs), '--seed', SEED, '--quick']
  const edits = ['dist/test/search/edits/run.js', '--runs', String(runs), '--seed', SEED, '--quick']
  const ran: Ran[] = []
  if (values.law !== EDITS) ran.push(await run(dir, process.execPath, [...args, '--law', values.law]))
  if (values.law === EDITS || values.law === '') ran.push(await run(dir, process.execPath, edits))
  const broken = ran.flatMap(({ text }) => [...text.matchAll(/^BROKEN (\S+)/gm)].map(([, id = '']) => id))
  return ran.every(({ isOver }) => isOver) ? broken : [...broken, '(crashed)']
}

/** Returns the names of the tests that fail when the cases run. */
async function brokenCases(dir: string): Promise<readonly string[]> {
  const out = join(dir, 'cases.json')
  const files = ['test/conformance.test.ts', 'test/recordings.test.ts']
  const args = [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=json',
    `--outputFile=${out}`,
    ...files,
  ]
  await run(dir, join(root, 'node_modules/.bin/vitest'), args)
  return [...readFileSync(out, 'utf8').matchAll(/"fullName":("[^"]*(?:\\"[^"]*)*"),"status":"failed"/g)].map(
    ([, name = '']) => name,
  )
}

async function tryFault(fault: Fault, dir: string, before: ReadonlySet<string>): Promise<MutantOutcome> {
  await build(dir)
  const runs = Number(values.runs)
  const few = await brokenLaws(dir, runs)
  const again = runs * Number(values.again)
  const laws = few.length > 0 || again === 0 ? few : await brokenLaws(dir, again)
  const cases = laws.length > 0 ? [] : (await brokenCases(dir)).filter((name) => !before.has(name))
  console.log(`${laws.length} laws, ${cases.length} cases: ${fault.says} ${laws.join(' ')}`)
  return { fault, laws, cases }
}

const workers = Number(values.workers)
const outcomes = await eachSeeded(faultsWith(values.only, root), { root, workers }, async (dir) => {
  await build(dir)
  const before = new Set(await brokenCases(dir))
  return (fault) => tryFault(fault, dir, before)
})

const byLaws = outcomes.filter(({ laws }) => laws.length > 0)
const together = outcomes.filter(({ laws, cases }) => laws.length + cases.length > 0)
const noticing = new Set(outcomes.flatMap(({ laws }) => laws))
console.log(`\n${byLaws.length} of ${outcomes.length} mutants are detected by the laws alone,`)
console.log(`${together.length} of ${outcomes.length} by laws and cases together.`)
for (const { fault, cases } of outcomes.filter(({ laws }) => laws.length === 0)) {
  console.log(`no law: ${fault.file}: ${fault.says} (${cases.length} cases)`)
}
console.log(
  `laws that never failed: ${LAWS.flatMap(({ id }) => (noticing.has(id) ? [] : [id])).join(', ') || 'none'}`,
)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(outcomes, null, 2))
process.exitCode = together.length >= outcomes.length * 0.95 ? 0 : 1

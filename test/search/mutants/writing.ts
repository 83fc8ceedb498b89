/**
 * Inserts each mutant of `writing.json` into a copy of the sources. With each mutant, the search runs the recorded
 * sessions and the cases of writing, and, if all pass, the laws of writing. `--runs N` sets the number of runs of each
 * law, `--workers N` the number of parallel copies. `--only text` selects the mutants whose description contains the
 * text, `--out file` writes the results as JSON. The command fails if less than 95 percent of the mutants are detected.
 * `--laws` runs only the laws, which need no recordings.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { failingTests } from './failing.ts'
import type { Fault } from './mutants.ts'
import { eachSeeded, faultsWith } from './seeding.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    laws: { type: 'boolean', default: false },
  },
})
const root = process.cwd()
/** The time limit of a run in milliseconds, because a mutant can make a write endless. */
const MOST_MILLISECONDS = 240_000
const LAWS = ['properties/writes']
const RECORDINGS = [
  'test/writing/recorded.long.test.ts',
  'test/writing/cases.test.ts',
  'test/writing/plugins.long.test.ts',
]

interface MutantOutcome {
  readonly fault: Fault
  /** The names of recorded sessions and cases whose answers differ. */
  readonly recordings: readonly string[]
  /**
   * The names of the laws that failed; the laws run only if all recordings passed. `(crashed)` means that a run did not
   * end.
   */
  readonly laws: readonly string[]
}

/** Returns the names of the failing tests in some files. */
async function broken(dir: string, files: readonly string[]): Promise<readonly string[]> {
  const config = 'test/search/mutants/vitest.config.mjs'
  const env = { POPULACE_WRITE_RUNS: values.runs }
  const found = await failingTests({ dir, files, config, env, milliseconds: MOST_MILLISECONDS })
  return typeof found === 'string' ? ['(crashed)'] : found
}

async function tryFault(fault: Fault, dir: string): Promise<MutantOutcome> {
  const recordings = values.laws ? [] : await broken(dir, RECORDINGS)
  const laws = recordings.length > 0 ? [] : await broken(dir, LAWS)
  const names = [...recordings, ...laws].slice(0, 3).join('; ')
  console.log(`${recordings.length} recordings, ${laws.length} laws: ${fault.says} ${names}`)
  return { fault, recordings, laws }
}

const workers = Number(values.workers)
const faults = faultsWith(values.only, root, 'writing.json')
const outcomes = await eachSeeded(faults, { root, workers }, async (dir) => (fault) => tryFault(fault, dir))

const recorded = outcomes.filter(({ recordings }) => recordings.length > 0)
const together = outcomes.filter(({ laws, recordings }) => laws.length + recordings.length > 0)
const of = `of ${outcomes.length} mutants are detected by`
if (values.laws) console.log(`\n${together.length} ${of} the laws of writing alone.`)
else
  console.log(
    `\n${recorded.length} ${of} recordings and cases alone,\n${together.length} by these and the laws of writing together.`,
  )
for (const { fault } of outcomes.filter((one) => !together.includes(one)))
  console.log(`nobody: ${fault.file}: ${fault.says}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(outcomes, null, 2))
process.exitCode = values.laws || together.length >= outcomes.length * 0.95 ? 0 : 1

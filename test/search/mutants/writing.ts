/**
 * Seeds each fault of `writing.json` into a copy of the sources, and tells who notices: the recorded sessions and the
 * cases of writing, or else the laws of writing. `--runs N` of each law, `--workers N` copies side by side, `--only text`
 * for the mutants whose sentence has the text, `--out file` for the results as JSON. It fails where less than 95 of 100
 * are noticed. With `--laws` the laws alone are asked, which nobody has to have recorded anything for.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant } from './mutants.ts'
import { eachSeeded, mutantsWith } from './seeding.ts'

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
/** A fault may well make a write endless. */
const MOST_MILLISECONDS = 240_000
const LAWS = ['properties/writes']
const RECORDINGS = [
  'test/writing/recorded.test.ts',
  'test/writing/cases.test.ts',
  'test/writing/beside.test.ts',
]

interface Outcome {
  readonly mutant: Mutant
  /** Names of recorded sessions and cases that are answered otherwise. */
  readonly recordings: readonly string[]
  /** Names of the laws that failed, which are only asked where no recording is; `(crashed)` for a run without an end. */
  readonly laws: readonly string[]
}

/** The failing tests among some files. */
function broken(dir: string, files: readonly string[]): Promise<readonly string[]> {
  const out = join(dir, 'tests.json')
  const args = ['run', '--config', 'test/search/mutants/vitest.config.mjs', '--reporter=json']
  return new Promise((resolve) => {
    const env = { ...process.env, POPULACE_WRITE_RUNS: values.runs }
    const options = { cwd: dir, env, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 28 }
    const vitest = join(root, 'node_modules/.bin/vitest')
    execFile(vitest, [...args, `--outputFile=${out}`, ...files], options, (error) => {
      // A run that fails ends with 1; anything else is no end of its own.
      if (error !== null && error.code !== 1) return resolve(['(crashed)'])
      const text = readFileSync(out, 'utf8')
      resolve(
        [...text.matchAll(/"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/g)].map(([, name = '']) => name),
      )
    })
  })
}

async function tryMutant(mutant: Mutant, dir: string): Promise<Outcome> {
  const recordings = values.laws ? [] : await broken(dir, RECORDINGS)
  const laws = recordings.length > 0 ? [] : await broken(dir, LAWS)
  const names = [...recordings, ...laws].slice(0, 3).join('; ')
  console.log(`${recordings.length} recordings, ${laws.length} laws: ${mutant.says} ${names}`)
  return { mutant, recordings, laws }
}

const workers = Number(values.workers)
const mutants = mutantsWith(values.only, root, 'writing.json')
const outcomes = await eachSeeded(
  mutants,
  { root, workers },
  async (dir) => (mutant) => tryMutant(mutant, dir),
)

const recorded = outcomes.filter(({ recordings }) => recordings.length > 0)
const together = outcomes.filter(({ laws, recordings }) => laws.length + recordings.length > 0)
const of = `of ${outcomes.length} mutants are killed by`
if (values.laws) console.log(`\n${together.length} ${of} the laws of writing alone.`)
else
  console.log(
    `\n${recorded.length} ${of} recordings and cases alone,\n${together.length} by these and the laws of writing together.`,
  )
for (const { mutant } of outcomes.filter((one) => !together.includes(one)))
  console.log(`nobody: ${mutant.file}: ${mutant.says}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(outcomes, null, 2))
process.exitCode = values.laws || together.length >= outcomes.length * 0.95 ? 0 : 1

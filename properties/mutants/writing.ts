/**
 * Seeds each fault of `writing.json` into a copy of the sources, and tells who notices: the recorded sessions and the
 * cases of writing, or else the laws of writing. `--runs N` of each law, `--workers N` copies side by side, `--only text`
 * for the mutants whose sentence has the text, `--out file` for the results as JSON. It fails where less than 95 of 100
 * are noticed.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, occurrences, readMutants } from './mutants.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
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

/** A copy of the project that can be broken; nothing is built in it. */
function copy(): string {
  const dir = mkdtempSync(join(tmpdir(), 'populace-mutant-'))
  for (const name of ['src', 'properties', 'test', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(dir, name), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(dir, name))
  return dir
}

/** The failing tests among some files. */
function broken(dir: string, files: readonly string[]): Promise<readonly string[]> {
  const out = join(dir, 'tests.json')
  const args = ['run', '--config', 'properties/mutants/vitest.config.mjs', '--reporter=json']
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
  const path = join(dir, mutant.file)
  const sound = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    sound.replace(mutant.from, () => mutant.to),
  )
  const recordings = await broken(dir, RECORDINGS)
  const laws = recordings.length > 0 ? [] : await broken(dir, LAWS)
  writeFileSync(path, sound)
  return { mutant, recordings, laws }
}

/** Mutants whose text is not where it should be cannot be tried. */
const mutants = readMutants(root, 'writing.json').filter(({ says }) => says.includes(values.only))
const stale = mutants.filter((mutant) => occurrences(mutant, root) !== 1)
if (stale.length > 0) throw new Error(`stale mutants: ${stale.map(({ says }) => says).join(' ')}`)

const outcomes: Outcome[] = []
const waiting = [...mutants]
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const dir = copy()
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await tryMutant(mutant, dir)
      outcomes.push(outcome)
      const { recordings, laws } = outcome
      console.log(
        `${recordings.length} recordings, ${laws.length} laws: ${mutant.says} ${[...recordings, ...laws].slice(0, 3).join('; ')}`,
      )
    }
    rmSync(dir, { recursive: true })
  }),
)

const recorded = outcomes.filter(({ recordings }) => recordings.length > 0)
const together = outcomes.filter(({ laws, recordings }) => laws.length + recordings.length > 0)
console.log(`\n${recorded.length} of ${outcomes.length} mutants are killed by recordings and cases alone,`)
console.log(`${together.length} of ${outcomes.length} by these and the laws of writing together.`)
for (const { mutant } of outcomes.filter((one) => !together.includes(one)))
  console.log(`nobody: ${mutant.file}: ${mutant.says}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(outcomes, null, 2))
process.exitCode = together.length >= outcomes.length * 0.95 ? 0 : 1

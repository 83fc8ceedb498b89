/**
 * Removes each guard of `safety.json` from a copy of the sources and runs the tests of this guard, which must fail. Each
 * guard closes a finding of the security page. `--only text` takes the guards whose sentence has the text, `--workers N`
 * the number of copies side by side. The command fails if a guard can go unnoticed.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { GUARDED_ROOMS, readGuards, SAFETY } from './guards.ts'
import type { Fault } from './mutants.ts'
import { eachSeeded, faultsWith } from './seeding.ts'

/** Limits a run, since code without a guard may not end. */
const MOST_MILLISECONDS = 1_800_000

/** The names of the failing tests; undefined for a run that reached the limit. `(crashed)` for a run without a result. */
function failing(dir: string, tests: readonly string[]): Promise<readonly string[] | undefined> {
  const out = join(dir, 'tests.json')
  rmSync(out, { force: true })
  const isLong = tests.some((file) => file.includes('.long.'))
  const env = { ...process.env, POPULACE_LONG: isLong ? '1' : '' }
  const args = ['run', '--config', 'test/vitest.config.ts', '--reporter=json', `--outputFile=${out}`]
  const options = { cwd: dir, env, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 28 }
  return new Promise((resolve) => {
    execFile(join(process.cwd(), 'node_modules/.bin/vitest'), [...args, ...tests], options, (error) => {
      if (error?.killed === true) return resolve(undefined)
      if (!existsSync(out)) return resolve(['(crashed)'])
      const found = readFileSync(out, 'utf8').matchAll(/"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/g)
      resolve(Array.from(found, ([, name = '']) => name))
    })
  })
}

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, workers: { type: 'string', default: '2' } },
})
const root = process.cwd()
const testsOf = new Map(readGuards(root).map(({ says, tests }) => [says, tests]))

async function attempt(fault: Fault, dir: string): Promise<boolean> {
  const names = await failing(dir, testsOf.get(fault.says) ?? [])
  const verdict = names === undefined ? 'OUT OF TIME' : names.length === 0 ? 'UNNOTICED' : 'noticed'
  console.log(`${verdict}: ${fault.says} ${names?.slice(0, 2).join('; ') ?? ''}`)
  return verdict === 'noticed'
}

const faults = faultsWith(values.only, root, SAFETY, GUARDED_ROOMS)
const noticed = await eachSeeded(
  faults,
  { root, workers: Number(values.workers) },
  async (dir) => (fault) => attempt(fault, dir),
)
console.log(`${noticed.filter(Boolean).length} of ${noticed.length} removed guards are noticed`)
if (noticed.includes(false)) process.exitCode = 1

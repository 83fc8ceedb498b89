/**
 * Removes each guard of `safety.json` from a copy of the sources and runs the tests of the guard, which must fail. Each
 * guard prevents an attack that the security page lists. `--only text` selects the guards whose description contains
 * the text, `--workers N` sets the number of parallel copies. The exit status is 1 if the tests pass or run out of time
 * without a guard.
 */
import { parseArgs } from 'node:util'
import { failingTests } from './failing.ts'
import { GUARDED_ROOMS, readGuards, SAFETY } from './guards.ts'
import type { Fault } from './mutants.ts'
import { eachSeeded, faultsWith } from './seeding.ts'

/** The time limit of a run in milliseconds, because code without a guard may never end. */
const MOST_MILLISECONDS = 1_800_000

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, workers: { type: 'string', default: '2' } },
})
const root = process.cwd()
const testsOf = new Map(readGuards(root).map(({ says, tests }) => [says, tests]))

async function attempt(fault: Fault, dir: string): Promise<boolean> {
  const files = testsOf.get(fault.says) ?? []
  const env = { POPULACE_LONG: files.some((file) => file.includes('.long.')) ? '1' : '' }
  const config = 'test/vitest.config.ts'
  const found = await failingTests({ dir, files, config, env, milliseconds: MOST_MILLISECONDS })
  const names = found === 'out of time' ? [] : found === 'crashed' ? ['(crashed)'] : found
  const verdict = found === 'out of time' ? 'OUT OF TIME' : names.length === 0 ? 'UNNOTICED' : 'noticed'
  console.log(`${verdict}: ${fault.says} ${names.slice(0, 2).join('; ')}`)
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

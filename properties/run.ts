/**
 * Runs the laws from the command line: `--runs N`, `--seed N`, `--law id` for one law or those whose id starts so,
 * `--path p` to repeat a failure, `--quick` to hold all laws against the same worlds and tell failures as they come. Prints a line
 * for each law; the exit status says whether all held. `--table` prints the table of the README instead.
 */
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { check, report, sweep } from './check.ts'
import { LAWS } from './laws/laws.ts'
import { tableOf } from './laws/table.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    law: { type: 'string', default: '' },
    path: { type: 'string' },
    quick: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const chosen = LAWS.filter(({ id }) => id.startsWith(values.law))
if (values.table) {
  console.log(tableOf(LAWS))
  process.exit()
}
console.log(`${chosen.length} laws, ${values.runs} runs each, seed ${seed}`)

/** One law after the other, each failure in its smallest form. */
async function runEach(): Promise<number> {
  let broken = 0
  for (const law of chosen) {
    const start = performance.now()
    const path = values.path === undefined ? {} : { path: values.path }
    const failure = await check(law, { runs: Number(values.runs), seed, ...path })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${failure === undefined ? 'holds ' : 'BROKEN'} ${law.id} (${seconds} s)`)
    if (failure === undefined) continue
    broken++
    console.log(report(failure))
  }
  return broken
}

/** All laws on the same worlds, failures as they come. */
async function runTogether(): Promise<number> {
  const faults = await sweep(chosen, { runs: Number(values.runs), seed })
  for (const [{ id }, fault] of faults) console.log(`BROKEN ${id}\n${fault}`)
  return faults.size
}

const broken = await (values.quick ? runTogether() : runEach())
process.exitCode = broken === 0 && chosen.length > 0 ? 0 : 1

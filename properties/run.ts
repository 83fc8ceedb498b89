/**
 * Runs the laws from the command line: `--runs N`, `--seed N`, `--law id` for one law or those whose id starts so,
 * `--path p` to repeat a failure, `--quick` to tell failures as they come and not their smallest form. Prints a line
 * for each law; the exit status says whether all held.
 */
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { check, report } from './check.ts'
import { LAWS } from './laws/laws.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    law: { type: 'string', default: '' },
    path: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const chosen = LAWS.filter(({ id }) => id.startsWith(values.law))
console.log(`${chosen.length} laws, ${values.runs} runs each, seed ${seed}`)

let broken = 0
for (const law of chosen) {
  const start = performance.now()
  const path = values.path === undefined ? {} : { path: values.path }
  const failure = await check(law, { runs: Number(values.runs), seed, isQuick: values.quick, ...path })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${failure === undefined ? 'holds ' : 'BROKEN'} ${law.id} (${seconds} s)`)
  if (failure === undefined) continue
  broken++
  if (!values.quick) console.log(report(failure))
}
process.exitCode = broken === 0 && chosen.length > 0 ? 0 : 1

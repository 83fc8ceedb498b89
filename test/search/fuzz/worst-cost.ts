/**
 * Searches for the most expensive requests and prints them. `--by steps-per-byte | time-per-byte | steps | time |
 * uncounted` chooses the measure of cost, `--minutes N` (1) the duration, `--seed N` the seed. `--pages N` (1,000) sets
 * the size of the world, and `--profile NAME` the profile.
 */
import { parseArgs } from 'node:util'
import { allSteps, allTime, climb, stepsPerByte, timePerByte, uncounted, type Worth } from './climb.ts'
import { heavyGraph } from './heavy.ts'
import { stageOf } from './stage.ts'

const { values } = parseArgs({
  options: {
    by: { type: 'string', default: 'steps-per-byte' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    pages: { type: 'string', default: '1000' },
    profile: { type: 'string', default: 'documented' },
  },
})

const WORTHS: Readonly<Record<string, Worth>> = {
  'steps-per-byte': stepsPerByte,
  'time-per-byte': timePerByte,
  steps: allSteps,
  time: allTime,
  uncounted,
}
const worth = WORTHS[values.by] ?? stepsPerByte
const stage = stageOf(`${values.pages} pages`, heavyGraph(Number(values.pages)), { base: values.profile })
const until = Date.now() + Number(values.minutes) * 60_000
const { request, worth: found } = climb(stage, worth, Number(values.seed), () => Date.now() > until)
const { response, steps } = stage.ask(request)
console.log(
  `${values.by} ${found.toFixed(1)}, seed ${values.seed}: ${steps} steps, ${request.url.length} bytes, ` +
    `status ${response.status}, answer of ${response.body.length}`,
)
console.log(request.url.length > 4_000 ? `${request.url.slice(0, 4_000)}…` : request.url)
console.log(response.body.slice(0, 300))

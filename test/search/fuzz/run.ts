/**
 * Asks at random until the time is over: `--minutes N` (10), or `--rounds N`, or `--requests N`; `--seed N` is the seed of
 * the first round, and each further round has the next. A line for every 100,000 requests says what was answered; each
 * kind of failure is told once in its smallest form, with the seed of its round. Exits with 1 where there was any.
 */
import { parseArgs } from 'node:util'
import { askedDatasets } from './datasets.ts'
import { formatFuzzFailure, fuzzRound, kindOf } from './fuzz.ts'
import { Tally } from './tally.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: 'Infinity' },
    requests: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})

/** Requests of a round: few enough for many graphs and profiles, enough to be worth a graph. */
const ROUND = 1_000
/** Of so many kinds of failure each is told once; then it is time to mend. */
const MAX_KINDS = 20

const first = Number(values.seed)
const until = Date.now() + Number(values.minutes) * 60_000
const datasets = askedDatasets()
const tally = new Tally(console.log)
console.log(`seed ${first}, node ${process.version}`)

let seed = first
let failures = 0
const kinds = new Set<string | undefined>()
while (
  seed - first < Number(values.rounds) &&
  tally.requests < Number(values.requests) &&
  Date.now() < until &&
  kinds.size < MAX_KINDS
) {
  fuzzRound(seed, datasets, ROUND, {
    answered: (asked, request, stage) => tally.count(asked, request, stage),
    failed: (failure) => {
      failures++
      const kind = kindOf(failure.fault)
      if (!kinds.has(kind)) console.log(`FAILED ${formatFuzzFailure(failure)}`)
      kinds.add(kind)
    },
  })
  seed++
}
tally.tell()
console.log(`seeds ${first} to ${seed - 1}: ${tally.requests} requests, ${failures} failures`)
process.exitCode = failures === 0 && tally.requests > 0 ? 0 : 1

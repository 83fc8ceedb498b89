/**
 * Runs the fuzzer for `--minutes N` (10), `--rounds N` or `--requests N`. `--seed N` is the seed of the first round;
 * each later round adds 1. The fuzzer prints a line for every 100,000 requests, and each kind of failure once: the
 * smallest request and the command that reproduces the failure. The exit status is 1 after any failure.
 */
import { parseArgs } from 'node:util'
import { fuzzDatasets } from './datasets.ts'
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

/**
 * The number of requests in a round: low, so that graph and profile vary, but high enough to justify loading a
 * graph.
 */
const ROUND = 1_000
/** The run stops after `MAX_KINDS` kinds of failure. */
const MAX_KINDS = 20

const first = Number(values.seed)
const until = Date.now() + Number(values.minutes) * 60_000
const datasets = fuzzDatasets()
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
tally.printLine()
console.log(`seeds ${first} to ${seed - 1}: ${tally.requests} requests, ${failures} failures`)
process.exitCode = failures === 0 && tally.requests > 0 ? 0 : 1

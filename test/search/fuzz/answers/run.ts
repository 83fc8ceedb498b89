/**
 * Checks targets with hostile answers for `--minutes N` (10) or `--rounds N`. `--seed N` is the seed of the first
 * round; each later round adds 1. The exit status is 1 if a check threw, did not end, or wrote a report in which a text
 * acts as markup or a command.
 */
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { fuzzGround } from './ground.ts'
import { answersRound, formatAnswersRound } from './round.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})

/** The number of rounds after which a line is printed. */
const LINE_EVERY = 100

const first = Number(values.seed)
const until = Date.now() + Number(values.minutes) * 60_000
const ground = fuzzGround()
console.log(`seed ${first}, node ${process.version}`)

let seed = first
let asked = 0
let failures = 0
let slowest = { milliseconds: 0, seed: first }
const verdicts = new Map<string, number>()
const printLine = (): void => {
  const counts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', ')
  const megabytes = Math.round(process.memoryUsage().rss / 1_000_000)
  console.log(
    `${seed - first} rounds, ${asked} requests, ${failures} failures; ${counts}; ` +
      `most time ${slowest.milliseconds} ms by seed ${slowest.seed}; resident ${megabytes} MB`,
  )
}
while (seed - first < Number(values.rounds) && Date.now() < until) {
  const start = performance.now()
  const round = await answersRound(seed, ground)
  const milliseconds = Math.round(performance.now() - start)
  if (milliseconds > slowest.milliseconds) slowest = { milliseconds, seed }
  asked += round.asked
  const verdict = round.report?.verdict ?? 'thrown'
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  if (round.faults.length > 0) {
    failures++
    console.log(`FAILED ${formatAnswersRound(round)}`)
  }
  seed++
  if ((seed - first) % LINE_EVERY === 0) printLine()
}
printLine()
process.exitCode = failures === 0 && asked > 0 ? 0 : 1

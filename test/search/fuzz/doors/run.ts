/**
 * Sends `--requests N` (100,000) generated requests with bodies to all parts of a server. `--seed N` is the seed of the
 * first round. The search prints each failure, the slowest request and the maximum heap size. The exit status is 1
 * after a failure, or if a request took more than `--most N` CPU milliseconds (10,000).
 */
import { parseArgs } from 'node:util'
import { doorsRound } from './doors.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    most: { type: 'string', default: '10000' },
  },
})

const ROUND = 1_000
const first = Number(values.seed)
const rounds = Math.ceil(Number(values.requests) / ROUND)
let slowest = { milliseconds: 0, says: '' }
let heap = 0
let failures = 0
for (let seed = first; seed < first + rounds; seed++) {
  const round = await doorsRound(seed, ROUND)
  if (round.slowest.milliseconds > slowest.milliseconds) slowest = round.slowest
  heap = Math.max(heap, round.heap)
  failures += round.failures.length
  for (const failure of round.failures) console.log(`FAILED ${failure}`)
}
console.log(
  `seed ${first}: ${rounds * ROUND} requests, ${failures} failures, heap ${Math.round(heap / 2 ** 20)} MB`,
)
console.log(`slowest: ${slowest.milliseconds.toFixed(0)} ms CPU, ${slowest.says}`)
process.exitCode = failures === 0 && slowest.milliseconds <= Number(values.most) ? 0 : 1

/**
 * Measures the CPU milliseconds of each request of `test/hostile/attack-list.ts`: the first run, and the median of
 * twenty later runs. Prints the heap size before and after the measurements.
 */
import { bench, describe } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type Attack, BUILT, SEEN } from '../hostile/attack-list.ts'

const AGAIN = 20

const milliseconds = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function row([what, graph, url, status, profile = 'documented']: Attack): string {
  const api = createReferenceApi(graph, { profile })
  const ask = (): number => milliseconds(() => api.answer({ url }))
  const first = ask()
  const again = Array.from({ length: AGAIN }, ask).sort((a, b) => a - b)
  const median = again[AGAIN / 2] ?? Number.NaN
  return `${what.padEnd(50)} ${status} ${first.toFixed(1).padStart(8)} ${median.toFixed(1).padStart(8)}`
}

const heap = (): number => process.memoryUsage().heapUsed / 2 ** 20

const before = heap()
const rows = [...SEEN, ...BUILT].map(row)
process.stdout.write(`\n${'attack'.padEnd(54)}    first   median ms\n${rows.join('\n')}\n`)
process.stdout.write(`heap ${before.toFixed(0)} MB before, ${heap().toFixed(0)} MB after\n\n`)

describe('attacks', () => {
  for (const [what, graph, url, _status, profile = 'documented'] of SEEN.slice(0, 3)) {
    const api = createReferenceApi(graph, { profile })
    bench(what, () => void api.answer({ url }), { time: 200, iterations: 5 })
  }
})

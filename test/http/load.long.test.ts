/**
 * Tests mixed load with worlds: memory stays below the figure in the documentation. `POPULACE_MINUTES=10` sets the
 * duration; the test prints its figures.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { killAll, type Started, started } from '../support/serving.ts'

const MINUTES = Number(process.env['POPULACE_MINUTES'] ?? 0.2)
const MAX_WORLDS = 1_000
/**
 * The maximum memory in MiB that the documentation states for a server with default options and this number of
 * worlds.
 */
const STATED = 768
const AT_ONCE = 16

vi.setConfig({ testTimeout: 120_000 + MINUTES * 60_000, hookTimeout: 60_000 })

let server: Started
beforeAll(async () => {
  server = await started(
    '--log',
    'off',
    '--max-worlds',
    String(MAX_WORLDS),
    '--grant',
    '*.create',
    '--grant',
    '*.update',
  )
})
afterAll(killAll)

const READS = [
  (n: number) => `/api/articles?populate=*&pagination[pageSize]=${1 + (n % 50)}`,
  (n: number) => `/api/restaurants?filters[name][$containsi]=${(n * 7919).toString(36)}`,
  () => '/api/categories?sort=name&fields=name',
  (n: number) => `/api/articles?filters[title][$ne]=${n}&populate[author][populate]=*&sort=title:desc`,
  (n: number) => `/api/nothing-${n}`,
  (n: number) => `/api/articles?sort=nope${n}`,
]

/**
 * Runs one world. The session changes and later deletes every fifth world. It only reads the other worlds, which the
 * server evicts.
 */
async function session(number: number, statuses: Map<number, number>): Promise<void> {
  const headers = { 'populace-world': `world-${number}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const { status, ...answer } = await fetch(`${server.url}${path}`, { headers, ...init }).then(
      async (one) => ({
        status: one.status,
        text: await one.text(),
      }),
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) throw new Error(`${path}: ${status} ${answer.text.slice(0, 200)}`)
  }
  for (let at = 0; at < 4; at++) await ask(READS[(number + at) % READS.length]?.(number * 4 + at) ?? '/')
  if (number % 5 !== 0) return
  await ask('/api/categories', { method: 'POST', body: JSON.stringify({ data: { name: `Name ${number}` } }) })
  await ask(`/_populace/worlds/world-${number}`, {
    method: 'PATCH',
    body: JSON.stringify({ articles: { create: { title: `New ${number}` } } }),
  })
  const old = number - 5 * 100
  if (old >= 0) await ask(`/_populace/worlds/world-${old}`, { method: 'DELETE' })
}

async function scraped(): Promise<(name: string) => number> {
  const text = await (await fetch(`${server.url}/_populace/metrics`)).text()
  return (name) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? Number.NaN,
    )
}

const MIB = 1024 * 1024

test(`memory stays below ${STATED} MiB, and the number of worlds below its limit`, async () => {
  const end = Date.now() + MINUTES * 60_000
  const statuses = new Map<number, number>()
  let [next, most, worlds] = [0, 0, 0]
  const client = async (): Promise<void> => {
    while (Date.now() < end) await session(next++, statuses)
  }
  const watch = async (): Promise<void> => {
    while (Date.now() < end) {
      const metric = await scraped()
      most = Math.max(most, metric('process_resident_memory_bytes') / MIB)
      worlds = Math.max(
        worlds,
        metric('populace_worlds{changed="true"}') + metric('populace_worlds{changed="false"}'),
      )
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, client)])
  const total = [...statuses.values()].reduce((sum, one) => sum + one, 0)
  const list = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(
    `${MINUTES} min: ${total} requests (${list.join(', ')}), ${next} worlds, at most ${worlds} at once, ${most.toFixed(0)} MiB`,
  )
  expect(next).toBeGreaterThan(100)
  expect(worlds).toBeLessThanOrEqual(MAX_WORLDS)
  expect(most).toBeLessThan(STATED)
})

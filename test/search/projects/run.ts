/**
 * Opens `--projects N` (2,000) hostile projects, two at a time. Each command must end within `--most` seconds (10),
 * with a documented exit status or at one of its own limits. The output of a command must have at most 200,000
 * characters, and neither a stack trace nor control characters. The search prints each fault with its seed, and the
 * slowest project. `--seed N` is the seed of the first project. The exit status is 1 after a fault.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryProject } from './search.ts'

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    most: { type: 'string', default: '10' },
  },
})

const CLI = join(import.meta.dirname, '../../../bundle/cli.js')
const first = Number(values.seed)
const end = first + Number(values.projects)
const statuses: Record<string, number> = {}
let slowest = { milliseconds: 0, says: '' }
let faults = 0
let next = first

async function worker(): Promise<void> {
  while (next < end) {
    const { seed, says, ended, fault } = await tryProject(CLI, next++, Number(values.most) * 1_000)
    const status = String(ended.status ?? ended.signal)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (ended.milliseconds > slowest.milliseconds)
      slowest = { milliseconds: ended.milliseconds, says: `seed ${seed}, ${says}` }
    if (fault === undefined) continue
    faults++
    console.log(`FAILED seed ${seed}: ${fault}: ${says}\n${JSON.stringify(ended.stderr.slice(-500))}`)
  }
}

await Promise.all([worker(), worker()])
const counts = Object.entries(statuses).map(([status, count]) => `${count} with ${status}`)
console.log(`seed ${first}: ${end - first} projects, ${faults} faults; ${counts.join(', ')}`)
console.log(`slowest: ${(slowest.milliseconds / 1_000).toFixed(1)} s, ${slowest.says}`)
process.exitCode = faults === 0 ? 0 : 1

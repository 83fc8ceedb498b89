/**
 * Runs the laws from the command line (`npm run properties`). `--runs N` and `--seed N` set the number and the seed of
 * the inputs; `--law id` selects one law, or all laws with this prefix; `--path p` repeats a failure; `--keep name`
 * writes the dataset of a failure into `fixtures/name`; `--quick` skips shrinking. The program prints failures at
 * once, then a line for each law. The exit status is 0 if all laws hold, and 1 otherwise. `--table` prints the table
 * of laws in `properties/README.md` instead. `--servers` runs the laws for any server under every release and
 * database. `--servers` also writes the page that shows which servers keep each law.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDataset } from '../src/reference/load/files/folder.ts'
import type { World } from './arbitraries/world.ts'
import type { Runs } from './check/law.ts'
import { type Failure, report } from './check/report.ts'
import { check, servedBy, sweep, type Violation, type WorldServer } from './check/worlds.ts'
import type { Law } from './laws/law.ts'
import { LAWS, liveLaws } from './laws/laws.ts'
import { FILE, MEASURED_PROFILES, pageOf } from './laws/servers.ts'
import { tableOf } from './laws/table.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    law: { type: 'string', default: '' },
    path: { type: 'string' },
    keep: { type: 'string' },
    quick: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    servers: { type: 'boolean', default: false },
  },
})

const chosen = LAWS.filter(({ id }) => id.startsWith(values.law))
if (values.table) {
  console.log(tableOf(LAWS))
  process.exit()
}
const how: Runs = { runs: Number(values.runs), seed: Number(values.seed) }
console.log(`${chosen.length} laws, ${how.runs} runs each, seed ${how.seed}`)

if (values.servers) {
  await measureServers()
  process.exit()
}

const broken = new Set<Law>()

function printFailure(law: Law, failure: string): void {
  broken.add(law)
  console.log(`BROKEN ${law.id}\n${failure}`)
}

async function measureServers(): Promise<void> {
  const laws: Record<string, readonly string[]> = {}
  for (const profile of MEASURED_PROFILES) {
    const ids: string[] = []
    const options = { profile: { base: profile, reveal: false } }
    const serve = ({ graph }: World): WorldServer => servedBy(graph, options)
    await sweep(liveLaws, { ...how, serve }, ({ law }) => void ids.push(law.id))
    laws[profile] = ids.toSorted()
    console.log(`${profile}: ${ids.length} laws broken`)
  }
  const ids = liveLaws.map(({ id }) => id)
  const measured = { worlds: how.runs, seed: how.seed, laws: ids, broken: laws }
  writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`)
  writeFileSync('.github/docs/laws-servers.md', pageOf(liveLaws, measured))
}

/** Prints the failure of a law. The failure is shrunk first, unless `--quick` is set or the failure does not recur. */
async function shrink({ law, fault, path }: Violation): Promise<void> {
  const failure = values.quick ? undefined : await check(law, { runs: 1, seed: how.seed, path })
  printFailure(law, failure === undefined ? `${fault}\npath ${path}` : reportOf(failure))
}

/**
 * Returns the report of a failure, with the command that repeats the failure, and with advice for making a test case of
 * the failure.
 */
const reportOf = (failure: Failure): string => {
  const { law, seed, path } = failure
  return [
    report(failure),
    `npm run properties -- --law ${law.id} --seed ${seed} --path ${path}`,
    'to make it a test case: repeat it with --keep NAME, which writes the dataset into fixtures/NAME, and put the case',
    `into a file of fixtures/cases, with "dataset": "NAME", the request, the right answer, and "rules": ${JSON.stringify(law.rules)}`,
  ].join('\n')
}

async function repeat(path: string): Promise<void> {
  for (const law of chosen) {
    const failure = await check(law, { ...how, path })
    if (failure === undefined) continue
    printFailure(law, reportOf(failure))
    if (values.keep !== undefined && failure.files !== undefined)
      writeDataset(join('fixtures', values.keep), failure.files)
  }
}

/** Counts the runs that passed, and prints the progress ten times during all runs. */
function pass(count: number): void {
  if (count % Math.ceil(how.runs / 10) === 0)
    console.error(`${count} of ${how.runs}, ${broken.size} laws broken`)
}

await (values.path === undefined ? sweep(chosen, how, shrink, pass) : repeat(values.path))
for (const law of chosen) if (!broken.has(law)) console.log(`holds ${law.id}`)
process.exitCode = broken.size === 0 && chosen.length > 0 ? 0 : 1

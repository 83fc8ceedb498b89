/** The lab compares a real server with the reference. `README.md` describes its commands. */
import { parseArgs } from 'node:util'
import { checkTarget, terminalReport } from '../../src/oracle/index.ts'
import { datasetName } from '../../src/oracle/suite/dataset-name.ts'
import { httpTarget } from '../../src/oracle/target/http.ts'
import type { Target } from '../../src/oracle/target/target.ts'
import type { Tokens } from '../../src/oracle/target/wire.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { readAuth } from './auth.ts'
import { randomRequests } from './compare/requests.ts'
import { compareAll, formatTally } from './compare/run.ts'
import { formatReplay, isClean, replaySuite, suiteRequests } from './compare/suite.ts'
import { record } from './record.ts'
import { DATABASES, isDatabase } from './server/databases.ts'
import { type Lab, startLab } from './server/start.ts'
import { recordServices } from './services.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    strapi: { type: 'string', default: '5.54.0' },
    database: { type: 'string', default: 'sqlite' },
    dataset: { type: 'string', default: 'fixtures/strapi-5.54/dataset' },
    project: { type: 'string' },
    after: { type: 'string' },
    port: { type: 'string', default: '1340' },
    url: { type: 'string' },
    auth: { type: 'string' },
    profile: { type: 'string' },
    count: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '7' },
    most: { type: 'string', default: '200' },
    malformed: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})

/** Concurrent requests. */
const CONCURRENCY = 4
const TIMEOUT_MILLISECONDS = 60_000

const print = (line: string): void => void process.stderr.write(`${line}\n`)

/** A running real server: the server that an option names, or a server that the lab has started. */
interface RunningServer {
  readonly target: Target
  readonly tokens: Tokens
  readonly lab: Lab | undefined
}

async function runningServer(): Promise<RunningServer> {
  const lab = values.url === undefined ? await start() : undefined
  const auth = values.auth ?? lab?.auth
  return {
    target: httpTarget(values.url ?? lab?.url ?? '', {
      timeout: TIMEOUT_MILLISECONDS,
      concurrency: CONCURRENCY,
    }),
    tokens: auth === undefined ? new Map() : readAuth(auth),
    lab,
  }
}

function start(): Promise<Lab> {
  const { strapi, database, dataset, port, project, after } = values
  if (!isDatabase(database)) throw new Error(`--database is one of ${DATABASES.join(', ')}`)
  const code = { ...(project === undefined ? {} : { project }), ...(after === undefined ? {} : { after }) }
  return startLab({ strapi, database, dataset, port: Number(port), ...code }, print)
}

async function compare(): Promise<void> {
  const { target, tokens, lab } = await runningServer()
  const graph = loadDataset(values.dataset)
  const mix = values.malformed ? 'malformed' : 'sound'
  const requests = randomRequests(graph, mix, Number(values.count), Number(values.seed))
  const profile = profileName()
  const tally = await compareAll(
    requests,
    { graph, profile, target, tokens },
    { concurrency: CONCURRENCY, most: Number(values.most), print },
  )
  process.stdout.write(`seed ${values.seed}, ${profile}: ${formatTally(tally, target.name)}\n`)
  await target.close()
  await lab?.stop()
  process.exitCode = tally.different === 0 && tally.alike > 0 ? 0 : 1
}

const profileName = (): string =>
  values.profile ?? (values.database === 'sqlite' ? 'strapi-5.54-sqlite' : 'strapi-5.54-postgres')

async function suite(): Promise<void> {
  const { target, tokens, lab } = await runningServer()
  const requests = suiteRequests(values.dataset)
  const profile = profileName()
  const graph = loadDataset(values.dataset)
  const replay = await replaySuite(requests, { graph, profile, target, tokens }, CONCURRENCY)
  process.stdout.write(`${profile}: ${formatReplay(replay, target.name)}\n`)
  const dataset = datasetName(values.dataset).name
  const sessions = { writes: true, only: ['write.*'], runs: 1000, causes: Number(values.most) }
  const report = await checkTarget(target, { graph, dataset, profile, tokens, ...sessions })
  process.stdout.write(`${terminalReport(report)}\n`)
  await lab?.stop()
  process.exitCode = isClean(replay) && report.verdict === 'conformant' ? 0 : 1
}

async function recordAll(file: string | undefined): Promise<void> {
  if (file === undefined) throw new Error('record FILE: which requests?')
  const { target, tokens, lab } = await runningServer()
  const counts = await record(file, values.out ?? file, {
    target,
    tokens,
    graph: loadDataset(values.dataset),
  })
  print(`${counts.recorded} recorded in ${values.out ?? file}, ${counts.leftOut} left out`)
  await target.close()
  await lab?.stop()
}

const SERVICE_READS = 'fixtures/project-code/service-reads.jsonl.gz'

async function services(file: string): Promise<void> {
  if (values.url === undefined)
    throw new Error('services needs --url: a server with the controller of the README')
  const count = await recordServices(file, values.out ?? file, values.url)
  print(`${count} recorded in ${values.out ?? file}`)
}

async function serve(): Promise<void> {
  const lab = await start()
  process.stdout.write(`READY ${lab.url} auth ${lab.auth}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void lab.stop().then(() => process.exit(0)))
}

const [command, file] = positionals
try {
  if (command === undefined) await serve()
  else if (command === 'compare') await compare()
  else if (command === 'suite') await suite()
  else if (command === 'record') await recordAll(file)
  else if (command === 'services') await services(file ?? SERVICE_READS)
  else
    throw new Error(
      `Unknown command "${command}": compare, suite, record FILE, services, or none to start a server`,
    )
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}

/**
 * Counts the steps of the compiled code: how often blocks are entered, measured by V8's precise coverage. Run it
 * with `--no-opt --no-maglev`, because without optimisation the count does not depend on the machine or its load.
 * The script reads `[{ files, urls }]` and writes `[{ build, statuses, answers }]`. The output has the steps and the
 * status of each answer.
 */
import { Session } from 'node:inspector/promises'
import { json } from 'node:stream/consumers'
import { buildGraph, createContentApi } from '../../dist/src/index.js'

const OURS = new URL('../../dist/src/', import.meta.url).href
const session = new Session()

async function stepsOf(run) {
  await session.post('Profiler.takePreciseCoverage')
  const value = run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const counts = result
    .filter(({ url }) => url.startsWith(OURS))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  return { value, steps: counts.reduce((sum, count) => sum + count, 0) }
}

async function measure({ files, urls }) {
  const built = await stepsOf(() => buildGraph(files))
  // The script uses no cache, because a cached answer costs the same for any size.
  const api = createContentApi(built.value.graph, { keep: { bytes: 0 } })
  const answers = []
  for (const url of urls) answers.push(await stepsOf(() => api.answer({ url })))
  return {
    build: built.steps,
    statuses: answers.map(({ value }) => value.status),
    answers: answers.map(({ steps }) => steps),
  }
}

session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const jobs = await json(process.stdin)
// The first run is not counted: it compiles the functions, and compilation changes the number of steps.
for (const job of jobs) await measure(job)
const measured = []
for (const job of jobs) measured.push(await measure(job))
console.log(JSON.stringify(measured))

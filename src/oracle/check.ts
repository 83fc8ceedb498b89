/** The check: a target and the reference, side by side. */
import { performance } from 'node:perf_hooks'
import type { Graph } from '../reference/graph/graph.ts'
import { createTally, type Tally } from './causes/coverage.ts'
import type { Finding } from './causes/example.ts'
import { featureOfRequest } from './causes/features.ts'
import { caseLines, knownCauses, matrixOf, type Seen, totalOf, unexpectedPasses } from './causes/matrix.ts'
import { createExplainer } from './causes/switches.ts'
import { idSpace } from './compare/meaning.ts'
import { createRenaming, isRising } from './compare/renaming.ts'
import { createReference } from './exchange/reference.ts'
import type { Session } from './exchange/session.ts'
import { carriesNames } from './names/translate.ts'
import { type DataOptions, type DataResult, replayData, runData } from './parts/data.ts'
import { readReplay, replay, requestAt, runGenerated } from './parts/generated.ts'
import { runLaws } from './parts/laws.ts'
import { acquaint } from './parts/learn-names.ts'
import { type CheckOptions, type Settled, settle } from './parts/options.ts'
import { runSuite } from './parts/suite.ts'
import type { Report, Verdict } from './report/report.ts'
import { requests } from './requests/requests.ts'
import { type Guarded, guard } from './target/guard.ts'
import { type Server, serverTarget } from './target/server.ts'
import type { Target } from './target/target.ts'

/**
 * Checks a server in this process.
 * @throws ProfileError, DatasetError or RangeError for options that make no sense; never because of the
 * server.
 */
export function check(server: Server, options: CheckOptions = {}): Promise<Report> {
  return checkTarget(serverTarget(server, { timeout: options.timeout ?? 5000 }), options)
}

/** Checks any target, and closes it. Throws as `check` does. */
export async function checkTarget(target: Target, options: CheckOptions = {}): Promise<Report> {
  const settled = settle(options)
  const guarded = guard(target, settled.concurrency)
  try {
    return await run(guarded, settled)
  } finally {
    await guarded.close()
  }
}

async function run(target: Guarded, settled: Settled): Promise<Report> {
  const start = performance.now()
  const session = sessionOf(target, settled.graph, settled)
  if (settled.ids === 'mapped' && settled.replay === undefined) await acquaint(session)
  const tally = createTally()
  const seen =
    settled.replay === undefined
      ? await runParts(session, settled, tally)
      : await runReplay(session, settled, tally)
  const causes = knownCauses(seen, tally, settled)
  const cases = caseLines(seen, causes, settled)
  const passes = unexpectedPasses(seen, causes, settled)
  const matrix = matrixOf(seen, cases, causes)
  const isNothing = settled.replay === undefined && tally.compared() === 0 && seen.laws.length === 0
  const isNews = causes.some(({ knownBecause }) => knownBecause === undefined)
  const lawBroken = seen.laws.some(({ outcome }) => outcome === 'failed')
  const isBroken =
    (target.sent() > 0 && target.answers() === 0) ||
    target.isGivenUp() ||
    isNothing ||
    seen.problem !== undefined
  const verdict: Verdict = isBroken
    ? 'broken'
    : isNews || lawBroken || passes.length > 0
      ? 'different'
      : 'conformant'
  return {
    version: 1,
    target: target.name,
    profile: settled.profile,
    dataset: settled.dataset,
    seed: settled.seed,
    settings: { ids: settled.ids, times: settled.times, errors: settled.errors },
    verdict,
    sent: target.sent(),
    counts: totalOf(matrix),
    matrix,
    causes,
    cases,
    laws: seen.laws,
    unexpectedPasses: passes,
    notices: [...(isNothing ? ['Nothing was compared.'] : []), ...noticesOf(session, seen)],
    milliseconds: Math.round(performance.now() - start),
  }
}

/** What both sides of a run share. */
function sessionOf(target: Guarded, graph: Graph, settled: Settled): Session {
  const { profile, ids, times, errors, tokens, methods } = settled
  const equality = { ids, times, schema: graph.schema, renaming: createRenaming() }
  const explainer = createExplainer()
  return { reference: createReference(graph, profile), target, equality, errors, tokens, methods, explainer }
}

const NOTHING: Seen = {
  cases: [],
  generated: new Map(),
  weighed: [],
  laws: [],
  skipped: new Map(),
  uncounted: 0,
  problem: undefined,
}

async function runParts(session: Session, settled: Settled, tally: Tally): Promise<Seen> {
  const { cases: all, onProgress, concurrency, bail } = settled
  let done = 0
  const cases = await runSuite(session, all, {
    batch: concurrency,
    tally,
    bail,
    onCase: () => onProgress({ part: 'suite', done: ++done, of: all.length, differing: tally.differing() }),
  })
  if (bail && tally.differing() > 0) return { ...NOTHING, cases }
  const requests = await runRequests(session, settled, tally)
  const data = settled.runs === 0 ? undefined : await runDatasets(settled, tally)
  const laws = settled.laws ? await runLaws(session, settled) : []
  const weighed = [...requests.weighed, ...(data?.weighed ?? [])]
  return { ...requests, weighed, cases, laws, problem: data?.problem }
}

/** The part with datasets of its own, for a target that can load them. */
async function runDatasets(settled: Settled, tally: Tally): Promise<DataResult | undefined> {
  const options = dataOptions(settled, tally)
  return options === undefined ? undefined : runData(options)
}

function dataOptions(settled: Settled, tally: Tally): DataOptions | undefined {
  const { reload } = settled
  if (reload === undefined) return undefined
  return { settled, reload, tally, sessionFor: (target, graph) => sessionOf(target, graph, settled) }
}

async function runRequests(
  session: Session,
  settled: Settled,
  tally: Tally,
): Promise<Pick<Seen, 'generated' | 'weighed' | 'skipped' | 'uncounted'>> {
  const { graph, runs, seed, causes, bail, concurrency, onProgress } = settled
  const features = new Map<string, { equal: number; different: number }>()
  let done = 0
  const result = await runGenerated(session, {
    requests: requests(graph),
    runs,
    seed,
    batch: concurrency,
    causes,
    bail,
    tally,
    onRequest: (kind, exchange) => {
      onProgress({ part: 'generated', done: ++done, of: runs, differing: tally.differing() })
      if (kind === 'skipped' || exchange === undefined) return
      const feature = featureOfRequest(exchange.request)
      const count = features.get(feature) ?? { equal: 0, different: 0 }
      count[kind]++
      features.set(feature, count)
    },
  })
  return {
    generated: features,
    weighed: result.findings,
    skipped: result.skipped,
    uncounted: result.uncounted,
  }
}

async function runReplay(session: Session, settled: Settled, tally: Tally): Promise<Seen> {
  const text = settled.replay ?? ''
  const at = readReplay(text)
  if (at === undefined) throw new RangeError(`Expected SEED:PATH, found "${text}"`)
  const data = dataOptions(settled, tally)
  if (data !== undefined) return replayed(await replayData(data, text, at))
  const request = requestAt(requests(settled.graph), at)
  // Names are only looked up where the request carries some.
  if (settled.ids === 'mapped' && carriesNames(session, request)) await acquaint(session)
  return replayed(await replay(session, request, text))
}

function replayed(result: Finding | 'equal' | 'skipped'): Seen {
  if (result === 'skipped') return { ...NOTHING, skipped: new Map([['its answer could not be compared', 1]]) }
  if (result === 'equal') return { ...NOTHING, generated: new Map([['replay', { equal: 1, different: 0 }]]) }
  const generated = new Map([['replay', { equal: 0, different: 1 }]])
  return { ...NOTHING, generated, weighed: [{ finding: result, count: 1, generated: { replay: 1 } }] }
}

function noticesOf({ target, equality, reference }: Session, seen: Seen): readonly string[] {
  const notices: string[] = []
  if (target.sent() > 0 && target.answers() === 0) notices.push('The target answered no request at all.')
  else if (target.isGivenUp()) notices.push('The target stopped answering, so that the rest was not sent.')
  const types = [...reference.graph.schema.contentTypes.values()]
  const falling = types.filter((type) => !isRising(equality.renaming, idSpace(type)))
  for (const { uid } of falling)
    notices.push(
      `The ids of ${uid} do not rise as in the dataset: equal sort keys may come in another order.`,
    )
  if (seen.problem !== undefined) notices.push(`A generated dataset could not be loaded: ${seen.problem}`)
  if (seen.uncounted > 0)
    notices.push(`${seen.uncounted} more generated requests differed and were not looked into.`)
  for (const [why, count] of seen.skipped)
    notices.push(`${count} generated ${count === 1 ? 'request was' : 'requests were'} not sent: ${why}.`)
  return notices
}

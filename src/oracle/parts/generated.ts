/** Sends generated requests over the dataset that the target has loaded, and compares the answers. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import { featureOfRequest } from '../causes/features.ts'
import type { Finding, FindingOrigin } from '../causes/finding.ts'
import type { Results } from '../causes/results.ts'
import { STRESS } from '../exchange/load.ts'
import {
  ask,
  askAll,
  compareExchange,
  type Exchange,
  type ExchangeResult,
  namesEntries,
} from '../exchange/session.ts'
import { requests } from '../requests/requests.ts'
import { onWire } from '../target/wire.ts'
import { isAbout, isOfShard } from './choice.ts'
import { type Minimal, minimalOf } from './minimal.ts'
import { pairNames } from './pair-names.ts'
import { readReplay, replayedUrl, replayText } from './replay.ts'
import { countExchange, type Run, reportProgress } from './run.ts'
import { isConfirmed, steadiness } from './steady.ts'

/**
 * Generates and sends all requests of the run's part `generated`. With the option `bail`, stops at the first
 * mismatch.
 */
export async function runGenerated(run: Run): Promise<Pick<Results, 'generated' | 'findings' | 'skipped'>> {
  const { session, settings, deferred } = run
  const { graph, runs, seed, bail, concurrency, generate, choice } = settings
  const arbitrary = requests(graph, generate)
  const findings: Finding[] = []
  const generated = new Map<string, { equal: number; different: number }>()
  const skipped = new Map<string, number>()
  let done = 0
  const handle = async (exchange: ExchangeResult, index: number, request: ApiRequest): Promise<void> => {
    reportProgress(run, 'generated', ++done, runs)
    if (exchange.kind === 'skipped') {
      const isLater = exchange.why === STRESS && settings.stress
      if (isLater) deferred.push({ request, index })
      else skipped.set(exchange.why, (skipped.get(exchange.why) ?? 0) + 1)
      return
    }
    const feature = featureOfRequest(exchange.request)
    const finding = await steadyFinding(run, exchange, index)
    if (finding === 'gone') return
    countExchange(run, exchange, finding !== undefined)
    const counts = generated.get(feature) ?? { equal: 0, different: 0 }
    counts[finding === undefined ? 'equal' : 'different']++
    generated.set(feature, counts)
    if (finding === undefined) run.contrast.add(exchange)
    else findings.push(finding)
  }
  const isWanted = (request: ApiRequest, index: number): boolean =>
    isOfShard(choice, index) &&
    (choice.only === undefined || isAbout(choice, session.reference.ask(onWire(request)).rules))
  const isEnough = (): boolean => (bail && findings.length > 0) || session.target.givenUp() !== undefined
  // With `bail`, generates small chunks of growing size, because an early mismatch ends the run.
  let chunk = bail ? 64 : runs
  for (let start = 0; start < runs && !isEnough(); start += chunk, chunk *= 2) {
    const sample = fc.sample(arbitrary, { seed, path: String(start), numRuns: Math.min(chunk, runs - start) })
    const wanted = [...sample.entries()].filter(([at, request]) => isWanted(request, start + at))
    done += sample.length - wanted.length
    const handleChosen = (exchange: ExchangeResult, at: number): Promise<void> => {
      const [place = 0, request = { url: '/' }] = wanted[at] ?? []
      return handle(exchange, start + place, request)
    }
    const chosen = wanted.map(([, request]) => request)
    await askAll(session, chosen, concurrency, handleChosen, isEnough)
  }
  return { generated, findings: bail ? findings.slice(0, 1) : findings, skipped }
}

/**
 * Shrinks a request whose answer differs from the reference each time, and resolves to the finding. Resolves to
 * undefined if the answer is right at first or when repeated, and to `gone` if the target no longer answers.
 */
export async function steadyFinding(
  run: Run,
  exchange: Exchange,
  index: number,
): Promise<Finding | 'gone' | undefined> {
  const { session } = run
  const difference = compareExchange(session, exchange)
  if (difference === null) return undefined
  const whole = { exchange, difference, gone: new Set<number>(), isPlain: false }
  // The report counts the answer under the feature of the sent request, also if a smaller request shows the same.
  const feature = featureOfRequest(exchange.request)
  const finding = findingOf(run, whole, index, feature)
  if (isConfirmed(run, finding)) return { ...finding, foundIn: { ...finding.foundIn, example: undefined } }
  const again = await steadiness(run, exchange, finding, (one) => compareExchange(session, one) === null)
  if (typeof again === 'object') return { ...finding, suspects: [again], observed: [] }
  if (again !== 'steady') return again === 'gone' ? 'gone' : undefined
  return findingOf(run, await minimalOf(run, exchange, difference), index, feature)
}

interface GeneratedFinding extends Finding {
  readonly foundIn: Extract<FindingOrigin, { part: 'generated' }>
}

function findingOf(
  { settings, makeFinding, exampleOf }: Run,
  minimal: Minimal,
  index: number,
  feature: string,
): GeneratedFinding {
  const { exchange, difference, gone, isPlain } = minimal
  const example = exampleOf(exchange, difference, {
    part: 'generated',
    replay: replayText({ ...settings, path: String(index), gone, isPlain }),
  })
  const foundIn = { part: 'generated', index, example } as const
  return { ...makeFinding(exchange, difference, foundIn, feature), foundIn }
}

/** Generates and sends the request that a `--replay` value names. */
export async function replayRequest(run: Run, text: string): Promise<Finding | 'equal' | 'skipped'> {
  const { session, settings, exampleOf, makeFinding } = run
  const replay = readReplay(text)
  const { generate, seed, path } = replay
  const [generated = { url: '/' }] = fc.sample(requests(settings.graph, generate), { seed, path, numRuns: 1 })
  const request = { ...generated, url: replayedUrl(onWire(generated).url, replay) }
  // Pairs the ids of the target with those of the reference only if the request contains ids.
  if (settings.ids === 'mapped' && namesEntries(session, request)) await pairNames(session)
  const exchange = await ask(session, request)
  if (exchange.kind === 'skipped') return 'skipped'
  const difference = compareExchange(session, exchange)
  if (difference === null) return 'equal'
  const example = exampleOf(exchange, difference, { part: 'generated', replay: text })
  return makeFinding(exchange, difference, { part: 'data', example }, 'replay')
}

/** Sends generated requests over the dataset that the target has loaded. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import { featureOfRequest } from '../causes/features.ts'
import type { Finding } from '../causes/finding.ts'
import type { Results } from '../causes/results.ts'
import { STRESS } from '../exchange/load.ts'
import { ask, askAll, asksForNames, type Exchange, type ExchangeResult, judge } from '../exchange/session.ts'
import { requests } from '../requests/requests.ts'
import { withoutParts } from '../shrink/query.ts'
import { onWire } from '../target/wire.ts'
import { isAbout, isOfShard } from './choice.ts'
import { learnNames } from './pair-names.ts'
import { readReplay, replayText } from './replay.ts'
import { type Run, tell } from './run.ts'
import { isKnown, steadiness } from './steady.ts'

/** Sends all requests; with `bail`, stops at the first mismatch. */
export async function runGenerated(run: Run): Promise<Pick<Results, 'generated' | 'findings' | 'skipped'>> {
  const { session, settings, coverage, deferred } = run
  const { graph, runs, seed, bail, concurrency, generate, choice } = settings
  const arbitrary = requests(graph, generate)
  const findings: Finding[] = []
  const generated = new Map<string, { equal: number; different: number }>()
  const skipped = new Map<string, number>()
  let done = 0
  const hand = async (asked: ExchangeResult, index: number, request: ApiRequest): Promise<void> => {
    tell(run, 'generated', ++done, runs)
    if (asked.kind === 'skipped') {
      const isLater = asked.why === STRESS && settings.stress
      if (isLater) deferred.push({ request, index })
      else skipped.set(asked.why, (skipped.get(asked.why) ?? 0) + 1)
      return
    }
    const feature = featureOfRequest(asked.request)
    const finding = await steadyFinding(run, asked, index)
    if (finding === 'gone') return
    coverage.count(asked.referenced.rules, finding !== undefined)
    const counts = generated.get(feature) ?? { equal: 0, different: 0 }
    counts[finding === undefined ? 'equal' : 'different']++
    generated.set(feature, counts)
    if (finding !== undefined) findings.push(finding)
  }
  const isWanted = (request: ApiRequest, index: number): boolean =>
    isOfShard(choice, index) &&
    (choice.only === undefined || isAbout(choice, session.reference.ask(onWire(request)).rules))
  const isEnough = (): boolean => bail && findings.length > 0
  // With `bail`, generates small chunks that grow, because an early mismatch ends the run.
  let chunk = bail ? 64 : runs
  for (let start = 0; start < runs && !isEnough(); start += chunk, chunk *= 2) {
    const sample = fc.sample(arbitrary, { seed, path: String(start), numRuns: Math.min(chunk, runs - start) })
    const wanted = [...sample.entries()].filter(([at, request]) => isWanted(request, start + at))
    done += sample.length - wanted.length
    const handOn = (asked: ExchangeResult, at: number): Promise<void> => {
      const [place = 0, request = { url: '/' }] = wanted[at] ?? []
      return hand(asked, start + place, request)
    }
    const chosen = wanted.map(([, request]) => request)
    await askAll(session, chosen, concurrency, handOn, isEnough)
  }
  return { generated, findings: bail ? findings.slice(0, 1) : findings, skipped }
}

/** The finding of an exchange that differs steadily; undefined if the answer is right, at least when repeated. */
export async function steadyFinding(
  run: Run,
  asked: Exchange,
  index: number,
): Promise<Finding | 'gone' | undefined> {
  const { session, settings, makeFinding, exampleOf } = run
  const difference = judge(session, asked)
  if (difference === null) return undefined
  const example = exampleOf(asked, difference, {
    part: 'generated',
    replay: replayText({ ...settings, path: String(index), gone: new Set() }),
  })
  const foundIn = { part: 'generated', index, example } as const
  const finding = makeFinding(asked, difference, foundIn, featureOfRequest(asked.request))
  if (isKnown(run, finding)) return { ...finding, foundIn: { ...foundIn, example: undefined } }
  const again = await steadiness(run, asked, finding, (one) => judge(session, one) === null)
  if (again === 'gone') return 'gone'
  return again === 'steady' ? finding : undefined
}

/** Sends exactly the request that a replay names. */
export async function replayRequest(run: Run, text: string): Promise<Finding | 'equal' | 'skipped'> {
  const { session, settings, exampleOf, makeFinding } = run
  const { generate, seed, path, gone } = readReplay(text)
  const [generated = { url: '/' }] = fc.sample(requests(settings.graph, generate), { seed, path, numRuns: 1 })
  const request = { ...generated, url: withoutParts(onWire(generated).url, gone) }
  // Learns names only if the request contains some.
  if (settings.ids === 'mapped' && asksForNames(session, request)) await learnNames(session)
  const asked = await ask(session, request)
  if (asked.kind === 'skipped') return 'skipped'
  const difference = judge(session, asked)
  if (difference === null) return 'equal'
  const example = exampleOf(asked, difference, { part: 'generated', replay: text })
  return makeFinding(asked, difference, { part: 'data', example }, 'replay')
}

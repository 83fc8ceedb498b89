/**
 * Generated requests over the dataset that the target has loaded, and the smallest that show each difference.
 */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import type { Example } from '../causes/example.ts'
import { featureOfRequest } from '../causes/features.ts'
import { createFindings, type Findings } from '../causes/finding.ts'
import type { Results } from '../causes/results.ts'
import type { Difference } from '../compare/difference.ts'
import { askAgain } from '../exchange/again.ts'
import { STRESS } from '../exchange/burden.ts'
import {
  type Asked,
  ask,
  askAll,
  asksForNames,
  type Exchange,
  judge,
  type Session,
} from '../exchange/session.ts'
import { requests } from '../requests/requests.ts'
import { needlessParts, withoutParts } from '../shrink/query.ts'
import { createShrinker } from '../shrink/shrink.ts'
import { onWire } from '../target/wire.ts'
import { learnNames } from './learn-names.ts'
import { readReplay, replayText } from './replay.ts'
import { type Run, tell } from './run.ts'

/** How many smaller requests are tried for one difference, and for one that is no answer at all. */
const MAX_SHRINKS = 300
const MAX_SHRINKS_WITHOUT_ANSWER = 30
/** How many times at least it is tried to leave something out of the smallest of them. */
const MAX_TRIMS = 100

/**
 * Puts requests until all have been put; with `bail`, until one differs. As many causes as are wanted are
 * looked into, one finding for each; what differs after that is only counted.
 */
export async function runGenerated(
  run: Run,
): Promise<Pick<Results, 'generated' | 'findings' | 'skipped' | 'uncounted'>> {
  const { session, settings, coverage, deferred } = run
  const { graph, runs, seed, causes, bail, concurrency } = settings
  const arbitrary = requests(graph)
  const findings = createFindings()
  const generated = new Map<string, { equal: number; different: number }>()
  const skipped = new Map<string, number>()
  let uncounted = 0
  let done = 0
  const hand = async (asked: Asked, index: number, request: ApiRequest): Promise<void> => {
    const difference = asked.kind === 'skipped' ? null : await steadyDifference(session, asked)
    if (difference === 'gone') return
    if (asked.kind === 'asked') coverage.count(asked.referenced.rules, difference !== null)
    tell(run, 'generated', ++done, runs)
    if (asked.kind === 'skipped') {
      const isLater = asked.why === STRESS && settings.stress
      if (isLater) deferred.push({ request, index })
      else skipped.set(asked.why, (skipped.get(asked.why) ?? 0) + 1)
      return
    }
    const feature = featureOfRequest(asked.request)
    const counts = generated.get(feature) ?? { equal: 0, different: 0 }
    counts[difference === null ? 'equal' : 'different']++
    generated.set(feature, counts)
    if (difference === null || findings.count(difference, asked, feature)) return
    if (findings.all().length >= causes) uncounted++
    else findings.add(await shrunk(run, arbitrary, { exchange: asked, difference }, index, findings), feature)
  }
  const isEnough = (): boolean => bail && findings.all().length > 0
  // Where the first difference ends it, few are made up at first and then ever more.
  let chunk = bail ? 64 : runs
  for (let start = 0; start < runs && !isEnough(); start += chunk, chunk *= 2) {
    const sample = fc.sample(arbitrary, { seed, path: String(start), numRuns: Math.min(chunk, runs - start) })
    const handOn = (asked: Asked, at: number): Promise<void> =>
      hand(asked, start + at, sample[at] ?? { url: '/' })
    await askAll(session, sample, concurrency, handOn, isEnough)
  }
  return { generated, findings: findings.all(), skipped, uncounted }
}

/** What differs each time that it is asked; null where it is right, at least when it is asked again. */
export async function steadyDifference(
  session: Session,
  exchange: Exchange,
): Promise<Difference | 'gone' | null> {
  const difference = judge(session, exchange)
  if (difference === null) return null
  const again = await askAgain(session, exchange, (one) => judge(session, one) === null)
  return again === 'steady' ? difference : again === 'gone' ? 'gone' : null
}

interface Shown {
  readonly exchange: Exchange
  readonly difference: Difference
}

/** The smallest request found that still differs, and not in a way that is already known. */
async function shrunk(
  { session, settings: { seed }, exampleOf }: Run,
  arbitrary: fc.Arbitrary<ApiRequest>,
  first: Shown,
  index: number,
  findings: Findings,
): Promise<Example> {
  const isAnswered = first.exchange.outcome.kind === 'answered'
  const shrinker = createShrinker(first, isAnswered ? MAX_SHRINKS : MAX_SHRINKS_WITHOUT_ANSWER)
  const show = async (request: ApiRequest): Promise<Shown | undefined> => {
    const exchange = await ask(session, request)
    if (exchange.kind === 'skipped') return undefined
    const difference = judge(session, exchange)
    const isNews = difference !== null && findings.isNew(difference, exchange)
    return isNews ? { exchange, difference } : undefined
  }
  const path = await shrinker.choices(arbitrary, { seed, index }, show)
  const { request } = shrinker.smallest().exchange
  if (isAnswered) shrinker.grant(MAX_TRIMS)
  const gone = await needlessParts(request.url, (url) => shrinker.attempt(() => show({ ...request, url })))
  const { exchange, difference } = shrinker.smallest()
  // What differed on the way to it may have been a matter of chance.
  const steady = exchange === first.exchange ? difference : await steadyDifference(session, exchange)
  if (steady === null || steady === 'gone')
    return exampleOf(first.exchange, first.difference, { part: 'generated', replay: `${seed}:${index}` })
  return exampleOf(exchange, difference, { part: 'generated', replay: replayText({ seed, path, gone }) })
}

/** Puts exactly the request that a replay names, and no other. */
export async function replayRequest(run: Run, text: string): Promise<Example | 'equal' | 'skipped'> {
  const { session, settings, exampleOf } = run
  const { seed, path, gone } = readReplay(text)
  const [generated = { url: '/' }] = fc.sample(requests(settings.graph), { seed, path, numRuns: 1 })
  const request = { ...generated, url: withoutParts(onWire(generated).url, gone) }
  // Names are only looked up where the request carries some.
  if (settings.ids === 'mapped' && asksForNames(session, request)) await learnNames(session)
  const asked = await ask(session, request)
  if (asked.kind === 'skipped') return 'skipped'
  const difference = judge(session, asked)
  return difference === null ? 'equal' : exampleOf(asked, difference, { part: 'generated', replay: text })
}

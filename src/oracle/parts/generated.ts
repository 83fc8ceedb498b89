/** Generated requests over the dataset that the target has loaded. */
import * as fc from 'fast-check'
import { featureOfRequest } from '../causes/features.ts'
import type { Results } from '../causes/results.ts'
import type { Sighting } from '../causes/sighting.ts'
import { type Asked, ask, askAll, asksForNames, judge } from '../exchange/session.ts'
import { requests } from '../requests/requests.ts'
import { withoutParts } from '../shrink/query.ts'
import { onWire } from '../target/wire.ts'
import { learnNames } from './learn-names.ts'
import { readReplay } from './replay.ts'
import { type Run, tell } from './run.ts'

/** Puts requests until all have been put; with `bail`, until one differs. */
export async function runGenerated(run: Run): Promise<Pick<Results, 'generated' | 'sightings' | 'skipped'>> {
  const { session, settings, coverage, sight } = run
  const { graph, runs, seed, bail, concurrency } = settings
  const arbitrary = requests(graph)
  const sightings: Sighting[] = []
  const generated = new Map<string, { equal: number; different: number }>()
  const skipped = new Map<string, number>()
  let done = 0
  const hand = (asked: Asked, index: number): void => {
    const difference = asked.kind === 'skipped' ? null : judge(session, asked)
    if (asked.kind === 'asked') coverage.count(asked.referenced.rules, difference !== null)
    tell(run, 'generated', ++done, runs)
    if (asked.kind === 'skipped') {
      skipped.set(asked.why, (skipped.get(asked.why) ?? 0) + 1)
      return
    }
    const feature = featureOfRequest(asked.request)
    const counts = generated.get(feature) ?? { equal: 0, different: 0 }
    counts[difference === null ? 'equal' : 'different']++
    generated.set(feature, counts)
    if (difference !== null) sightings.push(sight(asked, difference, { part: 'generated', index }, feature))
  }
  const isEnough = (): boolean => bail && sightings.length > 0
  // Where the first difference ends it, few are made up at first and then ever more.
  let chunk = bail ? 64 : runs
  for (let start = 0; start < runs && !isEnough(); start += chunk, chunk *= 2) {
    const sample = fc.sample(arbitrary, { seed, path: String(start), numRuns: Math.min(chunk, runs - start) })
    await askAll(session, sample, concurrency, (asked, at) => hand(asked, start + at), isEnough)
  }
  return { generated, sightings: bail ? sightings.slice(0, 1) : sightings, skipped }
}

/** Puts exactly the request that a replay names, and no other. */
export async function replayRequest(run: Run, text: string): Promise<Sighting | 'equal' | 'skipped'> {
  const { session, settings, exampleOf, sight } = run
  const { seed, path, gone } = readReplay(text)
  const [generated = { url: '/' }] = fc.sample(requests(settings.graph), { seed, path, numRuns: 1 })
  const request = { ...generated, url: withoutParts(onWire(generated).url, gone) }
  // Names are only looked up where the request carries some.
  if (settings.ids === 'mapped' && asksForNames(session, request)) await learnNames(session)
  const asked = await ask(session, request)
  if (asked.kind === 'skipped') return 'skipped'
  const difference = judge(session, asked)
  if (difference === null) return 'equal'
  const example = exampleOf(asked, difference, { part: 'generated', replay: text })
  return sight(asked, difference, { part: 'data', example }, 'replay')
}

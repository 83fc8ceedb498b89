/**
 * Generated requests over the dataset that the target has loaded, and the smallest that show each difference.
 */

import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import type { Weighed } from '../causes/cause.ts'
import type { Tally } from '../causes/coverage.ts'
import { type Finding, findingOf, isLike } from '../causes/example.ts'
import { featureOfRequest } from '../causes/features.ts'
import type { Departure } from '../compare/difference.ts'
import { type Asked, ask, askAll, type Exchange, judge, type Session } from '../exchange/session.ts'
import { bounded } from '../shrink/bounded.ts'
import { needless, without } from '../shrink/query.ts'
import { onWire } from '../target/wire.ts'

export interface GeneratedOptions {
  readonly requests: fc.Arbitrary<ApiRequest>
  readonly runs: number
  readonly seed: number
  /** How many requests are put at once. */
  readonly batch: number
  /** How many differences are made smaller; those that come after are only counted. */
  readonly causes: number
  /** Whether the first difference ends it. */
  readonly bail: boolean
  readonly tally: Tally
  readonly onRequest: (result: 'equal' | 'different' | 'skipped', exchange: Exchange | undefined) => void
}

export interface GeneratedResult {
  /**
   * One for each cause, its request as small as it gets, and how many requests of the run it accounts for.
   */
  readonly findings: readonly Weighed[]
  /** Why requests were not sent, and how many. */
  readonly skipped: ReadonlyMap<string, number>
  /** How many requests differed and were not looked into. */
  readonly uncounted: number
}

/** How many smaller requests are tried for one difference, and for one that is no answer at all. */
const MAX_SHRINKS = 300
const MAX_SHRINKS_WITHOUT_ANSWER = 30
/** How many times it is tried to leave something out of the smallest of them. */
const MAX_TRIMS = 100

interface Found {
  readonly finding: Finding
  count: number
  /** By feature. */
  readonly generated: Record<string, number>
}

/** Puts requests until all have been put, or as many causes are known as are wanted. */
export async function runGenerated(session: Session, options: GeneratedOptions): Promise<GeneratedResult> {
  const { requests, runs, seed, batch, causes, bail, tally, onRequest } = options
  const found: Found[] = []
  const skipped = new Map<string, number>()
  let uncounted = 0
  const hand = async (asked: Asked, index: number): Promise<void> => {
    if (asked.kind === 'skipped') {
      skipped.set(asked.why, (skipped.get(asked.why) ?? 0) + 1)
      return onRequest('skipped', undefined)
    }
    const difference = judge(session, asked)
    tally.count(asked.referenced.rules, difference !== null)
    onRequest(difference === null ? 'equal' : 'different', asked)
    if (difference === null) return
    const like = found.find(({ finding }) => isLike(finding, difference, asked))
    const feature = featureOfRequest(asked.request)
    if (like !== undefined) {
      like.count++
      like.generated[feature] = (like.generated[feature] ?? 0) + 1
    } else if (found.length >= causes) uncounted++
    else {
      const finding = await shrink(session, { asked, difference, index }, options, found)
      found.push({ finding, count: 1, generated: { [feature]: 1 } })
    }
  }
  const isEnough = (): boolean => bail && found.length > 0
  // Where the first difference ends it, few are made up at first and then ever more.
  let chunk = bail ? 64 : runs
  for (let start = 0; start < runs && !isEnough(); start += chunk, chunk *= 2) {
    const sample = fc.sample(requests, { seed, path: String(start), numRuns: Math.min(chunk, runs - start) })
    await askAll(session, sample, batch, (asked, at) => hand(asked, start + at), isEnough)
  }
  return { findings: found, skipped, uncounted }
}

interface Differing {
  readonly asked: Exchange
  readonly difference: Departure
  /** Which of the run's requests it is. */
  readonly index: number
}

/** The smallest request found that still differs, and not in a way that is already known. */
async function shrink(
  session: Session,
  { asked, difference, index }: Differing,
  { requests, seed }: GeneratedOptions,
  known: readonly Found[],
): Promise<Finding> {
  let smallest = { asked, difference }
  let left = asked.outcome.kind === 'failed' ? MAX_SHRINKS_WITHOUT_ANSWER : MAX_SHRINKS
  const differs = async (request: ApiRequest): Promise<boolean> => {
    if (left-- <= 0) return false
    const smaller = await ask(session, request)
    if (smaller.kind === 'skipped') return false
    const now = judge(session, smaller)
    if (now === null || known.some(({ finding }) => isLike(finding, now, smaller))) return false
    smallest = { asked: smaller, difference: now }
    return true
  }
  const property = fc.asyncProperty(
    bounded(requests, () => left <= 0),
    async (request) => !(await differs(request)),
  )
  const result = await fc.check(property, { seed, path: String(index), numRuns: 1 })
  const path = result.counterexamplePath ?? String(index)
  const { request } = smallest.asked
  left = asked.outcome.kind === 'failed' ? left : Math.max(left, MAX_TRIMS)
  const gone = await needless(request.url, (url) => differs({ ...request, url }))
  const places = [...gone].sort((a, b) => a - b)
  const at = places.length === 0 ? `${seed}:${path}` : `${seed}:${path}~${places.join('.')}`
  return findingOf(session, smallest.asked, smallest.difference, { part: 'generated', replay: at })
}

/**
 * One request of a run: what it follows from, the way to the smaller one, and the parts of the query left
 * out.
 */
export interface Replay {
  readonly seed: number
  readonly path: string
  readonly gone: ReadonlySet<number>
}

/** What `SEED:PATH` says; undefined for a text of another form. */
export function readReplay(text: string): Replay | undefined {
  const [, seed, path, places = ''] = /^(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?$/.exec(text) ?? []
  if (seed === undefined || path === undefined) return undefined
  const gone = places === '' ? [] : places.split('.').map(Number)
  return { seed: Number(seed), path, gone: new Set(gone) }
}

/** Exactly the request that a replay names. */
export function requestAt(requests: fc.Arbitrary<ApiRequest>, { seed, path, gone }: Replay): ApiRequest {
  const [generated = { url: '/' }] = fc.sample(requests, { seed, path, numRuns: 1 })
  return { ...generated, url: without(onWire(generated).url, gone) }
}

/** Puts one request. */
export async function replay(
  session: Session,
  request: ApiRequest,
  text: string,
): Promise<Finding | 'equal' | 'skipped'> {
  const asked = await ask(session, request)
  if (asked.kind === 'skipped') return 'skipped'
  const difference = judge(session, asked)
  return difference === null
    ? 'equal'
    : findingOf(session, asked, difference, { part: 'generated', replay: text })
}

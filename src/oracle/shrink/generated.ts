/** Shrinks a generated request to the smallest request that still shows the same cause. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../reference/api.ts'
import { suspectsOf } from '../attribution/reading.ts'
import { type Suspect, suspectKey } from '../attribution/suspect.ts'
import type { Example } from '../causes/example.ts'
import type { Group } from '../causes/groups/grouping.ts'
import type { Circumstances } from '../circumstances/contrast.ts'
import { circumstancesOfWrong } from '../circumstances/wrong.ts'
import type { Difference } from '../compare/difference.ts'
import { repeatRequest } from '../exchange/repeat.ts'
import { ask, compareExchange, type Exchange } from '../exchange/session.ts'
import { observedOf } from '../observed/observed.ts'
import { replayText } from '../parts/replay.ts'
import type { Run } from '../parts/run.ts'
import { requests } from '../requests/requests.ts'
import type { WireRequest } from '../target/target.ts'
import { needlessParts, plainUrl } from './query.ts'
import { createShrinker } from './shrink.ts'

/** The maximum number of smaller requests that the check tries for a wrong answer. */
const MAX_SHRINKS = 300
/** The maximum number of smaller requests that the check tries for a request without an answer. */
const MAX_SHRINKS_WITHOUT_ANSWER = 30
/**
 * The minimum number of attempts that remain, after fast-check has shrunk the request, to remove parts of its query.
 */
const MAX_TRIMS = 100

export interface ShownExample {
  readonly example: Example
  /** The shrunk request, the facts about it and its answer, and the index of the request that was shrunk. */
  readonly shrunk?: {
    readonly index: number
    readonly request: WireRequest
    readonly circumstances: Circumstances
    readonly suspects: readonly Suspect[]
    readonly observed: readonly string[]
  }
}

interface ShownMismatch {
  readonly exchange: Exchange
  readonly difference: Difference
}

/**
 * Returns the example with the smallest request that shows the cause each time the request is sent; undefined if the
 * request no longer shows the cause.
 */
export async function shrinkRequest(
  run: Run,
  { suspect }: Group,
  index: number,
): Promise<ShownExample | undefined> {
  const { session, settings, exampleOf } = run
  const { seed, graph, generate } = settings
  const arbitrary = requests(graph, generate)
  const key = suspectKey(suspect)
  const show = async (request: ApiRequest): Promise<ShownMismatch | undefined> => {
    const exchange = await ask(session, request)
    if (exchange.kind === 'skipped') return undefined
    const difference = compareExchange(session, exchange)
    const isIt =
      difference !== null && suspectsOf(session, exchange, difference).some((one) => suspectKey(one) === key)
    return isIt ? { exchange, difference } : undefined
  }
  const [first = { url: '/' }] = fc.sample(arbitrary, { seed, path: String(index), numRuns: 1 })
  const shown = await show(first)
  if (shown === undefined) return undefined
  const isAnswered = shown.exchange.outcome.kind === 'answered'
  const shrinker = createShrinker(shown, isAnswered ? MAX_SHRINKS : MAX_SHRINKS_WITHOUT_ANSWER)
  const path = await shrinker.choices(arbitrary, { seed, index }, show)
  const { request } = shrinker.smallest().exchange
  if (isAnswered) shrinker.grant(MAX_TRIMS)
  const plain = plainUrl(request.url)
  const isPlain = plain !== request.url && (await shrinker.attempt(() => show({ ...request, url: plain })))
  const gone = await needlessParts(isPlain ? plain : request.url, (url) =>
    shrinker.attempt(() => show({ ...request, url })),
  )
  const { exchange, difference } = shrinker.smallest()
  // Repeats the shrunk request, because the answer to it may have differed only by chance.
  const again = await repeatRequest(session, exchange, (one) => compareExchange(session, one) === null)
  if (again !== 'steady') return undefined
  const example = exampleOf(exchange, difference, {
    part: 'generated',
    replay: replayText({ generate, seed, path, gone, isPlain }),
  })
  const circumstances = circumstancesOfWrong(session, exchange, difference)
  const suspects = suspectsOf(session, exchange, difference)
  const observed = observedOf(session, exchange, difference)
  return { example, shrunk: { index, request: exchange.request, circumstances, suspects, observed } }
}

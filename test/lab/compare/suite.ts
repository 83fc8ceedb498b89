/** `suite` sends the requests of the suite to a real server, and lists each request with a different answer. */

import type { SuiteCase } from '../../../src/oracle/suite/case.ts'
import { checkCase } from '../../../src/oracle/suite/compare.ts'
import { datasetName } from '../../../src/oracle/suite/dataset-name.ts'
import { requestOf } from '../../../src/oracle/suite/request.ts'
import { loadSuite } from '../../../src/oracle/suite/suite.ts'
import type { WireRequest } from '../../../src/oracle/target/target.ts'
import { isHttpMethod, isReading, onWire } from '../../../src/oracle/target/wire.ts'
import { curl } from '../../../src/util/url/curl.ts'
import { asDecoded } from '../../../src/util/url/percent.ts'
import { briefly } from './kind.ts'
import type { Different } from './shrink.ts'
import { type Compare, comparer, type Sides } from './sides.ts'

/** A request of the suite, with all cases that send the request. */
export interface CaseRequest {
  readonly request: WireRequest
  readonly cases: readonly SuiteCase[]
}

interface Differing extends CaseRequest {
  readonly compared: Different
}

export interface Replay {
  alike: number
  readonly differing: Differing[]
  /** The reason for each request that was not sent or not compared. */
  readonly leftOut: (CaseRequest & { readonly why: string })[]
}

/** Returns the requests of all cases for the dataset of a folder, each request once. */
export function suiteRequests(folder: string): readonly CaseRequest[] {
  const { name } = datasetName(folder)
  const known = new Map<string, CaseRequest>()
  for (const one of loadSuite().filter(({ dataset }) => dataset === name)) {
    const request = onWire(requestOf(one))
    const key = JSON.stringify(request)
    known.set(key, { request, cases: [...(known.get(key)?.cases ?? []), one] })
  }
  return [...known.values()]
}

/**
 * The maximum number of levels of populate. A real server needs 0.7 s for 12 levels of a relation from a type to
 * itself, 6 s for 14 levels, and more than 20 s for 16 levels.
 */
const MAX_LEVELS = 12
/** The number of requests in a row without an answer after which the server counts as lost. */
const MAX_LOST = 3

/**
 * Returns the reason not to send a request to the real server: the request may write, or has too many levels of
 * populate. Returns undefined for any other request.
 */
export function reasonToSkip(request: WireRequest): string | undefined {
  if (!isReading(request) || !isHttpMethod(request)) return 'it may write'
  const [, query = ''] = asDecoded(request.url).split(/\?(.*)/s)
  const levels = query.split('&').map((part) => {
    const longest = Math.max(...part.split(',').map((path) => path.split('.').length))
    return part.split('[populate').length - 1 + longest
  })
  return Math.max(...levels) > MAX_LEVELS ? `it has more than ${MAX_LEVELS} levels` : undefined
}

/**
 * Compares the answers to all requests. A case that allows several answers allows each of them to the real server. Ends
 * early if the server stops answering.
 */
export async function replaySuite(
  requests: readonly CaseRequest[],
  sides: Sides,
  concurrency: number,
): Promise<Replay> {
  const replay: Replay = { alike: 0, differing: [], leftOut: [] }
  const compare = comparer(sides)
  const queue = requests.values()
  let lost = 0
  const work = async (): Promise<void> => {
    for (const one of queue) {
      const why = lost < MAX_LOST ? reasonToSkip(one.request) : 'the server has stopped answering'
      const isLost = why === undefined && !(await add(one, compare, replay))
      if (why !== undefined) replay.leftOut.push({ ...one, why })
      else lost = isLost ? lost + 1 : 0
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return replay
}

/** Adds the comparison of one request to the replay; returns whether the server answered the request. */
async function add(one: CaseRequest, compare: Compare, replay: Replay): Promise<boolean> {
  const compared = await compare(one.request)
  if (compared.kind === 'left out') replay.leftOut.push({ ...one, why: compared.why })
  else if (compared.kind === 'alike' || isAllowed(one, compared)) replay.alike++
  else replay.differing.push({ ...one, compared })
  return compared.kind !== 'left out' || compared.why !== 'no answer'
}

const isAllowed = ({ cases }: CaseRequest, { real }: Different): boolean =>
  cases.every((one) => 'anyOf' in one.expect && checkCase(one, real) === null)

/** Returns whether the replay shows that all answers are alike. */
export const isClean = ({ alike, differing, leftOut }: Replay): boolean =>
  alike > 0 && differing.length === 0 && leftOut.every(({ why }) => why !== 'no answer')

export function formatReplay({ alike, differing, leftOut }: Replay, base: string): string {
  const reasons = new Set(leftOut.map(({ why }) => why))
  const all = alike + differing.length + leftOut.length
  return [
    `${differing.length} different of ${all} requests, ${alike} alike`,
    ...[...reasons].map((reason) => {
      const ids = idsOf(leftOut.filter(({ why }) => why === reason))
      return `${ids.length} cases left out: ${reason} (${ids.join(', ')})`
    }),
    ...differing.map((one) => formatOne(one, base)),
  ].join('\n')
}

const idsOf = (ones: readonly CaseRequest[]): readonly string[] =>
  ones.flatMap(({ cases }) => cases.map(({ id }) => id))

const formatOne = ({ request, cases, compared }: Differing, base: string): string =>
  [
    idsOf([{ request, cases }]).join(', '),
    `   ${curl({ ...request, url: `${base}${request.url}` })}`,
    `   real ${compared.real.status} ${briefly(compared.real.body)}`,
    `   ours ${compared.ours.status} ${briefly(compared.ours.body)}`,
    `   at ${compared.difference.path}`,
  ].join('\n')

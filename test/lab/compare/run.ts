/** `compare` sends random requests to both sides, shrinks every difference, and lists them by kind. */

import type { WireRequest } from '../../../src/oracle/target/target.ts'
import { curl } from '../../../src/util/url/curl.ts'
import { briefly, kindOf } from './kind.ts'
import { type ShownDifference, shrunk } from './shrink.ts'
import { type Compare, comparer, type Sides } from './sides.ts'

export interface Tally {
  asked: number
  alike: number
  different: number
  readonly leftOut: Map<string, number>
  /** The number of answers of the real server for each status. */
  readonly statuses: Map<number, number>
  readonly kinds: Map<string, ShownDifference[]>
}

interface Settings {
  /** Concurrent requests. */
  readonly concurrency: number
  /** The number of differences to shrink; further differences are only counted. */
  readonly most: number
  readonly print: (line: string) => void
}

/** Sends all requests to both sides and compares the answers; ends early if the real server stops answering. */
export async function compareAll(
  requests: readonly WireRequest[],
  sides: Sides,
  { concurrency, most, print }: Settings,
): Promise<Tally> {
  const compare = comparer(sides)
  const tally: Tally = {
    asked: 0,
    alike: 0,
    different: 0,
    leftOut: new Map(),
    statuses: new Map(),
    kinds: new Map(),
  }
  const found: ShownDifference[] = []
  const queue = requests.values()
  const work = async (): Promise<void> => {
    for (const request of queue) {
      const shown = await one(request, compare, tally)
      if (shown !== undefined) found.push(shown)
      if (tally.asked % 1000 === 0) print(`${tally.asked} asked, ${tally.different} different`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  for (const shown of found.slice(0, most)) {
    const small = await shrunk(shown, compare)
    const kind = kindOf(small, sides.graph)
    tally.kinds.set(kind, [...(tally.kinds.get(kind) ?? []), small])
  }
  return tally
}

async function one(
  request: WireRequest,
  compare: Compare,
  tally: Tally,
): Promise<ShownDifference | undefined> {
  const compared = await compare(request)
  tally.asked++
  if (compared.kind === 'left out') {
    add(tally.leftOut, compared.why)
    return undefined
  }
  add(tally.statuses, compared.real.status)
  if (compared.kind === 'alike') {
    tally.alike++
    return undefined
  }
  tally.different++
  return { request, compared }
}

const add = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Returns a text with the figures of the comparison, and the smallest request of each kind of difference. */
export function formatTally(tally: Tally, base: string): string {
  const { asked, alike, different, leftOut, statuses, kinds } = tally
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}×`)
  const out = [...leftOut].map(([why, count]) => `${count} left out: ${why}`)
  const formatted = [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map((kind) => formatKind(kind, base))
  return [
    `${different} different of ${asked} asked, ${alike} alike (${counted.join(', ')})`,
    ...out,
    `${kinds.size} kinds`,
    ...formatted,
  ].join('\n')
}

function formatKind([kind, shown]: readonly [string, readonly ShownDifference[]], base: string): string {
  const [smallest] = [...shown].sort((a, b) => a.request.url.length - b.request.url.length)
  if (smallest === undefined) return kind
  const { request, compared } = smallest
  return [
    `${shown.length}× ${kind}`,
    `   ${curl({ ...request, url: `${base}${request.url}` })}`,
    `   real ${compared.real.status} ${briefly(compared.real.body)}`,
    `   ours ${compared.ours.status} ${briefly(compared.ours.body)}`,
    `   at ${compared.difference.path}: ${JSON.stringify(compared.difference.expected)?.slice(0, 80)} | ${JSON.stringify(compared.difference.found)?.slice(0, 80)}`,
  ].join('\n')
}

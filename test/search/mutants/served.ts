/** The servers that the live laws judge while a mutant is seeded: plain, with indexes over edits, and real releases. */
import type { World } from '../../../properties/arbitraries/world.ts'
import { servedBy, type WorldServer } from '../../../properties/check/worlds.ts'
import type { ExperimentInput } from '../../../properties/laws/law.ts'
import { editedGraph, PLENTY } from '../../../properties/laws/paths.ts'
import { type BrokenLaws, MEASURED_PROFILES } from '../../../properties/laws/servers.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { LruBudget } from '../../../src/util/cache/lru.ts'

type Serve = (world: World, input: ExperimentInput) => WorldServer

const plain: Serve = ({ graph }) => servedBy(graph, {})

/** A server that keeps indexes and answers, whose entries changed after it had answered. */
const indexed: Serve = ({ graph }, { ask, other, more, dice }) => {
  const asks = [ask, other, ...more].map((seed) => seed(graph))
  const keep = { share: new LruBudget(PLENTY), rows: 0 }
  const before = createReferenceApi(graph, { keep })
  const after = servedBy(editedGraph(graph, asks, dice.slice(1)), { keep })
  return {
    ...after,
    server: async (request) => {
      before.answer(request)
      // The first answer fills the caches that the second one uses.
      await after.server(request)
      return after.server(request)
    },
  }
}

/** A release, which must keep the laws that it was measured to keep. */
const released =
  (profile: string, { laws, broken }: BrokenLaws): Serve =>
  ({ graph }) => ({
    ...servedBy(graph, { profile: { base: profile, reveal: false }, keep: { rows: 0 } }),
    keeps: ({ id }) => laws.includes(id) && broken[profile]?.includes(id) === false,
  })

/** Gives the server of each world. Every second one is plain. */
export function serving(
  measured: BrokenLaws,
): (world: World, input: ExperimentInput, at: number) => WorldServer {
  const real = MEASURED_PROFILES.filter((name) => name.startsWith('strapi-'))
  return (world, input, at) => {
    if (at % 2 === 0) return plain(world, input)
    // Beyond the measured worlds, a release may break more laws than the measurement shows.
    if (at % 4 === 1 || at >= measured.worlds) return indexed(world, input)
    // From the newest release on, with all databases first.
    return released(real.at(-1 - ((at >> 2) % real.length)) ?? '', measured)(world, input)
  }
}

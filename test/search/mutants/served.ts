/**
 * The servers that the live laws test while a mutant is inserted: plain ones, ones with indexes over edited data, and
 * real releases.
 */
import type { World } from '../../../properties/arbitraries/world.ts'
import { servedBy, type WorldServer } from '../../../properties/check/worlds.ts'
import type { ExperimentInput } from '../../../properties/laws/law.ts'
import { editedGraph, PLENTY } from '../../../properties/laws/paths.ts'
import { type BrokenLaws, MEASURED_PROFILES } from '../../../properties/laws/servers.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { LruBudget } from '../../../src/util/cache/lru.ts'

type Serve = (world: World, input: ExperimentInput) => WorldServer

const plain: Serve = ({ graph }) => servedBy(graph, {})

/** A server with indexes and caches, which were filled before its entries were edited. */
const indexed: Serve = ({ graph }, { ask, other, more, dice }) => {
  const asks = [ask, other, ...more].map((seed) => seed(graph))
  const keep = { share: new LruBudget(PLENTY), rows: 0 }
  const before = createReferenceApi(graph, { keep })
  const after = servedBy(editedGraph(graph, asks, dice.slice(1)), { keep })
  return {
    ...after,
    server: async (request) => {
      before.answer(request)
      // The first request fills the caches for the second.
      await after.server(request)
      return after.server(request)
    },
  }
}

/** A server with the profile of a release; it must satisfy the laws that the measured release satisfies. */
const released =
  (profile: string, { laws, broken }: BrokenLaws): Serve =>
  ({ graph }) => ({
    ...servedBy(graph, { profile: { base: profile, reveal: false }, keep: { rows: 0 } }),
    keeps: ({ id }) => laws.includes(id) && broken[profile]?.includes(id) === false,
  })

/** Returns a function that chooses the server for each world. Every second server is plain. */
export function serving(
  measured: BrokenLaws,
): (world: World, input: ExperimentInput, at: number) => WorldServer {
  const real = MEASURED_PROFILES.filter((name) => name.startsWith('strapi-'))
  return (world, input, at) => {
    if (at % 2 === 0) return plain(world, input)
    // Worlds after the measured ones get no release, because it may break further laws there.
    if (at % 4 === 1 || at >= measured.worlds) return indexed(world, input)
    // Starts with the newest release, and with all its databases.
    return released(real.at(-1 - ((at >> 2) % real.length)) ?? '', measured)(world, input)
  }
}

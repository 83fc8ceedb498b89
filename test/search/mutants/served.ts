/**
 * The servers that the live laws test while a mutant is inserted: plain servers, servers with indexes over edited data,
 * and servers of real releases.
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

/** Returns a server whose indexes and caches were filled before its entries were edited. */
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

/** Returns a server with the profile of a release, and the laws that the server must satisfy. */
const released =
  (profile: string, keeps: WorldServer['keeps']): Serve =>
  ({ graph }) => ({
    ...servedBy(graph, { profile: { base: profile, reveal: false }, keep: { rows: 0 } }),
    keeps,
  })

/** Selects the laws that the release satisfied when the laws of all releases were measured. */
const keepsAsMeasured =
  (profile: string, { laws, broken }: BrokenLaws): WorldServer['keeps'] =>
  ({ id }) =>
    laws.includes(id) && broken[profile]?.includes(id) === false

/** Selects the laws that the newest release satisfies in generated worlds beyond the measured ones. */
const keepsAsNewest: WorldServer['keeps'] = ({ unedited }) => unedited !== undefined

/** Returns a function that chooses the server for each world. Every fourth server is plain. */
export function serving(
  measured: BrokenLaws,
): (world: World, input: ExperimentInput, at: number) => WorldServer {
  const real = MEASURED_PROFILES.filter((name) => name.startsWith('strapi-'))
  const release = real.at(-1)?.split('-')[1]
  const newest = real.filter((name) => name.split('-')[1] === release)
  return (world, input, at) => {
    if (at % 4 === 0) return plain(world, input)
    if (at % 4 < 3) return indexed(world, input)
    // In generated worlds beyond the measured number, a release may break laws that it kept in the measured worlds.
    const isMeasured = at < measured.worlds
    // The servers begin with the newest release, on each of its databases.
    const names = isMeasured ? real : newest
    const profile = names.at(-1 - ((at >> 2) % names.length)) ?? ''
    return released(profile, isMeasured ? keepsAsMeasured(profile, measured) : keepsAsNewest)(world, input)
  }
}

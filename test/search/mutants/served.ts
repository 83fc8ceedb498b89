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

/** A release, which must keep some laws. */
const released =
  (profile: string, keeps: WorldServer['keeps']): Serve =>
  ({ graph }) => ({
    ...servedBy(graph, { profile: { base: profile, reveal: false }, keep: { rows: 0 } }),
    keeps,
  })

/** The laws that a release was measured to keep. */
const keepsAsMeasured =
  (profile: string, { laws, broken }: BrokenLaws): WorldServer['keeps'] =>
  ({ id }) =>
    laws.includes(id) && broken[profile]?.includes(id) === false

/** The laws that the newest release keeps on any world. */
const keepsAsNewest: WorldServer['keeps'] = ({ unedited }) => unedited !== undefined

/** Gives the server of each world. Every fourth one is plain. */
export function serving(
  measured: BrokenLaws,
): (world: World, input: ExperimentInput, at: number) => WorldServer {
  const real = MEASURED_PROFILES.filter((name) => name.startsWith('strapi-'))
  const release = real.at(-1)?.split('-')[1]
  const newest = real.filter((name) => name.split('-')[1] === release)
  return (world, input, at) => {
    if (at % 4 === 0) return plain(world, input)
    if (at % 4 < 3) return indexed(world, input)
    // Beyond the measured worlds, a release may break more laws than the measurement shows.
    const isMeasured = at < measured.worlds
    // From the newest release on, with all databases first.
    const names = isMeasured ? real : newest
    const profile = names.at(-1 - ((at >> 2) % names.length)) ?? ''
    return released(profile, isMeasured ? keepsAsMeasured(profile, measured) : keepsAsNewest)(world, input)
  }
}

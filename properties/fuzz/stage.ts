/** Where requests are asked: a graph under a profile, and how much work each answer took. */
import { inspect } from 'node:util'
import { type ApiOptions, type ApiResponse, createContentApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import {
  PROFILES,
  type ProfileName,
  type ProfileOptions,
  profile,
} from '../../src/reference/profile/profile.ts'
import { QUIRK_IDS, QUIRKS, type QuirkId } from '../../src/reference/profile/quirks.ts'
import type { Roll } from '../arbitraries/dice.ts'
import { type Size, sizeOf } from './formula.ts'

/** What was answered, and in how many steps; none where nothing had to be worked out. */
export interface Asked {
  readonly response: ApiResponse
  readonly steps: number
}

export interface Stage {
  /** Of the graph. */
  readonly name: string
  readonly graph: Graph
  readonly size: Size
  readonly profile: ProfileOptions
  /** Whether the profile has a quirk that answers with 500. */
  readonly crashes: boolean
  /** Answers whatever it is handed; throws where the API does. */
  readonly ask: (request: unknown, options?: Pick<ApiOptions, 'budget' | 'cite'>) => Asked
}

const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name)
const BASES: readonly ProfileName[] = Object.keys(PROFILES).filter(isProfileName)

/** A profile as it stands, or with switches turned on and off. */
export function anyProfile(roll: Roll): ProfileOptions {
  const base = roll.chance(40) ? 'documented' : roll.pick(BASES)
  if (roll.chance(60)) return { base }
  const most = roll.pick([1, 5, QUIRK_IDS.length])
  return { base, on: roll.some(QUIRK_IDS, most), off: roll.some(QUIRK_IDS, roll.pick([0, 1, 5])) }
}

const answersWith500 = (id: QuirkId): boolean =>
  QUIRKS[id].kind === 'crash' || /\b500\b|\bfail/.test(QUIRKS[id].real)

export function stageOf(name: string, graph: Graph, chosen: ProfileOptions): Stage {
  const { quirks } = profile(chosen)
  let steps = 0
  const spent = (taken: number): void => {
    steps = taken
  }
  const plain = createContentApi(graph, { profile: chosen, spent })
  return {
    name,
    graph,
    size: sizeOf(graph),
    profile: chosen,
    crashes: [...quirks].some(answersWith500),
    ask: (request, options) => {
      const api =
        options === undefined ? plain : createContentApi(graph, { profile: chosen, spent, ...options })
      steps = 0
      // By way of Reflect: what is handed in need not be of the type of a request.
      const response: ApiResponse = Reflect.apply(api.answer, undefined, [request])
      return { response, steps }
    },
  }
}

/** The stage on one line, so that it can be set up again. */
export function describeStage({ name, profile: { base, on = [], off = [] } }: Stage): string {
  return `${name}, profile ${[base, ...on.map((id) => `+${id}`), ...off.map((id) => `-${id}`)].join(',')}`
}

/** A request on one line, whatever was handed in for one. */
export const showRequest = (request: unknown, length: number): string =>
  inspect(request, { depth: 6, maxStringLength: length, breakLength: Number.POSITIVE_INFINITY })

/** A stage is an API over a graph under a profile, which also counts the steps of each answer. */
import { inspect } from 'node:util'
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import { type ApiOptions, type ApiResponse, createReferenceApi } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { CHANGE_IDS, type Departure } from '../../../src/reference/strapi/changes.ts'
import { type Database, DECISIONS, PLAIN } from '../../../src/reference/strapi/databases/database.ts'
import { DATABASE_NAMES } from '../../../src/reference/strapi/databases/databases.ts'
import { textOfDeparture } from '../../../src/reference/strapi/departure.ts'
import { PROFILES, type ProfileOptions, profile } from '../../../src/reference/strapi/profile.ts'
import { isQuirkId, QUIRK_IDS, QUIRKS } from '../../../src/reference/strapi/quirks.ts'
import { MINORS } from '../../../src/reference/strapi/versions.ts'
import { type GraphSize, sizeOf } from './formula.ts'

/** An answer and its steps; the steps are 0 if the answer came from a cache. */
export interface Spent {
  readonly response: ApiResponse
  readonly steps: number
}

export interface Stage {
  readonly name: string
  readonly graph: Graph
  readonly size: GraphSize
  readonly profile: ProfileOptions
  /** Whether the profile has a switch or a database decision that can answer 500. */
  readonly crashes: boolean
  /** Answers any value as a request. Throws the errors of the API. */
  readonly ask: (request: unknown, options?: Pick<ApiOptions, 'budget' | 'cite'>) => Spent
}

const BASES: readonly string[] = Object.keys(PROFILES)
const SWITCHES: readonly Departure[] = [...QUIRK_IDS, ...CHANGE_IDS]

/**
 * Returns a random profile: a named profile or a release, unchanged or with changed switches and database decisions.
 */
export function anyProfile(roll: Roll): ProfileOptions {
  const release = `strapi-${roll.pick(MINORS)}-${roll.pick(DATABASE_NAMES.filter((name) => name !== 'plain'))}`
  const base = roll.chance(40) ? 'documented' : roll.chance(50) ? release : roll.pick(BASES)
  if (roll.chance(60)) return { base }
  const most = roll.pick([1, 5, SWITCHES.length])
  const taken = roll.some(DECISIONS, roll.pick([0, 1, DECISIONS.length]))
  return {
    base,
    on: roll.some(SWITCHES, most),
    off: roll.some(SWITCHES, roll.pick([0, 1, 5])),
    as: Object.fromEntries(taken.map((decision) => [decision, roll.pick(DATABASE_NAMES)])),
  }
}

const answersWith500 = (id: Departure): boolean =>
  (isQuirkId(id) && QUIRKS[id].kind === 'crash') || /\b500\b|\bfail|error/.test(textOfDeparture(id).on)

/** Returns whether a database answers 500 to some requests for which the guide defines an answer. */
const failsAtTimes = ({ errors, nul, counts, repeats, superset }: Database): boolean =>
  errors !== PLAIN.errors ||
  nul === 'fails' ||
  counts === 'alone' ||
  repeats === 'fails' ||
  superset !== PLAIN.superset

export function stageOf(name: string, graph: Graph, chosen: ProfileOptions): Stage {
  const { quirks, changes, database } = profile(chosen)
  let steps = 0
  const spent = (taken: number): void => {
    steps = taken
  }
  const plain = createReferenceApi(graph, { profile: chosen, spent })
  return {
    name,
    graph,
    size: sizeOf(graph),
    profile: chosen,
    crashes: [...quirks, ...changes].some(answersWith500) || failsAtTimes(database),
    ask: (request, options) => {
      const api =
        options === undefined ? plain : createReferenceApi(graph, { profile: chosen, spent, ...options })
      steps = 0
      // `Reflect` passes a value that may not be a request.
      const response: ApiResponse = Reflect.apply(api.answer, undefined, [request])
      return { response, steps }
    },
  }
}

/** Returns a text of one line from which the stage can be rebuilt. */
export function describeStage({ name, profile: { base, on = [], off = [], as = {} } }: Stage): string {
  const taken = Object.entries(as).map(([decision, from]) => `${decision}=${from}`)
  const changes = [...on.map((id) => `+${id}`), ...off.map((id) => `-${id}`), ...taken]
  return `${name}, profile ${[base, ...changes].join(',')}`
}

/** Returns a value that was passed as a request, as a text of one line. */
export const showRequest = (request: unknown, length: number): string =>
  inspect(request, { depth: 6, maxStringLength: length, breakLength: Number.POSITIVE_INFINITY })

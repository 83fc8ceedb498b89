/** What a law is, and what is needed to state one. */

import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { RuleId } from '../../src/reference/rules.ts'
import type { Json } from '../../src/util/json.ts'
import { type Dice, dice } from '../arbitraries/dice.ts'
import { type AskSeed, seeds } from '../arbitraries/request.ts'
import type { World } from '../arbitraries/world.ts'

export type LawKind =
  | 'shape'
  | 'law'
  | 'round trip'
  | 'totality'
  | 'frame'
  | 'security'
  | 'second opinion'
  | 'explanation'

interface LawHead {
  readonly id: string
  readonly kind: LawKind
  readonly rules: readonly RuleId[]
  /** One sentence. */
  readonly says: string
  /** What of a server the law looks at: its entries, where this is left out, whole lists of them, or any answers. */
  readonly looksAt?: 'entries' | 'lists' | 'answers'
  /** What is missing where luck never brings anything that the law speaks of, as a clause. */
  readonly lacking?: string
  /**
   * Which real servers keep the law with all their quirks, on every database: those of every release, or of the newest.
   * Where this is left out some break it, and only a server that is as documented is held to it.
   */
  readonly kept?: 'by every server' | 'by the newest'
  /** The law asks for what may take a server long: it is not for servers of others. */
  readonly stresses?: true
}

/** What is wrong, or undefined if nothing is. */
export type Fault = string | undefined

/** A response as a law looks at it. */
export interface Reply extends ApiResponse {
  /** The body as JSON; undefined where it is none. */
  readonly json: Json | undefined
  readonly milliseconds: number
}

/** Requests, and what their answers must have to do with each other. */
export interface Experiment {
  readonly requests: readonly ApiRequest[]
  readonly judge: (replies: readonly Reply[]) => Fault
}

/** What an experiment is made of besides the graph: requests yet to be fitted to it, and dice for the rest. */
export interface Luck {
  readonly ask: AskSeed
  readonly other: AskSeed
  /** As many more as luck has it. */
  readonly more: readonly AskSeed[]
  readonly dice: Dice
}

/** A law that only looks at answers: it holds for any server of the same schema, over HTTP as well. */
export interface LiveLaw extends LawHead {
  readonly scope: 'live'
  /** undefined where luck brought nothing that the law speaks of. */
  readonly experiment: (graph: Graph, luck: Luck) => Experiment | undefined
}

/** A law that looks at the dataset, or at two of them. */
export interface WorldLaw extends LawHead {
  readonly scope: 'world'
  readonly experiment: (world: World, luck: Luck) => WorldExperiment | undefined
}

export interface WorldExperiment {
  readonly requests: readonly ApiRequest[]
  /** The second dataset, where there is one. */
  readonly changed?: DatasetFiles
  readonly fault: () => Fault
}

export type Law = LiveLaw | WorldLaw

export const lucks: fc.Arbitrary<Luck> = fc.record({
  ask: seeds,
  other: seeds,
  more: fc.array(seeds, { maxLength: 6, size: 'max' }),
  dice: dice(80),
})

/** A law without its scope, as the files of laws write it. */
export const live = (law: Omit<LiveLaw, 'scope'>): LiveLaw => ({ scope: 'live', ...law })
export const world = (law: Omit<WorldLaw, 'scope'>): WorldLaw => ({ scope: 'world', ...law })

/** The response with its body read. */
export function replyOf(response: ApiResponse, milliseconds: number): Reply {
  return { ...response, json: parsed(response.body), milliseconds }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Equality of JSON, whatever the order of keys. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

/** A fault that shows two things side by side, unless they are the same. */
export function expectSame(what: string, a: Json | undefined, b: Json | undefined): Fault {
  return same(a, b) ? undefined : `${what}:\n  ${shown(a)}\n  ${shown(b)}`
}

const shown = (json: Json | undefined): string => (JSON.stringify(json) ?? 'nothing').slice(0, 1500)

/** The types of laws, and helpers to define laws. */

import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { RuleId } from '../../src/reference/rules.ts'
import type { Json } from '../../src/util/json.ts'
import { firstDifference, partAround } from '../../src/util/text/cut.ts'
import { type Dice, dice } from '../arbitraries/dice.ts'
import { type AskSeed, seeds } from '../arbitraries/request.ts'
import type { World } from '../arbitraries/world.ts'
import type { Subject } from './subject.ts'

export type LawKind =
  | 'shape'
  | 'law'
  | 'round trip'
  | 'totality'
  | 'frame'
  | 'security'
  | 'second opinion'
  | 'explanation'

export interface LawHead {
  readonly id: string
  readonly kind: LawKind
  readonly rules: readonly RuleId[]
  /** The text of the law. */
  readonly says: string
  /**
   * The answers that count as evidence for the law: answers with entries (default), answers with whole lists, or all
   * answers.
   */
  readonly looksAt?: 'entries' | 'lists' | 'answers'
  /**
   * The reason why no experiment of the law is possible with a schema, such as a missing kind of attribute. The report
   * prints this reason.
   */
  readonly lacking?: string
  /**
   * The real servers that keep the law on every database in spite of all quirks: servers of every release, or only of
   * the newest release. If `unedited` is absent, only the profile `documented` must keep the law.
   */
  readonly unedited?: 'by every server' | 'by the newest'
  /**
   * Set if the law sends expensive requests. Such a law does not run by default on servers that may belong to other
   * people.
   */
  readonly stresses?: true
}

/** The description of a violation; undefined if the law holds. */
export type Fault = string | undefined

/** A response with its parsed body. */
export interface Reply extends ApiResponse {
  /** The parsed body; undefined for a body that is not JSON. */
  readonly json: Json | undefined
  readonly milliseconds: number
}

/** An experiment: requests, and a function that judges the answers. */
export interface Experiment {
  readonly requests: readonly ApiRequest[]
  /** Returns further requests, which depend on the replies to `requests`. */
  readonly follow?: (replies: readonly Reply[]) => readonly ApiRequest[]
  /** Judges the replies to all requests, in the order of the requests, and returns the fault. */
  readonly judge: (replies: readonly Reply[]) => Fault
}

/** The random input of an experiment: generated requests, which fit any graph, and dice (random numbers). */
export interface ExperimentInput {
  readonly ask: AskSeed
  readonly other: AskSeed
  /** Further generated requests; their number is random. */
  readonly more: readonly AskSeed[]
  readonly dice: Dice
}

/** A law about answers only. The law holds for any server with the schema of the graph, also over HTTP. */
export interface LiveLaw extends LawHead {
  readonly scope: 'live'
  /** Returns the experiment for an input; undefined if the input does not fit the law. */
  readonly experiment: (graph: Graph, input: ExperimentInput) => Experiment | undefined
}

/** A law about the answers of an implementation over one or two generated datasets. */
export interface WorldLaw extends LawHead {
  readonly scope: 'world'
  readonly experiment: (world: World, input: ExperimentInput) => WorldExperiment | undefined
}

export interface WorldExperiment {
  readonly requests: readonly ApiRequest[]
  /** The second dataset, if the law compares two datasets. */
  readonly changed?: DatasetFiles
  /** Judges the reference implementation, or the implementation `subject`, and returns the fault. */
  readonly fault: (subject?: Subject) => Fault
}

export type Law = LiveLaw | WorldLaw

export const experimentInputs: fc.Arbitrary<ExperimentInput> = fc.record({
  ask: seeds,
  other: seeds,
  more: fc.array(seeds, { maxLength: 6, size: 'max' }),
  dice: dice(240),
})

/** A law that a user of the package defines: an id, a text and an experiment. */
export interface OwnLaw extends Pick<LiveLaw, 'id' | 'says' | 'experiment' | 'looksAt' | 'lacking'> {}

/**
 * Makes a law of your own for the functions `checkLaw`, `checkServer` and `asProperty`.
 *
 * ```ts
 * const cached = law({
 *   id: 'own.cached',
 *   says: 'The same request twice gives the same bytes.',
 *   experiment: (graph, { ask }) => {
 *     const request = requestOf(ask(graph))
 *     return { requests: [request, request], judge: ([a, b]) => (a?.body === b?.body ? undefined : 'they differ') }
 *   },
 * })
 * ```
 */
export const law = (own: OwnLaw): LiveLaw => live({ kind: 'law', rules: [], ...own })

export const live = (law: Omit<LiveLaw, 'scope'>): LiveLaw => ({ scope: 'live', ...law })
export const world = (law: Omit<WorldLaw, 'scope'>): WorldLaw => ({ scope: 'world', ...law })

/** Returns a response with its parsed body and its duration. */
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

/** Returns whether two values are deeply equal; the order of object keys has no effect. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

/** The maximum number of characters of a value that the text of a fault shows. */
const WIDEST = 500

/**
 * Returns a fault that prints both values, unless the values are equal. Long values are shortened to the part around
 * their first difference.
 */
export function expectSame(what: string, a: Json | undefined, b: Json | undefined): Fault {
  if (same(a, b)) return undefined
  const [one, other] = [shown(a), shown(b)]
  const at = firstDifference(one, other)
  return `${what}:\n  ${partAround(one, at, WIDEST)}\n  ${partAround(other, at, WIDEST)}`
}

const shown = (json: Json | undefined): string => JSON.stringify(json) ?? 'nothing'

/**
 * What an explanation holds: the request as it was understood, where the rows of each place of the answer come from, and
 * for everything that could have come and did not, the first reason that kept it out. Plain data, the same for whoever
 * shows it: a terminal, a page, a test.
 */
import type { RuleId } from '../reference/rules.ts'

export interface Explanation {
  readonly request: RequestRead
  readonly answer: { readonly status: number; readonly characters: number }
  /** Why the request is refused; null for one that is answered. */
  readonly refused: RefusalExplained | null
  /** What was written, parameter by parameter, in the order written. */
  readonly parameters: readonly ParameterRead[]
  /** The places of the answer, each after the one above it; none for a request that is refused. */
  readonly places: readonly Place[]
  /** Whether there are more places than are told of. */
  readonly hasMorePlaces: boolean
  /** The rules that the answer follows, each once, with the first part of the answer that each is about. */
  readonly rules: readonly RuleFollowed[]
  /** Told to a developer alone: it counts what the role may not see. */
  readonly cost: Cost | null
}

export interface RequestRead {
  readonly method: string
  readonly url: string
  /** The uid of the type that is asked for; null for a path that leads to none. */
  readonly type: string | null
  readonly target: 'list' | 'document' | 'single' | null
  /** The name of the role that asks; null for a token that nobody was given. */
  readonly role: string | null
  readonly profile: string
}

/** One root parameter. */
export interface ParameterRead {
  readonly name: string
  /** As it stands in the URL, decoded: `populate=author,cover`. */
  readonly written: string
  /** The same without sugar: `populate[author]=true&populate[cover]=true`; as written where it has none. */
  readonly means: string
  /** What the short form was read as, in a sentence; null where nothing was short. */
  readonly note: string | null
}

/** The entries of one model at one part of the answer. */
export interface Place {
  /** `data`, `data.author`, `data.blocks`: names without positions. */
  readonly at: string
  /** The position of the place above in the list of places; null for `data`. */
  readonly above: number | null
  readonly attribute: string | null
  /** The uid of the content type or component. */
  readonly model: string
  readonly isMany: boolean
  /** How many different entries are shown here. */
  readonly entries: number
  /** How many rows there were, and how many each step left, in the order of the steps. */
  readonly steps: readonly StepTaken[]
  /** `views desc, then by id` */
  readonly order: string
  /** What is shown, in the order of the answer. */
  readonly shown: readonly string[]
  /** Every other attribute of the model, and each that is there with something missing in it. */
  readonly absent: readonly Absent[]
  /** Entries that the page does not show, or that a populate leaves out; the first of them, with why. */
  readonly keptBack: readonly KeptBack[]
}

export interface StepTaken {
  readonly step: 'rows' | 'linked' | 'document' | 'kind' | 'status' | 'locale' | 'filter' | 'search' | 'page'
  /** `status published`, `name $eq "Ann"`, `page 2 of 25` */
  readonly says: string
  readonly left: number
  /** How the rows were found, where this step finds them. */
  readonly access?: 'scan' | 'documentId' | 'links'
}

/** Why an attribute is not there, in the order in which it is decided: the first that holds is told. */
export const REASONS = [
  'unknown',
  'private',
  'never-answered',
  'role',
  'kind',
  'fields',
  'not-populated',
  'nothing-linked',
  'no-value',
  'draft',
  'published',
  'locale',
  'filter',
  'search',
  'page',
  'limit',
  'count',
  'profile',
] as const
export type Reason = (typeof REASONS)[number]

export interface Absent {
  readonly attribute: string
  readonly reason: Reason
  readonly sentence: string
  /** The rule that keeps it out; null where there is no more to say than that nothing is there. */
  readonly rule: RuleId | null
  /** The entries of the place that lack it, of how many; all of them where it can be in none. */
  readonly entries: number
  /** The smallest change that would show it, or that would change the reason; null where nothing does. */
  readonly change: Change | null
}

/** A row that is there and not shown. */
export interface KeptBack {
  readonly model: string
  readonly id: number
  readonly documentId: string | null
  readonly locale: string | null
  readonly status: 'draft' | 'published' | null
  /** The attribute of the place above that links to it; null for a row of the list itself. */
  readonly attribute: string | null
  readonly reason: Reason
  readonly sentence: string
  /** The rules that keep it out, those that say most about it first; none where there is no rule to name. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

export type Change =
  /** Another request: what is said otherwise, and the whole URL. */
  | { readonly kind: 'request'; readonly parameter: string; readonly url: string }
  /** A permission of the role that asks. */
  | { readonly kind: 'permission'; readonly role: string; readonly action: string }

export interface RuleFollowed {
  readonly id: RuleId
  readonly says: string
  /** `data.author`; null for a rule of the answer as a whole. */
  readonly at: string | null
}

export interface RefusalExplained {
  readonly status: number
  readonly message: string
  /** The rule that refuses; null where a server of the profile fails for another reason. */
  readonly rule: RuleId | null
  readonly says: string | null
  /** The parameter at fault, and the name in it; null where the fault is in no one place. */
  readonly parameter: string | null
  readonly key: string | null
  /** What may stand there. */
  readonly expected: readonly string[]
  /** Of those the nearest to what was written, nearest first. */
  readonly nearest: readonly string[]
  /** A sentence that says what to do. */
  readonly advice: string
  /** The same request with the nearest name in place, and answered; null where none is. */
  readonly corrected: string | null
}

export interface Cost {
  /** Rows looked at, links followed, values written, comparisons made. */
  readonly steps: number
}

/** One path of an answer, and why it is there or not. */
export interface Why {
  /** `data.0.author.email` */
  readonly path: string
  readonly isThere: boolean
  /** null where it is there. */
  readonly reason: Reason | null
  readonly sentence: string
  /** The rules that keep it out, those that say most about it first; none where it is there. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

/** What another profile answers to the same request, or that nobody worked it out. */
export type Otherwise = OtherAnswer | LeftOut

interface OtherProfile {
  /** The departure that makes the difference; null for the profile as a whole. */
  readonly departure: string | null
  readonly says: string
}

export interface OtherAnswer extends OtherProfile {
  readonly status: number
  /** Where the two answers differ first, and what stands there. */
  readonly at: string
  readonly here: string
  readonly there: string
}

/** A profile whose answer is unknown: those before it took the steps that all profiles of a request may take together. */
export interface LeftOut extends OtherProfile {
  readonly status: null
  /** The steps that they may take. */
  readonly budget: number
}

export const isAnswered = (other: Otherwise): other is OtherAnswer => other.status !== null

/** Names the profiles that are left out, and says why; null if there are none. */
export function leftOutText(found: readonly Otherwise[]): string | null {
  const left = found.flatMap((other) => (isAnswered(other) ? [] : [other]))
  const [first] = left
  if (first === undefined) return null
  const names = left.map(({ departure, says }) => departure ?? says)
  const why = `as all profiles of a request together may take ${first.budget} steps`
  return `Left out, ${why}: ${names.join(', ')}`
}

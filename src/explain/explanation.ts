/**
 * The types of an explanation: how the request was read, where the rows of each place come from, and the first
 * reason for everything absent. Plain data, so that a terminal, a page and a test can all use it.
 */
import type { CodeChange, CodePlace } from '../reference/code-effect.ts'
import type { RuleId } from '../reference/rules.ts'

export interface Explanation {
  readonly request: RequestRead
  readonly answer: { readonly status: number; readonly characters: number }
  /** Why the request is refused; null for an accepted request. */
  readonly refused: RefusalExplained | null
  /** The parameters in the order of the request. */
  readonly parameters: readonly ParameterRead[]
  /** The places of the answer, parents before children; empty for a refused request. */
  readonly places: readonly Place[]
  /** Whether `places` was cut off. */
  readonly hasMorePlaces: boolean
  /** The rules that the answer follows, each once, with the first part of the answer that it concerns. */
  readonly rules: readonly RuleFollowed[]
  /** Only for developers, because it counts rows that the role may not see. */
  readonly cost: Cost | null
  /** The part of the project's own code; absent if no code took part. */
  readonly code?: CodeExplained
}

/** The part that a project's own code took in an answer. */
export interface CodeExplained {
  /** The code that ran, in order. */
  readonly ran: readonly CodePlace[]
  /** The URL of the request that the content API received; null if the code answered alone. */
  readonly received: string | null
  /** The code that answered without the content API; null if the content API took part, or if no code is known. */
  readonly answeredBy: CodePlace | null
  /** The root parameters that the code added, changed or removed, each with the last place. */
  readonly parameters: readonly CodeParameter[]
  /** Every change in order: of the request, then of the answer. */
  readonly changes: readonly CodeChange[]
}

export interface CodeParameter {
  readonly name: string
  readonly kind: CodeChange['kind']
  readonly setBy: CodePlace
}

/** The decision of a project's own code about one part of a request. All members are absent without such code. */
export interface CodeSays {
  /** The code that set the parameter behind it, or that changed the answer. */
  readonly setBy?: CodePlace
  /** The code that overrides each request that would change it. */
  readonly decidedBy?: CodePlace
  /** Unverified requests. `change` names one of them after a run through the code shows that it helps. */
  readonly toTry?: readonly RequestChange[]
}

export interface RequestRead {
  readonly method: string
  readonly url: string
  /** The uid of the requested type; null for an unknown path. */
  readonly type: string | null
  readonly target: 'list' | 'document' | 'single' | null
  /** The permission of the plugin's endpoint that answers: `plugin::upload.content-api.find`. */
  readonly endpoint?: string
  /** The role of the request; null for an unknown token. */
  readonly role: string | null
  readonly profile: string
}

/** One root parameter. */
export interface ParameterRead {
  readonly name: string
  /** As in the URL, decoded: `populate=author,cover`. */
  readonly written: string
  /** The long form, `populate[author]=true&populate[cover]=true`; equal to `written` if there is none. */
  readonly means: string
  /** A sentence that explains the short form; null if `written` is the long form. */
  readonly note: string | null
  /** The project's own code that set it; absent if the caller did. */
  readonly setBy?: CodePlace
}

/** The entries of one model at one part of the answer. */
export interface Place {
  /** `data`, `data.author`, `data.blocks`: names without positions. */
  readonly at: string
  /** The index of the parent place in `places`; null for `data`. */
  readonly above: number | null
  readonly attribute: string | null
  /** The uid of the content type or component. */
  readonly model: string
  readonly isMany: boolean
  /** The number of different entries at this place. */
  readonly entries: number
  /** The number of rows before the first step and after each one, in evaluation order. */
  readonly steps: readonly StepTaken[]
  /** `views desc, then by id` */
  readonly order: string
  /** The names that the entries show, in the order of the answer. */
  readonly shown: readonly string[]
  /** Every attribute that no entry shows, and each that some entries lack. */
  readonly absent: readonly Absent[]
  /** The first entries that the page or a populate leaves out, with the reason. */
  readonly keptBack: readonly KeptBack[]
}

export interface StepTaken {
  readonly step: 'rows' | 'linked' | 'document' | 'kind' | 'status' | 'locale' | 'filter' | 'search' | 'page'
  /** `status published`, `name $eq "Ann"`, `page 2 of 25` */
  readonly says: string
  readonly left: number
  /** How the rows were found; only on the step that finds them. */
  readonly access?: 'scan' | 'documentId' | 'links'
}

/** Why an attribute is absent, in evaluation order. An explanation reports the first that holds. */
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
  'code',
] as const
export type Reason = (typeof REASONS)[number]

export interface Absent extends CodeSays {
  readonly attribute: string
  readonly reason: Reason
  readonly sentence: string
  /** The rule that excludes it; null if there is simply no value. */
  readonly rule: RuleId | null
  /** How many entries of the place lack it. */
  readonly entries: number
  /** The smallest change that shows it or changes the reason; null if there is none. */
  readonly change: Change | null
}

/** A row that exists but is not shown. */
export interface KeptBack extends CodeSays {
  readonly model: string
  readonly id: number
  readonly documentId: string | null
  readonly locale: string | null
  readonly status: 'draft' | 'published' | null
  /** The attribute of the parent place that links to it; null for a row of the list itself. */
  readonly attribute: string | null
  readonly reason: Reason
  readonly sentence: string
  /** The rules that exclude it, most specific first; may be empty. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

/** Another request: the changed parameter and the whole URL. */
export interface RequestChange {
  readonly kind: 'request'
  readonly parameter: string
  readonly url: string
}

export type Change =
  | RequestChange
  /** A permission for the role of the request. */
  | { readonly kind: 'permission'; readonly role: string; readonly action: string }

export interface RuleFollowed {
  readonly id: RuleId
  readonly says: string
  /** `data.author`; null for a rule about the whole answer. */
  readonly at: string | null
}

export interface RefusalExplained extends CodeSays {
  readonly status: number
  readonly message: string
  /** The rule that refuses; null if the server of the profile fails for another reason. */
  readonly rule: RuleId | null
  readonly says: string | null
  /** The wrong parameter and the wrong name in it; null if the fault has no single place. */
  readonly parameter: string | null
  readonly key: string | null
  /** The names that the parser accepts there. */
  readonly expected: readonly string[]
  /** The expected names most like `key`, best first. */
  readonly nearest: readonly string[]
  /** One sentence with the next step for the reader. */
  readonly advice: string
  /** The URL with the nearest name in place, if that request succeeds; null otherwise. */
  readonly corrected: string | null
}

export interface Cost {
  /** Rows read, links followed, values written, comparisons made. */
  readonly steps: number
}

/** One path of an answer, and why it is there or not. */
export interface Why extends CodeSays {
  /** `data.0.author.email` */
  readonly path: string
  readonly isThere: boolean
  /** null if a value is there. The reason for null or an empty list names what they lack. */
  readonly reason: Reason | null
  readonly sentence: string
  /** The rules that exclude it, most specific first; empty if the path is there. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

/** A different answer of another profile, or a profile that the budget left out. */
export type Otherwise = OtherAnswer | LeftOut

interface OtherProfile {
  /** The departure that makes the difference; null for a whole profile. */
  readonly departure: string | null
  readonly says: string
}

export interface OtherAnswer extends OtherProfile {
  readonly status: number
  /** The first difference between the two answers: its path and both values. */
  readonly at: string
  readonly here: string
  readonly there: string
}

/** A profile without an answer: earlier profiles used up the steps that all profiles of a request share. */
export interface LeftOut extends OtherProfile {
  readonly status: null
  /** The shared number of steps. */
  readonly budget: number
}

export const isAnswered = (other: Otherwise): other is OtherAnswer => other.status !== null

/** Lists the profiles that the budget left out, with the reason; null if there are none. */
export function leftOutText(found: readonly Otherwise[]): string | null {
  const left = found.flatMap((other) => (isAnswered(other) ? [] : [other]))
  const [first] = left
  if (first === undefined) return null
  const names = left.map(({ departure, says }) => departure ?? says)
  const why = `because the budget for all profiles of a request is ${first.budget} steps`
  return `Omitted profiles, ${why}: ${names.join(', ')}`
}

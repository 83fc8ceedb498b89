/**
 * The types of an explanation. An explanation states the meaning of the request, the rows of each part of the
 * answer, and the reasons for absent data. Explanations are plain data, for use in a terminal, a web page or a test.
 */
import type { CodeChange, CodePlace, ShadowedRoute } from '../reference/code-effect.ts'
import type { RuleId } from '../reference/rules.ts'

export interface Explanation {
  readonly request: RequestRead
  readonly answer: { readonly status: number; readonly characters: number }
  /** The reason why the request is refused; null for an accepted request. */
  readonly refused: RefusalExplained | null
  /** The query parameters in the order of the request. */
  readonly parameters: readonly ParameterRead[]
  /**
   * The parts of the answer, each part before the parts below it; empty for a refused request. Each part contains
   * all entries of one model at one path of the answer.
   */
  readonly places: readonly Place[]
  /** Whether `places` is incomplete, because the answer has more parts than an explanation may list. */
  readonly hasMorePlaces: boolean
  /** The rules that the answer follows, each once, with the first path of the answer that the rule concerns. */
  readonly rules: readonly RuleFollowed[]
  /**
   * The number of evaluation steps that the answer took. Only an explanation for a developer contains this number,
   * because it depends on rows that the role may not see. In every other explanation, `cost` is null.
   */
  readonly cost: Cost | null
  /** The effect of the project's own code; absent if no code of the project ran. */
  readonly code?: CodeExplained
}

/** The effect of a project's own code on a request and its answer. */
export interface CodeExplained {
  /** The places in the project's code that ran, in the order in which they ran. */
  readonly ran: readonly CodePlace[]
  /**
   * The URL that the content API received. The URL is null if the request did not reach the content API: the project's
   * code or a plugin endpoint answered, or the path has no route.
   */
  readonly received: string | null
  /**
   * The project's code that answered without the content API. The value is null if the content API or a plugin
   * endpoint answered, if the path has no route, or if the code is unknown.
   */
  readonly answeredBy: CodePlace | null
  /** The root parameters that the project's code changed, each with the code that changed the parameter last. */
  readonly parameters: readonly CodeParameter[]
  /**
   * The first 200 changes by the project's code, in the order in which the code made them. Changes of the request come
   * before changes of the answer.
   */
  readonly changes: readonly CodeChange[]
  /** The route of the project that would answer the request if an earlier route did not answer it. */
  readonly shadowed?: ShadowedRoute
}

export interface CodeParameter {
  readonly name: string
  readonly kind: CodeChange['kind']
  readonly setBy: CodePlace
}

/**
 * The project's own code that causes an absence or a refusal. The object `CodeSays` is empty if no code of the
 * project causes the absence or refusal.
 */
export interface CodeSays {
  /** The project's code that set the responsible parameter, or that changed the answer. */
  readonly setBy?: CodePlace
  /** The project's code that overrides every proposed request. */
  readonly decidedBy?: CodePlace
  /** Proposed requests that no run through the project's code has verified. A verified request moves to `change`. */
  readonly toTry?: readonly RequestChange[]
}

export interface RequestRead {
  readonly method: string
  readonly url: string
  /** The uid of the requested content type; null for an unknown path. */
  readonly type: string | null
  readonly target: 'list' | 'document' | 'single' | null
  /** The permission of the plugin's endpoint, if an endpoint answers: `plugin::upload.content-api.find`. */
  readonly endpoint?: string
  /** The role of the caller; null for a caller without a role, such as with an unknown token. */
  readonly role: string | null
  readonly profile: string
}

/** One root parameter. */
export interface ParameterRead {
  readonly name: string
  /** The parameter in readable form, such as `populate=author,cover`, shortened to 2,000 characters. */
  readonly written: string
  /** The long form, such as `populate[author]=true`. A parameter without a long form has the text of `written`. */
  readonly means: string
  /** A sentence that explains the short form of the parameter; null if `written` is already the long form. */
  readonly note: string | null
  /** The project's own code that set the parameter; absent if the caller set it. */
  readonly setBy?: CodePlace
}

/** All entries of one model at the same path of the answer. */
export interface Place {
  /** The path of the entries in the answer, without list positions: `data`, `data.author`, `data.blocks`. */
  readonly at: string
  /** The index in `places` of the place that contains this place; null for the place `data`. */
  readonly above: number | null
  readonly attribute: string | null
  /** The uid of the content type or component to which the entries belong. */
  readonly model: string
  readonly isMany: boolean
  /** The number of different entries at the path `at` of the answer. */
  readonly entries: number
  /**
   * The steps that select the rows, in evaluation order, each with the number of rows that remain after the step.
   * The first step finds all rows, and each further step excludes rows.
   */
  readonly steps: readonly StepTaken[]
  /** The order of the entries: `views desc, then by id`. */
  readonly order: string
  /** The names of the attributes that the entries show, in the order of the answer. */
  readonly shown: readonly string[]
  /** The attributes that at least one entry at the path `at` lacks. */
  readonly absent: readonly Absent[]
  /** The first of the rows that the answer hides, each with the reason. */
  readonly keptBack: readonly KeptBack[]
}

export interface StepTaken {
  readonly step: 'rows' | 'linked' | 'document' | 'kind' | 'status' | 'locale' | 'filter' | 'search' | 'page'
  /** The selection step as text, such as `status published`, `name $eq "Ann"` or `entries 26 to 50`. */
  readonly says: string
  readonly left: number
  /** The method that a step uses to find the rows; present only on the first step. */
  readonly access?: 'scan' | 'documentId' | 'links'
}

/**
 * The reasons why an attribute or a row can be absent, in evaluation order. If several of these reasons apply, an
 * explanation reports the earliest one in the list.
 */
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
  /** The rule that excludes the attribute; null if no rule does, for example if the attribute is empty. */
  readonly rule: RuleId | null
  /** The number of entries at one path of the answer that lack the attribute. */
  readonly entries: number
  /**
   * The smallest change of the request or of the permissions that makes the attribute appear, or that removes the
   * first reason for its absence. If no change helps, `change` is null.
   */
  readonly change: Change | null
}

/** A row that exists, but that the answer does not show. */
export interface KeptBack extends CodeSays {
  readonly model: string
  readonly id: number
  readonly documentId: string | null
  readonly locale: string | null
  readonly status: 'draft' | 'published' | null
  /** The attribute that links to the row; null for a row of the root list. */
  readonly attribute: string | null
  readonly reason: Reason
  readonly sentence: string
  /** The rules that exclude the row from the answer, most specific first; may be empty. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

/** A proposed request: the query parameter that changes, and the URL of the whole proposed request. */
export interface RequestChange {
  readonly kind: 'request'
  readonly parameter: string
  readonly url: string
}

export type Change =
  | RequestChange
  /** A proposal to grant the permission `action` to the role of the request. */
  | { readonly kind: 'permission'; readonly role: string; readonly action: string }

export interface RuleFollowed {
  readonly id: RuleId
  readonly says: string
  /** The path that the rule concerns, such as `data.author`; null means the whole answer. */
  readonly at: string | null
}

export interface RefusalExplained extends CodeSays {
  readonly status: number
  readonly message: string
  /** The rule that refuses the request; null if no rule does, for example if the server fails. */
  readonly rule: RuleId | null
  readonly says: string | null
  /**
   * The wrong parameter of the query. The member `key` is the wrong name inside the parameter. Both `parameter` and
   * `key` are null if the error does not concern a single name.
   */
  readonly parameter: string | null
  readonly key: string | null
  /** The names that the query may use in place of the wrong name `key`. */
  readonly expected: readonly string[]
  /** The names of `expected` that are most similar to the wrong name `key`, best first. */
  readonly nearest: readonly string[]
  /** One sentence with the next step for the sender of the refused request. */
  readonly advice: string
  /** The URL with one of the nearest names in place of `key`; null if no request with such a URL succeeds. */
  readonly corrected: string | null
}

export interface Cost {
  /** The number of evaluation steps: rows read, links followed, values written and comparisons made. */
  readonly steps: number
}

/** The explanation for one path of an answer: whether the answer has the path, and the reason. */
export interface Why extends CodeSays {
  /** The explained path, such as `data.0.author.email`. */
  readonly path: string
  readonly isThere: boolean
  /** The reason why the value at the path is missing, null or an empty list; null for any other value. */
  readonly reason: Reason | null
  readonly sentence: string
  /** The rules that exclude the value at the path; the most specific rule is the first. */
  readonly rules: readonly RuleId[]
  readonly change: Change | null
}

/**
 * The result for another profile: a different answer, or the information that the profile was not tried because the
 * budget of steps was used up.
 */
export type Otherwise = OtherAnswer | LeftOut

interface OtherProfile {
  /** The departure that causes the difference between the answers; null if several departures cause the difference. */
  readonly departure: string | null
  readonly says: string
}

export interface OtherAnswer extends OtherProfile {
  readonly status: number
  /** The path of the first difference between this profile's answer (`here`) and the other answer (`there`). */
  readonly at: string
  readonly here: string
  readonly there: string
}

/** A profile that was not tried, because earlier profiles used up the shared budget of steps. */
export interface LeftOut extends OtherProfile {
  readonly status: null
  /** The maximum number of evaluation steps for all profiles of one request together. */
  readonly budget: number
}

export const isAnswered = (other: Otherwise): other is OtherAnswer => other.status !== null

/** Names the profiles that were not tried, with the reason, in one sentence; null if every profile was tried. */
export function leftOutText(found: readonly Otherwise[]): string | null {
  const left = found.flatMap((other) => (isAnswered(other) ? [] : [other]))
  const [first] = left
  if (first === undefined) return null
  const names = left.map(({ departure, says }) => departure ?? says)
  const why = `because the budget for all profiles of a request is ${first.budget} steps`
  return `Omitted profiles, ${why}: ${names.join(', ')}`
}

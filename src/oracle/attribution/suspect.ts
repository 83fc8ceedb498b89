/** A suspect: a rule that may explain a mismatch, with the kind of the mismatch. */
import type { Explainer } from '../../explain/explain.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange, Session } from '../exchange/session.ts'

export interface Suspect {
  /** The rule that the target may break; null if the target failed or did not answer. */
  readonly rule: CheckedRule | null
  /**
   * The kind of mismatch, such as `entries`, `order` or `status 400 → 200`. All findings of a cause have the same kind.
   */
  readonly kind: string
  /** The sentence that a report prints instead of the sentence that states the rule. */
  readonly says?: string
  /**
   * Whether the suspect is a misreading of a request that the reference refuses. The target misreads such a request
   * before it checks the request.
   */
  readonly isUnchecked?: boolean
  /** Whether a single right answer refutes the suspect. */
  readonly isExact?: boolean
}

/** The facts about a mismatch from which the check finds suspects. */
export interface SuspectContext {
  readonly session: Session
  readonly exchange: Exchange
  readonly explainer: Explainer
}

/**
 * The HTTP statuses that mean a failure of the server. The statuses 501 and 505 are absent, because they reject
 * unsupported requests.
 */
const CRASHES: ReadonlySet<number> = new Set([500, 502, 503, 504])
const CRASH = 'the server failed'

/**
 * Returns whether the strongest suspect is a failure of the server. The check repeats a request at which the server
 * failed, because the failure may be flaky.
 */
export const isCrash = ([first]: readonly Suspect[]): boolean => first?.kind === CRASH

/** Returns a suspect without a rule if the target failed at the request and the reference did not; else undefined. */
export function crashSuspect({ outcome, referenced }: Exchange): Suspect | undefined {
  if (outcome.kind === 'failed' || referenced.answer.status >= 500) return undefined
  return CRASHES.has(outcome.answer.status) ? { rule: null, kind: CRASH } : undefined
}

/** Makes one suspect for each rule, without duplicates. All these suspects have the same kind and the same sentence. */
export const suspects = (rules: readonly CheckedRule[], kind: string, says?: string): readonly Suspect[] =>
  [...new Set(rules)].map((rule) => ({ rule, kind, ...(says === undefined ? {} : { says }) }))

/** Returns the key of a suspect, which contains the suspect's rule and kind, and is the same in every run. */
export const suspectKey = ({ rule, kind }: Suspect): string => (rule === null ? kind : `${rule}: ${kind}`)

/** Returns the key of the strongest suspect; an empty text if there are no suspects. */
export const topKey = ([first]: readonly Suspect[]): string => (first === undefined ? '' : suspectKey(first))

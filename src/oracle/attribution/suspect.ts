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
  /**
   * Whether only the status of the answer is evidence for the misreading: the target refuses a valid request, or
   * accepts an invalid one.
   */
  readonly isOfStatus?: boolean
  /** Whether the target misreads each such request, so that few right answers refute the suspect. */
  readonly isExact?: boolean
  /** Whether the suspect is one of many similar misreadings, so that a few findings fit one of them by chance. */
  readonly isOfMany?: boolean
}

/** The facts about a mismatch from which the check finds suspects. */
export interface SuspectContext {
  readonly session: Session
  readonly exchange: Exchange
  readonly explainer: Explainer
}

/** Makes one suspect for each rule, without duplicates. All these suspects have the same kind and the same sentence. */
export const suspects = (rules: readonly CheckedRule[], kind: string, says?: string): readonly Suspect[] =>
  [...new Set(rules)].map((rule) => ({ rule, kind, ...(says === undefined ? {} : { says }) }))

/** Returns the key of a suspect, which contains the suspect's rule and kind, and is the same in every run. */
export const suspectKey = ({ rule, kind }: Suspect): string => (rule === null ? kind : `${rule}: ${kind}`)

/** Returns the key of the strongest suspect; an empty text if there are no suspects. */
export const topKey = ([first]: readonly Suspect[]): string => (first === undefined ? '' : suspectKey(first))

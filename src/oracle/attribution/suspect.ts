/** What a difference may come of: a rule, and in what way an answer departs from it. */
import type { Explainer } from '../../explain/explain.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange, Session } from '../exchange/session.ts'

export interface Suspect {
  /** null where nothing was answered, so that no rule was followed or broken. */
  readonly rule: CheckedRule | null
  /** `entries`, `order`, `missing`, `status 400 → 200`: what comes of one cause is of one kind. */
  readonly kind: string
}

/** What is known of a difference. */
export interface SuspectContext {
  readonly session: Session
  readonly exchange: Exchange
  readonly explainer: Explainer
}

/** Each rule once, in the same way. */
export const suspects = (rules: readonly CheckedRule[], kind: string): readonly Suspect[] =>
  [...new Set(rules)].map((rule) => ({ rule, kind }))

/** Stands for the same suspect in every run. */
export const suspectKey = ({ rule, kind }: Suspect): string => (rule === null ? kind : `${rule}: ${kind}`)

/** That of the one that says most about a difference; the empty text where there is none. */
export const topKey = ([first]: readonly Suspect[]): string => (first === undefined ? '' : suspectKey(first))

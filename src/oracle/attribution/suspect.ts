/** A suspect: a rule that may explain a mismatch, and the kind of mismatch. */
import type { Explainer } from '../../explain/explain.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange, Session } from '../exchange/session.ts'

export interface Suspect {
  /** null if the target failed or did not answer, because no rule is broken then. */
  readonly rule: CheckedRule | null
  /**
   * The kind of mismatch, such as `entries`, `order`, `missing` or `status 400 → 200`. All findings of a cause have the
   * same kind.
   */
  readonly kind: string
  /** Replaces the sentence of the rule. */
  readonly says?: string
}

/** The facts about a mismatch that attribution uses. */
export interface SuspectContext {
  readonly session: Session
  readonly exchange: Exchange
  readonly explainer: Explainer
}

/** Statuses of a failed server. 501 and 505 are not among them, because they reject unsupported requests. */
const CRASHES: ReadonlySet<number> = new Set([500, 502, 503, 504])
const CRASH = 'the server failed'

/** Whether the strongest suspect is a failure of the server. Such a failure may be flaky, so each is repeated. */
export const isCrash = ([first]: readonly Suspect[]): boolean => first?.kind === CRASH

/** The suspect without a rule if the server itself failed; undefined for other answers. */
export function crashSuspect({ outcome, referenced }: Exchange): Suspect | undefined {
  if (outcome.kind === 'failed' || referenced.answer.status >= 500) return undefined
  return CRASHES.has(outcome.answer.status) ? { rule: null, kind: CRASH } : undefined
}

/** A suspect for each rule, without duplicates. */
export const suspects = (rules: readonly CheckedRule[], kind: string): readonly Suspect[] =>
  [...new Set(rules)].map((rule) => ({ rule, kind }))

/** Identifies a suspect by its rule and kind. The key is the same in every run. */
export const suspectKey = ({ rule, kind }: Suspect): string => (rule === null ? kind : `${rule}: ${kind}`)

/** The key of the strongest suspect; the empty text without suspects. */
export const topKey = ([first]: readonly Suspect[]): string => (first === undefined ? '' : suspectKey(first))

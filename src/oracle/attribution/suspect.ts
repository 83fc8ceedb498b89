/** A suspect: a rule that may explain a mismatch, and the kind of mismatch. */
import type { Explainer } from '../../explain/explain.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange, Session } from '../exchange/session.ts'

export interface Suspect {
  /** null if the target failed or did not answer: then no rule was followed or broken. */
  readonly rule: CheckedRule | null
  /** `entries`, `order`, `missing`, `status 400 → 200`: the findings of one cause are of one kind. */
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

/** Statuses of a server that failed; 501 and 505 say what it does not support. */
const CRASHES: ReadonlySet<number> = new Set([500, 502, 503, 504])
const CRASH = 'the server failed'

/** Whether the strongest suspect is a failure of the server. Such a failure may be flaky, so each is repeated. */
export const isCrash = ([first]: readonly Suspect[]): boolean => first?.kind === CRASH

/** A failure of the server itself, which is a cause of its own: no rule is at fault. undefined for other answers. */
export function crashSuspect({ outcome, referenced }: Exchange): Suspect | undefined {
  if (outcome.kind === 'failed' || referenced.answer.status >= 500) return undefined
  return CRASHES.has(outcome.answer.status) ? { rule: null, kind: CRASH } : undefined
}

/** A suspect for each rule, without duplicates. */
export const suspects = (rules: readonly CheckedRule[], kind: string): readonly Suspect[] =>
  [...new Set(rules)].map((rule) => ({ rule, kind }))

/** A key that is the same in every run. */
export const suspectKey = ({ rule, kind }: Suspect): string => (rule === null ? kind : `${rule}: ${kind}`)

/** The key of the strongest suspect; the empty text without suspects. */
export const topKey = ([first]: readonly Suspect[]): string => (first === undefined ? '' : suspectKey(first))

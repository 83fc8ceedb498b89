/** Implements text operators of releases before 5.51.2, in which `%` and `_` in an operand are wildcards of SQL. */
import type { OperatorRecord } from '../../operators/record.ts'
import { likeMatcher } from '../../plan/like.ts'
import type { HasDepartures } from '../changes.ts'

type TextRecord = Extract<OperatorRecord, { readonly takes: 'text' }>

/** The functions that make the LIKE pattern for an operand, by the part of the value that the operator compares. */
const PATTERNS: { readonly [at in TextRecord['at']]: (operand: string) => string } = {
  whole: (operand) => operand,
  start: (operand) => `${operand}%`,
  end: (operand) => `%${operand}`,
  anywhere: (operand) => `%${operand}%`,
}

/** Returns the number of steps that the test of a LIKE pattern takes for each part of a value. */
export function patternCost(
  { takes }: OperatorRecord,
  [operand]: readonly (string | null)[],
  { has }: HasDepartures,
): number {
  if (takes !== 'text' || !has('like-wildcards-escaped')) return 1
  return Math.ceil((operand ?? '').length / LOOK)
}

/** The number of characters of a LIKE pattern that one step compares. */
const LOOK = 32

/**
 * Returns the test for an operand with wildcards; undefined if the operand has no wildcard, or if the release escapes
 * wildcards (recordings filters-063, filters-065, filters-066).
 */
export function patternTest(
  { at, negative }: TextRecord,
  operand: string,
  { has }: HasDepartures,
): ((text: string) => boolean) | undefined {
  if (!/[%_]/.test(operand) || !has('like-wildcards-escaped')) return undefined
  const matches = likeMatcher(PATTERNS[at](operand))
  return negative ? (text) => !matches(text) : matches
}

/**
 * Compares the tokens of a pattern with the tokens of a declaration: the two match if the code is the same except for
 * names.
 */
import { bound, keyAt, type Names, type Pairs } from './names.ts'
import type { Token } from './tokens.ts'

export interface Match {
  /** The index of the first token after the match. */
  readonly to: number
  readonly names: Names
}

/**
 * Returns the match of a pattern that begins at a token of the source; undefined without a match. The parameter
 * `names` has the names that other matches have assigned.
 */
export function matchAt(
  pattern: readonly Token[],
  tokens: readonly Token[],
  from: number,
  names: Names,
): Match | undefined {
  if (!mayMatchAt(pattern, tokens, from)) return undefined
  let known = names
  let [at, of] = [from, 0]
  while (of < pattern.length) {
    const step = stepAt(pattern, of, tokens, at)
    const next = step && bound(known, step.pairs)
    if (step === undefined || next === undefined) return undefined
    known = next
    at += step.tokens
    of += step.pattern
  }
  return { to: at, names: known }
}

/**
 * Returns whether a match of a pattern can begin at a token. This quick check compares only tokens that renaming
 * cannot change.
 */
function mayMatchAt(pattern: readonly Token[], tokens: readonly Token[], from: number): boolean {
  for (let at = 0; at < pattern.length; at++) {
    const [wanted, found] = [pattern[at], tokens[from + at]]
    if (wanted === undefined || found === undefined) return false
    if (wanted.role === null || found.role === null) {
      if (wanted.role !== found.role || wanted.text !== found.text) return false
    } else if (found.role !== 'plain') return true
  }
  return true
}

interface Step {
  readonly tokens: number
  readonly pattern: number
  readonly pairs: Pairs
}

/**
 * Returns the next step of a comparison of pattern and source. A step is one token on both sides, or a shorthand
 * property and its long form.
 */
function stepAt(
  pattern: readonly Token[],
  of: number,
  tokens: readonly Token[],
  at: number,
): Step | undefined {
  const [wanted, found] = [pattern[of], tokens[at]]
  if (wanted === undefined || found === undefined) return undefined
  if (wanted.role === null || found.role === null) {
    return wanted.role === found.role && wanted.text === found.text ? ONE : undefined
  }
  const key = keyAt(pattern, of)
  const long = CLOSES_SHORT.test(pattern[of + 1]?.text ?? '') ? longForm(tokens, at) : undefined
  if (long !== undefined) return { tokens: 3, pattern: 1, pairs: namesOf(key, found.text, wanted.text, long) }
  const wantedLong = found.role === 'both' ? longForm(pattern, of) : undefined
  if (wantedLong !== undefined) {
    return { tokens: 1, pattern: 3, pairs: namesOf(key, found.text, wantedLong, found.text) }
  }
  const pairs = namesOf(key, found.text, wanted.text, found.text)
  return { tokens: 1, pattern: 1, pairs: pairs.filter((_pair, index) => found.role !== OTHER[index]) }
}

const ONE: Step = { tokens: 1, pattern: 1, pairs: [] }

/**
 * For each pair of `namesOf`, the role of names that the pair does not concern: a variable is no property, and vice
 * versa.
 */
const OTHER = ['plain', 'key']

const namesOf = (key: string, foundKey: string, variable: string, foundVariable: string): Pairs => [
  [key, foundKey],
  [variable, foundVariable],
]

/** Returns the variable of a property `key: variable`; undefined if the tokens are another construct. */
function longForm(tokens: readonly Token[], at: number): string | undefined {
  const [key, colon, value, behind] = tokens.slice(at, at + 4)
  if (key?.role !== 'key' || colon?.text !== ':' || value?.role !== 'plain') return undefined
  return CLOSES_SHORT.test(behind?.text ?? '') ? value.text : undefined
}

const CLOSES_SHORT = /^[,}=]$/

/** Compares the tokens of a pattern with those of a declaration: the same code, whatever its names. */
import type { Role, Token } from './tokens.ts'

/** What the names of a pattern are called in the sources, apart for properties and for all else. */
export type Names = ReadonlyMap<string, string>

export interface Match {
  /** The index of the token behind it. */
  readonly to: number
  readonly names: Names
}

export const keyName = (name: string): string => `.${name}`

/** The match that begins at a token, if there is one; `names` are those that are known already. */
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

/** Whether a match can begin at a token, by a quick look at what no rename changes. */
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
  /** Names of the pattern with those of the sources. */
  readonly pairs: readonly (readonly [name: string, found: string])[]
}

/** One token on both sides, or a shorthand on one side and its long form on the other. */
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
  const long = CLOSES_SHORT.test(pattern[of + 1]?.text ?? '') ? longForm(tokens, at) : undefined
  if (long !== undefined) {
    return {
      tokens: 3,
      pattern: 1,
      pairs: [
        [keyName(wanted.text), found.text],
        [wanted.text, long],
      ],
    }
  }
  const longWanted = found.role === 'both' ? longForm(pattern, of) : undefined
  if (longWanted !== undefined) {
    return {
      tokens: 1,
      pattern: 3,
      pairs: [
        [keyName(wanted.text), found.text],
        [longWanted, found.text],
      ],
    }
  }
  return { tokens: 1, pattern: 1, pairs: keysOf(wanted.text, found.role).map((key) => [key, found.text]) }
}

const ONE: Step = { tokens: 1, pattern: 1, pairs: [] }

/** A name as keys of `Names`. */
export const keysOf = (name: string, role: Role): readonly string[] => [
  ...(role === 'plain' ? [] : [keyName(name)]),
  ...(role === 'key' ? [] : [name]),
]

/** The variable of `key: variable`, where a shorthand could stand as well. */
function longForm(tokens: readonly Token[], at: number): string | undefined {
  const [key, colon, value, behind] = tokens.slice(at, at + 4)
  if (key?.role !== 'key' || colon?.text !== ':' || value?.role !== 'plain') return undefined
  return CLOSES_SHORT.test(behind?.text ?? '') ? value.text : undefined
}

const CLOSES_SHORT = /^[,}=]$/

/** Undefined where a name would have two names on the other side, or two names one. */
function bound(names: Names, pairs: Step['pairs']): Names | undefined {
  if (pairs.every(([name, found]) => names.get(name) === found)) return names
  const next = new Map(names)
  for (const [name, found] of pairs) {
    const isTaken = [...next].some(
      ([other, taken]) => (other === name) !== (taken === found) && isKey(other) === isKey(name),
    )
    if (isTaken) return undefined
    next.set(name, found)
  }
  return next
}

const isKey = (name: string): boolean => name.startsWith('.')

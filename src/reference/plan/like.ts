/**
 * Implements LIKE of SQL as a bit-parallel automaton, because a regular expression could backtrack. The number of
 * operations is at most the text length times the number of 32-bit words for the pattern.
 */

/** The token for `%` in LIKE, which matches any text, even an empty one. */
const ANY_TEXT = Symbol('any text')
/** The token for `_` in LIKE, which matches any single character. */
const ANY_CHARACTER = Symbol('any character')
type Token = string | typeof ANY_TEXT | typeof ANY_CHARACTER

/**
 * A test whether a text occurs in a value. The member `cost` is the number of steps for each part of a long value.
 * Only a text of more than 32 characters with wildcards takes several steps.
 */
export interface Occurrence {
  readonly occursIn: (value: string) => boolean
  readonly cost: number
}

const WORD = 32

/**
 * Makes a test whether a whole text matches a LIKE pattern. In the pattern, `%` and `_` are wildcards that cannot be
 * escaped.
 */
export const likeMatcher = (pattern: string): ((text: string) => boolean) =>
  matcher(Array.from(pattern, (one) => (one === '%' ? ANY_TEXT : tokenOf(one))))

/**
 * Makes a test whether a text occurs in a value. In the searched text, `_` matches any character, and `%` matches
 * only itself.
 */
export function wildcardOccurrence(text: string): Occurrence {
  const characters = Array.from(text, tokenOf)
  const occursIn = matcher([ANY_TEXT, ...characters, ANY_TEXT])
  return { occursIn, cost: Math.ceil(characters.length / WORD) }
}

const tokenOf = (character: string): Token => (character === '_' ? ANY_CHARACTER : character)

/**
 * Makes a test whether a text matches a LIKE pattern. The state of the automaton has one bit for each position in the
 * pattern. The bit of a position is set if the characters read so far can reach the position.
 */
function matcher(tokens: readonly Token[]): (text: string) => boolean {
  const characters = tokens.filter((token) => token !== ANY_TEXT)
  const end = characters.length
  const words = Math.floor(end / WORD) + 1
  const loops = loopsOf(tokens, words)
  const any = new Uint32Array(words)
  for (const [at, token] of characters.entries()) if (token === ANY_CHARACTER) setBit(any, at)
  const masks = new Map<string, Uint32Array>()
  for (const [at, token] of characters.entries()) {
    if (token === ANY_CHARACTER) continue
    const mask = masks.get(token) ?? any.slice()
    masks.set(token, mask)
    setBit(mask, at)
  }
  const isOpenEnded = hasBit(loops, end)
  return (text) => {
    // Each character takes at least one UTF-16 unit. Therefore, a text with fewer units than the pattern has
    // characters cannot match.
    if (text.length < end) return false
    const state = new Uint32Array(words)
    setBit(state, 0)
    for (const character of text) {
      if (isOpenEnded && hasBit(state, end)) return true
      advance(state, masks.get(character) ?? any, loops)
    }
    return hasBit(state, end)
  }
}

/** Returns the bits of the positions in the pattern at which `%` matches any text. */
function loopsOf(tokens: readonly Token[], words: number): Uint32Array {
  const loops = new Uint32Array(words)
  let position = 0
  for (const token of tokens) {
    if (token === ANY_TEXT) setBit(loops, position)
    else position++
  }
  return loops
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}

const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

/**
 * Reads one character of the text: a reached position moves forward if the pattern has this character there, and is
 * lost otherwise. A reached position at a `%` of the pattern remains reached, too.
 */
function advance(state: Uint32Array, mask: Uint32Array, loops: Uint32Array): void {
  let carry = 0
  // Uses a plain loop, because the loop runs for each character of each row, and an iterator takes ten times as long.
  for (let at = 0; at < state.length; at++) {
    const word = state[at] ?? 0
    const moved = word & (mask[at] ?? 0)
    state[at] = (moved << 1) | carry | (word & (loops[at] ?? 0))
    carry = moved >>> 31
  }
}

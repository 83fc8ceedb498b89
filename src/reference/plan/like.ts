/** The patterns of SQL's LIKE: `%` for any text, `_` for any one character, and nothing that takes this from them. */

const WORD = 32

/**
 * Whether a text is as a pattern says. All beginnings of the pattern that the text so far agrees with are kept as bits, and
 * moved on with each character: the time is the length of the text by the words of the pattern, whatever is in them.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const sought: string[] = []
  const repeated: number[] = []
  for (const one of pattern) {
    if (one === '%') repeated.push(sought.length)
    else sought.push(one)
  }
  const words = Math.floor(sought.length / WORD) + 1
  const loops = new Uint32Array(words)
  for (const at of repeated) setBit(loops, at)
  const any = new Uint32Array(words)
  for (const [at, one] of sought.entries()) if (one === '_') setBit(any, at)
  const masks = new Map<string, Uint32Array>()
  for (const [at, one] of sought.entries()) {
    if (one === '_') continue
    const mask = masks.get(one) ?? any.slice()
    masks.set(one, mask)
    setBit(mask, at)
  }
  return (text) => {
    const state = new Uint32Array(words)
    setBit(state, 0)
    for (const character of text) advance(state, masks.get(character) ?? any, loops)
    return hasBit(state, sought.length)
  }
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}

const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0

/** What agrees with the character moves on by one; where any text may stand it stays as well. */
function advance(state: Uint32Array, mask: Uint32Array, loops: Uint32Array): void {
  let carry = 0
  // Counted by hand: this is met once for each character of each row, and an iterator takes ten times as long.
  for (let at = 0; at < state.length; at++) {
    const word = state[at] ?? 0
    const moved = word & (mask[at] ?? 0)
    state[at] = (moved << 1) | carry | (word & (loops[at] ?? 0))
    carry = moved >>> 31
  }
}

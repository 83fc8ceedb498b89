/** A text with `_` for any one character, looked for without a pattern made of it. */

/** Whether a text occurs in another, and how many looks that takes, counted in units of 32 characters. */
export interface Occurrence {
  readonly occursIn: (value: string) => boolean
  readonly cost: number
}

const WORD = 32

/**
 * All beginnings of the text that end at the present character are kept as bits, 32 to a word, and moved on by one with
 * each character: the time is the length of the value by the words of the text, whatever is in them.
 */
export function wildcardOccurrence(text: string): Occurrence {
  const sought = [...text]
  const words = Math.ceil(sought.length / WORD)
  const any = new Uint32Array(words)
  for (const [at, one] of sought.entries()) if (one === '_') setBit(any, at)
  const masks = new Map<string, Uint32Array>()
  for (const [at, one] of sought.entries()) {
    if (one === '_') continue
    const mask = masks.get(one) ?? any.slice()
    masks.set(one, mask)
    setBit(mask, at)
  }
  const last = sought.length - 1
  const occursIn = (value: string): boolean => {
    if (value.length < sought.length) return false
    const state = new Uint32Array(words)
    for (const character of value) {
      advance(state, masks.get(character) ?? any)
      if (((state[last >>> 5] ?? 0) & (1 << (last & 31))) !== 0) return true
    }
    return false
  }
  return { occursIn, cost: words }
}

function setBit(mask: Uint32Array, at: number): void {
  mask[at >>> 5] = (mask[at >>> 5] ?? 0) | (1 << (at & 31))
}

function advance(state: Uint32Array, mask: Uint32Array): void {
  let carry = 1
  // Counted by hand: this is met once for each character of each row, and an iterator takes ten times as long.
  for (let at = 0; at < state.length; at++) {
    const word = state[at] ?? 0
    state[at] = ((word << 1) | carry) & (mask[at] ?? 0)
    carry = word >>> 31
  }
}

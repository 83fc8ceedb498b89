/**
 * Compares the rules that the answers to two requests follow. Two requests are a pair if the second request follows
 * all rules of the first request except one. If the target answers only the second request of a pair correctly, the
 * rule that only the first request follows is probably broken.
 */
import { type CheckedRule, RULE_ORDER } from '../exchange/rules.ts'

/** The set of rules that the answer to a request follows, as a bit set. */
export type RuleBits = Uint32Array

const BITS = 32
const PLACES: ReadonlyMap<string, number> = new Map(RULE_ORDER.map((rule, at) => [rule, at]))
const WORDS = Math.ceil(RULE_ORDER.length / BITS)

export function bitsOf(rules: readonly CheckedRule[]): RuleBits {
  const bits = new Uint32Array(WORDS)
  for (const rule of rules) {
    const at = PLACES.get(rule)
    if (at !== undefined) bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
  }
  return bits
}

/**
 * Returns the only rule that is in the first set and not in the second set; undefined if there is no such rule, or
 * more than one.
 */
export function onlyRule(first: RuleBits, second: RuleBits): string | undefined {
  let only: number | undefined
  for (let word = 0; word < WORDS; word++) {
    const more = ((first[word] ?? 0) & ~(second[word] ?? 0)) >>> 0
    if (more === 0) continue
    if (only !== undefined || (more & (more - 1)) !== 0) return undefined
    only = word * BITS + (31 - Math.clz32(more))
  }
  return only === undefined ? undefined : RULE_ORDER[only]
}

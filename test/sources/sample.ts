/** Returns a random sample of a list; the same seed gives the same sample. */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state
  }
  return all
    .map((one) => ({ one, key: next() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ one }) => one)
}

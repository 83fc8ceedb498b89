/** Counts how often each key occurs. */
export function tally<K>(keys: Iterable<K>): ReadonlyMap<K, number> {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

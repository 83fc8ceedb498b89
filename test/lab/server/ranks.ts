/** Computes one order number for each link that is in several lists, so that the numbers increase along every list. */

/** Returns the order number of each link. Links in a cycle of contradicting lists may get no number. */
export function ranksOf(chains: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  const followers = new Map<string, string[]>()
  const waits = new Map<string, number>()
  for (const chain of chains) {
    for (const [at, link] of chain.entries()) {
      const next = chain[at + 1]
      waits.set(link, (waits.get(link) ?? 0) + (at === 0 ? 0 : 1))
      if (next !== undefined) followers.set(link, [...(followers.get(link) ?? []), next])
    }
  }
  const ready = [...waits].filter(([, count]) => count === 0).map(([link]) => link)
  for (let link = ready.pop(); link !== undefined; link = ready.pop()) {
    const rank = ranks.get(link) ?? 1
    ranks.set(link, rank)
    for (const next of followers.get(link) ?? []) {
      ranks.set(next, Math.max(ranks.get(next) ?? 1, rank + 1))
      const left = (waits.get(next) ?? 1) - 1
      waits.set(next, left)
      if (left === 0) ready.push(next)
    }
  }
  return ranks
}

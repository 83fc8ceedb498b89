/**
 * Makes changes of links in the three forms of a body (`set`, `connect`, `disconnect`), each with the resulting links
 * of the entry.
 */

interface LinkChange {
  /** The value of the relation in the body of the write. */
  readonly body: { readonly [verb in 'set' | 'connect' | 'disconnect']?: readonly string[] }
  /** The documentIds that the entry links after the write. */
  readonly links: readonly string[]
}

/**
 * Makes a change of the links of a relation from a random number.
 *
 * @param old the documentIds that the entry links before the write
 * @param chosen the documentIds of the targets
 * @param many whether the relation may link several entries
 */
export function linkChange(
  random: number,
  old: readonly string[],
  chosen: readonly string[],
  many: boolean,
): LinkChange {
  const targets = [...new Set(chosen)].slice(0, many ? undefined : 1)
  switch (random % 4) {
    case 1: {
      const added = targets.filter((one) => !old.includes(one))
      const links = many ? [...old, ...added] : added.length > 0 ? added : old
      return { body: { connect: added }, links }
    }
    case 2: {
      const removed = old.filter((one, at) => targets.includes(one) || at === random % old.length)
      return { body: { disconnect: removed }, links: old.filter((one) => !removed.includes(one)) }
    }
    case 3:
      return old.length > 0 ? { body: { set: [] }, links: [] } : { body: { set: targets }, links: targets }
    default:
      return { body: { set: targets }, links: targets }
  }
}

/** Tests the proposed requests of an explanation, and keeps only requests that succeed. */
import type { Change, Explanation } from '../explanation.ts'

interface Proposing {
  readonly change: Change | null
}

/**
 * Removes a proposed request that would fail. For example, the database may fail to sort rows that the filter excluded
 * before.
 */
export type Promised = <T extends Proposing>(found: T) => T

export function promisedBy(isAnswered: (url: string) => boolean): Promised {
  const known = new Map<string, boolean>()
  return (found) => {
    const { change } = found
    if (change?.kind !== 'request') return found
    const kept = known.get(change.url) ?? isAnswered(change.url)
    known.set(change.url, kept)
    return kept ? found : { ...found, change: null }
  }
}

/** Returns the parts of an explanation, with only those proposed requests that succeed. */
export const promisedPlaces = (places: Explanation['places'], promised: Promised): Explanation['places'] =>
  places.map((place) => ({
    ...place,
    absent: place.absent.map(promised),
    keptBack: place.keptBack.map(promised),
  }))

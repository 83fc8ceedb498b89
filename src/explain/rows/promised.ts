/** Tests the proposed requests of an explanation, and keeps only requests that succeed. */
import type { Change, Explanation } from '../explanation.ts'

interface Proposing {
  readonly change: Change | null
}

/**
 * A function that removes a proposed request if this request would fail. For example, a request without the filter
 * may fail, because the database cannot sort the additional rows.
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

/** Returns the parts of the answer in an explanation, without the proposed requests that would fail. */
export const promisedPlaces = (places: Explanation['places'], promised: Promised): Explanation['places'] =>
  places.map((place) => ({
    ...place,
    absent: place.absent.map(promised),
    keptBack: place.keptBack.map(promised),
  }))

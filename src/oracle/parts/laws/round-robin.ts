/**
 * Round-robin over names that are drawn at random: no name has a second turn before every name had one, except for a
 * limit.
 */

/** After this many refusals in a row a new round begins, because the names of a round are not known in advance. */
const PATIENCE = 10

export interface Rounds {
  /** Takes a turn for a name; false if the name had its turn in this round. */
  readonly isTurnOf: (name: string) => boolean
}

export function createRounds(): Rounds {
  const turns = new Map<string, number>()
  let round = 0
  let refused = 0
  return {
    isTurnOf: (name) => {
      const taken = turns.get(name) ?? 0
      if (taken > round && refused < PATIENCE) {
        refused++
        return false
      }
      if (taken > round) round = taken
      refused = 0
      turns.set(name, taken + 1)
      return true
    },
  }
}

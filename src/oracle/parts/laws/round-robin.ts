/**
 * A round-robin over names that are drawn at random. A name gets one turn in each round. Ten refused turns in a row end
 * the round.
 */

/**
 * The number of refused turns in a row after which a new round begins. The number of refusals is limited because the
 * set of names is unknown.
 */
const MAX_REFUSALS = 10

export interface RoundRobin {
  /** Gives a name its turn. Returns false, without a turn, if the name has already had a turn in the current round. */
  readonly takeTurn: (name: string) => boolean
}

export function createRoundRobin(): RoundRobin {
  const turns = new Map<string, number>()
  let round = 0
  let refused = 0
  return {
    takeTurn: (name) => {
      const taken = turns.get(name) ?? 0
      if (taken > round && refused < MAX_REFUSALS) {
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

/**
 * A round-robin over names that are drawn at random: no name has a second turn before every other name had a turn,
 * unless a limit ends the round.
 */

/** After this many refused turns in a row, a new round begins, because the set of names is unknown. */
const MAX_REFUSALS = 10

export interface RoundRobin {
  /** Takes a turn for a name; returns false if the name already had its turn in this round. */
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

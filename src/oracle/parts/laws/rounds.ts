/** Turns: nobody has a second one while luck still brings others that had none. */

/** After so many in a row who have had their turn, a new round begins. */
const PATIENCE = 10

export interface Rounds {
  /** Whether it is the turn of the one of that name, which it then takes. */
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

/** How much stack is left when something is done. */

/** Calls itself so many times, then does the action. */
function descend<T>(levels: number, action: () => T): T {
  return levels === 0 ? action() : descend(levels - 1, action)
}

/** How many calls of `descend` the stack holds. */
function deepest(): number {
  let reached = 0
  const step = (): void => {
    reached++
    step()
  }
  try {
    step()
  } catch {
    return reached
  }
  return reached
}

/** Does the action where half of the stack is in use. */
export const withHalfTheStack = <T>(action: () => T): T => descend(Math.floor(deepest() / 3), action)

/** Runs an action with a limited stack. */

/** Recurses this many times, then runs the action. */
function descend<T>(levels: number, action: () => T): T {
  return levels === 0 ? action() : descend(levels - 1, action)
}

/** The number of calls of `descend` that fit the stack. */
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

/** Runs the action at half of the stack. */
export const withHalfTheStack = <T>(action: () => T): T => descend(Math.floor(deepest() / 3), action)

/** Runs an action with less stack than usual. */

/** Recurses `levels` times, then runs the action. */
function descend<T>(levels: number, action: () => T): T {
  return levels === 0 ? action() : descend(levels - 1, action)
}

/** Returns the number of nested calls that fit into the stack. */
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

/** Runs the action while about half of the stack is in use. */
export const withHalfTheStack = <T>(action: () => T): T => descend(Math.floor(deepest() / 3), action)

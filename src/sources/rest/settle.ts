/** Reads all that waits, and all that it nests. */
import { readMembers } from './members.ts'
import type { RestWorld } from './world.ts'

export function settle(world: RestWorld): void {
  const { waiting } = world
  // A list that grows while it is gone through: what comes first is read first.
  for (let next = 0; next < waiting.length; next++) {
    const one = waiting[next]
    if (one !== undefined) readMembers(one, world)
  }
  waiting.length = 0
}

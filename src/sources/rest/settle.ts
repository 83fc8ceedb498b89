/** Reads all queued entries, and the entries nested in them. */
import { readMembers } from './members.ts'
import type { RestWorld } from './world.ts'

export function settle(world: RestWorld): void {
  const { waiting } = world
  // The loop reads entries that it appends itself, so it visits nested entries in breadth-first order.
  for (let next = 0; next < waiting.length; next++) {
    const one = waiting[next]
    if (one !== undefined) readMembers(one, world)
  }
  waiting.length = 0
}

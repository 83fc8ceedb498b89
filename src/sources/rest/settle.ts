/** Reads the members of all queued entries, and of the entries nested in these entries. */
import { readMembers } from './members.ts'
import type { RestWorld } from './world.ts'

export function settle(world: RestWorld): void {
  const { waiting } = world
  // The loop also visits the nested entries that its body appends to `waiting`, in breadth-first order.
  for (let next = 0; next < waiting.length; next++) {
    const one = waiting[next]
    if (one !== undefined) readMembers(one, world)
  }
  waiting.length = 0
}

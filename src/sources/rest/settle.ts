/** Reads all queued entries and those nested in them. */
import { readMembers } from './members.ts'
import type { RestWorld } from './world.ts'

export function settle(world: RestWorld): void {
  const { waiting } = world
  // The list grows during the loop, which makes it a breadth-first search.
  for (let next = 0; next < waiting.length; next++) {
    const one = waiting[next]
    if (one !== undefined) readMembers(one, world)
  }
  waiting.length = 0
}

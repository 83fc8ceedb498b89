/** The departures that affect writes: how a profile differs from the documented behaviour. */
import type { Profile } from '../reference/strapi/profile.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'

/** Makes a predicate that says whether the profile has a departure. */
export const departing =
  ({ writes }: Profile): Departs =>
  (quirk) =>
    writes.has(quirk)

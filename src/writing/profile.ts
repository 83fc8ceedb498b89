/** The departures of a profile that concern writes. */
import type { Profile } from '../reference/strapi/profile.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'

/** Returns a function that reports whether the profile has a departure. */
export const departing =
  ({ writes }: Profile): Departs =>
  (quirk) =>
    writes.has(quirk)

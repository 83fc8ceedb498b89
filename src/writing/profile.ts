/**
 * The departures that affect writes. A departure is a difference between the documented behaviour and the server that
 * a profile imitates.
 */
import type { Profile } from '../reference/strapi/profile.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'

/** Makes a predicate that returns whether a profile has a departure. */
export const departing =
  ({ writes }: Profile): Departs =>
  (quirk) =>
    writes.has(quirk)

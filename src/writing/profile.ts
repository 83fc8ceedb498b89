/** Which departures of writing a profile has. */
import type { Profile } from '../reference/strapi/profile.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'

/** Asks a profile whether it departs in one point of writing. */
export const departing =
  ({ writes }: Profile): Departs =>
  (quirk) =>
    writes.has(quirk)

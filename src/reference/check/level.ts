import type { Model } from '../schema/schema.ts'

/** One level of a populate during the check: its model, and its path as messages print it. */
export interface PopulateLevel {
  readonly model: Model
  /** The attribute names from the root to this level, dotted; null at the root. */
  readonly path: string | null
  /** The same path with every `populate` and `on` in between. */
  readonly raw: string | null
  /** Whether the level is below an attribute's own `populate`; there, commas and blanks are part of a name. */
  readonly nested: boolean
}

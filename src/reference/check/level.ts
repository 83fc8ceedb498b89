import type { Model } from '../schema/schema.ts'

/** One level of a populate during the check: its model, and its path in the forms that messages print. */
export interface PopulateLevel {
  readonly model: Model
  /** The attribute names from the root to this level, dotted; null at the root. */
  readonly path: string | null
  /** The path of names, including each `populate` and `on` between the names. */
  readonly raw: string | null
  /**
   * Whether this level is below the `populate` of an attribute; in such a level, commas and blanks are part of a name.
   */
  readonly nested: boolean
}

import type { Model } from '../schema/schema.ts'

/** One level of a populate: its model, and its path in the forms that error messages print. */
export interface PopulateLevel {
  readonly model: Model
  /** The path of attribute names from the root to this level, joined by dots; null stands for the root. */
  readonly path: string | null
  /** The path of this populate level, including each `populate` and `on` between the attribute names. */
  readonly raw: string | null
  /**
   * Whether the level is below the `populate` of an attribute. In a nested `populate`, a text is one dotted path:
   * commas do not split it, and blanks belong to the names.
   */
  readonly nested: boolean
}

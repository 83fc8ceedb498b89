import type { Model } from '../schema/schema.ts'

/** One level of a populate during the check: its model, and its path as messages print it. */
export interface PopulateLevel {
  readonly model: Model
  /** The attribute names down to here, dotted; null at the root. */
  readonly path: string | null
  /** The same with every `populate` and `on` in between. */
  readonly raw: string | null
  /** Under an attribute's own `populate`; comma lists and blanks are then part of the name. */
  readonly nested: boolean
}

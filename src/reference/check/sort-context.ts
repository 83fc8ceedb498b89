import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './context.ts'

/** The context of one key of `sort`. */
export interface KeyContext {
  /** Reports the fault of a name at the step of the walk that reaches it. */
  readonly walking: CheckContext
  /** Reports every other fault, at the step where the sort begins. */
  readonly reading: CheckContext
  /** Whether some key of the sort has an order or a name. */
  readonly meaningful: boolean
  /** The model that the sort belongs to. */
  readonly root: Model
  /** The model that the key starts from. */
  readonly start: Model
  /** The path of the relation whose order contains the key; null for a key of the sort itself. */
  readonly listedAt: string | null
}

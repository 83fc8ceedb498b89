import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './context.ts'

/** The context for checking one key of `sort`. */
export interface KeyContext {
  /**
   * The context for faults in names. The context gives each fault in a name the step at which the walk reaches the
   * name.
   */
  readonly walking: CheckContext
  /**
   * The context for all faults that do not concern names. The context gives each other fault the step at which the
   * sort begins.
   */
  readonly reading: CheckContext
  /** Whether the sort has an effect, because at least one sort key has an order or an attribute name. */
  readonly meaningful: boolean
  /** Whether the list of `sort` has no effect, because it contains no order except blank orders of relations. */
  readonly skipsBlank: boolean
  /** The model that the sort belongs to. */
  readonly root: Model
  /** The model from which the path of the key starts. */
  readonly start: Model
  /**
   * The path of the relation that the sort key is nested in, such as `author` in `sort[author]=name`; null for a key
   * directly in `sort`.
   */
  readonly listedAt: string | null
}

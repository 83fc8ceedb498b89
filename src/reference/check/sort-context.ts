import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './context.ts'

/** The context for checking one key of `sort`. */
export interface KeyContext {
  /**
   * The check context for faults in the names of a sort key. The context gives each fault in a name the step at which
   * the walk reaches the name.
   */
  readonly walking: CheckContext
  /**
   * The check context for all faults of a sort key that do not concern names. The context gives each other fault the
   * step at which the sort begins.
   */
  readonly reading: CheckContext
  /** Whether the sort has an effect, because at least one sort key has an order or an attribute name. */
  readonly meaningful: boolean
  /** Whether a `sort` list has no effect, because it contains no sort order except blank orders of relations. */
  readonly skipsBlank: boolean
  /** The model whose entries the sort orders. */
  readonly root: Model
  /** The model from which the path of the sort key starts. */
  readonly start: Model
  /**
   * The path of the relation that the sort key is nested in, such as `author` in `sort[author]=name`; null for a key
   * directly in `sort`.
   */
  readonly listedAt: string | null
}

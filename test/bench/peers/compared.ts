/** What came of asking a peer. */
import type { Kind } from '../questions.ts'

export interface Compared {
  readonly name: string
  /** Milliseconds until it had all rows. */
  readonly opened: number
  readonly rows: readonly {
    readonly what: string
    readonly kind: Kind
    /** Why there is nothing to compare. */
    readonly why: string | null
    /** Milliseconds, both in turns. */
    readonly populace: number
    readonly theirs: number
  }[]
}

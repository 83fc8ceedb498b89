/** The result of comparing a peer. */
import type { Kind } from '../questions.ts'

export interface Compared {
  readonly name: string
  /** Milliseconds to load all rows. */
  readonly opened: number
  readonly rows: readonly {
    readonly what: string
    readonly kind: Kind
    /** Why the comparison is missing. */
    readonly why: string | null
    /** Milliseconds; both take turns. */
    readonly populace: number
    readonly theirs: number
  }[]
}

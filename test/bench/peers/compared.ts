/** The comparison of Populace with one peer. */
import type { Kind } from '../questions.ts'

export interface Compared {
  readonly name: string
  /** The milliseconds that the peer needs to load all rows. */
  readonly opened: number
  readonly rows: readonly {
    readonly what: string
    readonly kind: Kind
    /** The reason why the peer was not compared for this question; null if it was compared. */
    readonly why: string | null
    /** The milliseconds of Populace and of the peer, which are measured in alternation. */
    readonly populace: number
    readonly theirs: number
  }[]
}

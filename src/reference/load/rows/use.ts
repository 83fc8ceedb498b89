import type { Ref } from '../../graph/graph.ts'

/** One use of a file by a media attribute. */
export interface Use {
  readonly ref: Ref
  readonly field: string
  /** In the list of the one that shows it, from 1. */
  readonly position: number
  /** Of its type among all types and components. */
  readonly typeOrder: number
}

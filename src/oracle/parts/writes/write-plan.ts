/** The planned numbers of sessions and requests of the part of a check that writes to the target. */
export interface WritePlan {
  /** The number of write sessions from the suite. */
  readonly sessions: number
  /** The number of generated sequences of writes. */
  readonly sequences: number
  /**
   * The estimated number of requests if no answer differs. It includes the reads that verify each write, and the
   * deletions of the created documents.
   */
  readonly requests: number
  /** The maximum number of additional sessions that the check plays to shrink mismatches. */
  readonly more: number
  /**
   * The number of write sessions that change entries of the dataset. The check loads the dataset before each of these
   * sessions.
   */
  readonly reloads: number
}

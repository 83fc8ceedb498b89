/** Describes the number of sessions and requests that the check plans for writing to a target. */
export interface WritePlan {
  /** Holds the number of sessions from the suite. */
  readonly sessions: number
  /** Holds the number of generated sequences of writes. */
  readonly sequences: number
  /** Limits the number of requests if no answer differs, including reads after writes, and deletions. */
  readonly requests: number
  /** Limits the number of additional sessions that are played to shrink mismatches. */
  readonly more: number
  /**
   * Holds the number of sessions that change entries of the dataset. The check loads the dataset before each of these
   * sessions.
   */
  readonly reloads: number
}

/** The number of sessions and requests that the check plans for writing to a target. */
export interface WritePlan {
  /** The number of sessions from the suite. */
  readonly sessions: number
  /** The number of generated sequences of writes. */
  readonly sequences: number
  /** The maximum number of requests if no answer differs, including reads after writes, and deletions. */
  readonly requests: number
  /** The maximum number of additional sessions that are played to shrink mismatches. */
  readonly more: number
  /**
   * The number of sessions that change entries of the dataset. The check loads the dataset before each of these
   * sessions.
   */
  readonly reloads: number
}

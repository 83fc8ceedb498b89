/** The numbers of sessions and requests that the write part will send to a target. */
export interface WritePlan {
  /** The number of sessions of the suite. */
  readonly sessions: number
  /** The number of generated sequences. */
  readonly sequences: number
  /** The maximum number of requests if nothing differs, including reads after writes, and deletions. */
  readonly requests: number
  /** The maximum number of additional sessions to play to shrink mismatches. */
  readonly more: number
  /** The number of sessions that change entries of the dataset, so that the dataset is loaded before each. */
  readonly reloads: number
}

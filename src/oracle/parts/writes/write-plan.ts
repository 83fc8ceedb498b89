/** The numbers of sessions and requests that the write part will send to a target. */
export interface WritePlan {
  /** Sessions of the suite. */
  readonly sessions: number
  /** Generated sequences. */
  readonly sequences: number
  /** The most requests if nothing differs, including reads after writes and deletions. */
  readonly requests: number
  /** The most additional sessions that are played to shrink mismatches. */
  readonly more: number
  /** Sessions that change entries of the dataset, so that it is loaded again. */
  readonly reloads: number
}

/** How many sessions and requests the write part will send to a target. */
export interface WritePlan {
  /** Sessions of the suite. */
  readonly sessions: number
  /** Sequences that are generated. */
  readonly sequences: number
  /** Requests at most, those among them that read back and take away, where nothing differs. */
  readonly requests: number
  /** So many smaller sessions at most are played besides where something differs. */
  readonly more: number
  /** Sessions that change entries of the dataset, which is loaded again. */
  readonly reloads: number
}

/** A value that no report may contain, and its replacement. */
export interface Secret {
  readonly value: string
  readonly shown: string
}

/** A value that a report must not contain, and the text that replaces it. */
export interface Secret {
  readonly value: string
  readonly shown: string
}

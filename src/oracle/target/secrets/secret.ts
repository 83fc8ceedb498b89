/** A secret value that a report must not contain, with the text that replaces the value. */
export interface Secret {
  readonly value: string
  readonly shown: string
}

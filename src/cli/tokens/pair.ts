/** The two forms of `--token`. */

/** A value of `--token`. */
export interface GivenToken {
  readonly value: string
  /** The role of the token; undefined for an unknown token. */
  readonly role: string | undefined
  /** `NAME` of `NAME=VALUE`: a role, or a token of the dataset; for a `VALUE` its role. */
  readonly name: string | undefined
}

/** Whether a text is `NAME=VALUE`. A `=` at the end of a text pads the encoding of a token. */
export const isPair = (text: string): boolean => /^[^=]+=+[^=]/.test(text)

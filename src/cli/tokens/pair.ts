/** The two forms of `--token`. */

/** A value of the option `--token`. */
export interface GivenToken {
  readonly value: string
  /** The role of the token; undefined for an unknown token. */
  readonly role: string | undefined
  /** The `NAME` in `NAME=VALUE`: a role, or a token of the dataset; for a plain `VALUE`, the role of the token. */
  readonly name: string | undefined
}

/**
 * Returns whether a value of `--token` has the form `NAME=VALUE`. A `=` at the end is base64 padding of a plain token.
 */
export const isPair = (text: string): boolean => /^[^=]+=+[^=]/.test(text)

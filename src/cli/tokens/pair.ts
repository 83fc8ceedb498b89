/** The two forms of a value of `--token`: `VALUE` and `NAME=VALUE`. */

/** A value of the option `--token`. */
export interface GivenToken {
  readonly value: string
  /** The name of the token's role; undefined if the source does not know the token. */
  readonly role: string | undefined
  /**
   * The `NAME` in `NAME=VALUE`, which is a role or a token of the dataset; for a plain `VALUE`, the role of the
   * token.
   */
  readonly name: string | undefined
}

/**
 * Returns whether a value of `--token` has the form `NAME=VALUE`. A plain `VALUE` may end with `=`, the padding of
 * base64.
 */
export const isPair = (text: string): boolean => /^[^=]+=+[^=]/.test(text)

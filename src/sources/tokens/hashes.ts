/** Finds the role of an API token, which a server stores only as a hash. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A stored token. */
export interface HashedToken {
  /** Computes HMAC-SHA512 of the token with the salt, in hexadecimal. */
  readonly hash: string
  /** The time of expiry in milliseconds since 1970; null for a token that does not expire. */
  readonly expiresAt: number | null
  readonly role: string
}

/**
 * Returns the role of a valid API token; undefined for any other token. The comparison takes constant time, so that its
 * duration reveals nothing about other tokens.
 */
export function roleByHash(
  token: string,
  salt: string,
  tokens: readonly HashedToken[],
  now: number,
): string | undefined {
  const hash = createHmac('sha512', salt).update(token).digest()
  let role: string | undefined
  for (const stored of tokens) {
    const bytes = Buffer.from(stored.hash, 'hex')
    if (bytes.length !== hash.length || !timingSafeEqual(bytes, hash)) continue
    if (stored.expiresAt === null || stored.expiresAt > now) role = stored.role
  }
  return role
}

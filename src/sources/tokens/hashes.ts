/** Finds the role of an API token by the hash of the token, because a server stores only the hash. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An API token in the form that a server stores. */
export interface HashedToken {
  /** The HMAC-SHA512 of the API token with the salt as key, in hexadecimal digits. */
  readonly hash: string
  /** The time of expiry in milliseconds since 1970; null for an API token that does not expire. */
  readonly expiresAt: number | null
  readonly role: string
}

/**
 * Returns the role of a valid API token; undefined for any other token. The comparison of hashes takes constant
 * time, so that its duration reveals nothing about other API tokens.
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

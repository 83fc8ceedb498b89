/** API tokens, which a server keeps as hashes alone. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A token as it is kept. */
export interface HashedToken {
  /** Of the token under the salt: HMAC-SHA512, hexadecimal. */
  readonly hash: string
  /** Milliseconds since 1970; null for one that does not end. */
  readonly expiresAt: number | null
  readonly role: string
}

/** The role of a token that one of these is the hash of, while it lasts. Takes as long for one token as for another. */
export function roleByHash(
  token: string,
  salt: string,
  tokens: readonly HashedToken[],
  now: number,
): string | undefined {
  const hash = createHmac('sha512', salt).update(token).digest()
  let role: string | undefined
  for (const kept of tokens) {
    const bytes = Buffer.from(kept.hash, 'hex')
    if (bytes.length !== hash.length || !timingSafeEqual(bytes, hash)) continue
    if (kept.expiresAt === null || kept.expiresAt > now) role = kept.role
  }
  return role
}

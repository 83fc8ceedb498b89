/** Finds the role of any token that a server accepts: of a user or of a program. */
import { type HashedToken, roleByHash } from './hashes.ts'
import { userOfJwt } from './jwt.ts'

/** A user that a JWT may name. */
export interface TokenUser {
  readonly role: string
  readonly isBlocked: boolean
  readonly isConfirmed: boolean
}

export interface TokenKeys {
  /** The salt of API tokens; null if unknown, and then all are rejected. */
  readonly salt: string | null
  /** The secret of JWTs, in the same way. */
  readonly secret: string | null
  readonly tokens: readonly HashedToken[]
  readonly users: ReadonlyMap<number, TokenUser>
  /** Whether users must confirm their address before they log in. */
  readonly asksConfirmation: boolean
}

/** Calls `now` for each request, because tokens expire. */
export function roleOfTokens(
  { salt, secret, tokens, users, asksConfirmation }: TokenKeys,
  now: () => number = Date.now,
): (token: string) => string | undefined {
  const roleOfUser = (token: string): string | undefined => {
    const id = secret === null ? undefined : userOfJwt(token, secret, now())?.id
    const user = id === undefined ? undefined : users.get(id)
    if (user === undefined || user.isBlocked || (asksConfirmation && !user.isConfirmed)) return undefined
    return user.role
  }
  return (token) => roleOfUser(token) ?? (salt === null ? undefined : roleByHash(token, salt, tokens, now()))
}

/** Finds the role of any token that a server accepts: of a user or of a program. */
import { type HashedToken, roleByHash } from './hashes.ts'
import { userOfJwt } from './jwt.ts'

/** The facts about a user that a JWT names. */
export interface TokenUser {
  readonly role: string
  readonly isBlocked: boolean
  readonly isConfirmed: boolean
}

export interface TokenKeys {
  /** The salt of hashed API tokens; null if unknown, so that all API tokens are rejected. */
  readonly salt: string | null
  /** The secret of JWTs; null if unknown, so that all JWTs are rejected. */
  readonly secret: string | null
  readonly tokens: readonly HashedToken[]
  readonly users: ReadonlyMap<number, TokenUser>
  /** Whether users must confirm their address before they log in. */
  readonly asksConfirmation: boolean
}

/** Returns the function that finds the role of a token; it reads `now` at each request, because tokens expire. */
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

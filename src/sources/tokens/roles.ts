/** Finds the role of any token that a server accepts: the JWT of a user, or an API token. */
import { type HashedToken, roleByHash } from './hashes.ts'
import { userOfJwt } from './jwt.ts'

/** The properties of a user that decide whether a JWT of this user is valid. */
export interface TokenUser {
  readonly role: string
  readonly isBlocked: boolean
  readonly isConfirmed: boolean
}

export interface TokenKeys {
  /** The salt for the hashes of API tokens. If the salt is unknown (null), all API tokens are rejected. */
  readonly salt: string | null
  /** The secret for the JWTs of users. If the secret is unknown (null), all JWTs are rejected. */
  readonly secret: string | null
  readonly tokens: readonly HashedToken[]
  readonly users: ReadonlyMap<number, TokenUser>
  /** Whether users must confirm their e-mail address before they can log in. */
  readonly asksConfirmation: boolean
}

/**
 * Returns a function that finds the role of a token. The returned function calls `now` for each token, because
 * tokens expire.
 */
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

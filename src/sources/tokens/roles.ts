/** Whose a token is that a server would take: a user's, or one that was made for a program. */
import { type HashedToken, roleByHash } from './hashes.ts'
import { userOfJwt } from './jwt.ts'

/** A user that a JWT may name. */
export interface TokenUser {
  readonly role: string
  readonly isBlocked: boolean
  readonly isConfirmed: boolean
}

export interface TokenKeys {
  /** Of API tokens; null where it is not known, and none of them is then. */
  readonly salt: string | null
  /** Of JWTs, likewise. */
  readonly secret: string | null
  readonly tokens: readonly HashedToken[]
  readonly users: ReadonlyMap<number, TokenUser>
  /** Whether only users may come who have confirmed their address. */
  readonly asksConfirmation: boolean
}

/** `now` is asked at each request: tokens end. */
export function roleOfTokens(
  { salt, secret, tokens, users, asksConfirmation }: TokenKeys,
  now: () => number = Date.now,
): (token: string) => string | undefined {
  const roleOfUser = (token: string): string | undefined => {
    const id = secret === null ? undefined : userOfJwt(token, secret, now())
    const user = id === undefined ? undefined : users.get(id)
    if (user === undefined || user.isBlocked || (asksConfirmation && !user.isConfirmed)) return undefined
    return user.role
  }
  return (token) => roleOfUser(token) ?? (salt === null ? undefined : roleByHash(token, salt, tokens, now()))
}

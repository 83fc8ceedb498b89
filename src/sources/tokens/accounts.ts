/** The settings of a server for users and tokens: the secrets of tokens, and the rules of registration. */
export interface Accounts {
  /** The secret that signs and checks JWTs; null if unknown. */
  readonly secret: string | null
  /** The secret that signs JWTs in place of `secret`. The member `secret` still checks JWTs of the real server. */
  readonly ownSecret?: string
  /** The salt of hashed API tokens; null if unknown. */
  readonly apiTokenSalt?: string | null
  /** Whether users must confirm their address before they log in. */
  readonly asksConfirmation: boolean
  readonly allowsRegister: boolean
  /** Whether two users must have different e-mail addresses. */
  readonly isEmailUnique: boolean
  /** The type of a new user's role. */
  readonly defaultRole: string
  /** The URL to which a user is redirected after confirming the e-mail address. */
  readonly redirection: string | null
  /** The fields that registration accepts besides name, address and password. */
  readonly registrationFields?: readonly string[]
}

/** The settings of a new project. */
export const DEFAULT_ACCOUNTS: Accounts = {
  secret: null,
  asksConfirmation: false,
  allowsRegister: true,
  isEmailUnique: true,
  defaultRole: 'authenticated',
  redirection: null,
}

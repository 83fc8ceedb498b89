/** Describes the settings of a server for users and tokens: the secrets of tokens, and the rules of registration. */
export interface Accounts {
  /** Holds the secret that signs and checks JWTs; the value is null if unknown. */
  readonly secret: string | null
  /**
   * Holds the secret that signs JWTs in place of `secret`. The member `secret` still checks JWTs of the real server.
   */
  readonly ownSecret?: string
  /** Holds the salt of hashed API tokens; the value is null if unknown. */
  readonly apiTokenSalt?: string | null
  /** States whether users must confirm their address before they log in. */
  readonly asksConfirmation: boolean
  readonly allowsRegister: boolean
  /** States whether two users must have different e-mail addresses. */
  readonly isEmailUnique: boolean
  /** Holds the type of a new user's role. */
  readonly defaultRole: string
  /** Holds the URL to which a user is redirected after confirming the e-mail address. */
  readonly redirection: string | null
  /** Lists the fields that registration accepts besides name, address and password. */
  readonly registrationFields?: readonly string[]
}

/** Lists the settings of a new project. */
export const DEFAULT_ACCOUNTS: Accounts = {
  secret: null,
  asksConfirmation: false,
  allowsRegister: true,
  isEmailUnique: true,
  defaultRole: 'authenticated',
  redirection: null,
}

/** The settings of a server for users and tokens: the secrets of JWTs and API tokens, and the rules of registration. */
export interface Accounts {
  /** The secret that signs and verifies the JWTs of users; null if unknown. */
  readonly secret: string | null
  /**
   * The secret that signs JWTs in place of `secret`. The mock still accepts JWTs that a real server signed with
   * `secret`.
   */
  readonly ownSecret?: string
  /** The salt of hashed API tokens; null if unknown. */
  readonly apiTokenSalt?: string | null
  /** Whether users must confirm their e-mail address before they can log in. */
  readonly asksConfirmation: boolean
  readonly allowsRegister: boolean
  /**
   * Whether a registration is refused if any user has its user name or e-mail address. If false, only users with the
   * provider `local` count.
   */
  readonly isEmailUnique: boolean
  /** The type of the role that new users get, such as `authenticated`. */
  readonly defaultRole: string
  /**
   * The URL to which the server redirects a user after the confirmation of the e-mail address; null for no
   * redirection.
   */
  readonly redirection: string | null
  /**
   * The attributes that the registration of a user accepts, besides the user name, the e-mail address and the
   * password.
   */
  readonly registrationFields?: readonly string[]
}

/** The settings for users and tokens in a new project. */
export const DEFAULT_ACCOUNTS: Accounts = {
  secret: null,
  asksConfirmation: false,
  allowsRegister: true,
  isEmailUnique: true,
  defaultRole: 'authenticated',
  redirection: null,
}

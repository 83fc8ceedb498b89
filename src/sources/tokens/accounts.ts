/** The settings of a server for users: the secret of their tokens, and the rules of registration. */
export interface Accounts {
  /** Signs and checks JWTs; null if unknown. */
  readonly secret: string | null
  /** Signs JWTs in place of `secret`, which still checks those of the real server. */
  readonly ownSecret?: string
  /** Whether users must confirm their address before they log in. */
  readonly asksConfirmation: boolean
  readonly allowsRegister: boolean
  /** Whether addresses are unique. */
  readonly isEmailUnique: boolean
  /** The type of a new user's role. */
  readonly defaultRole: string
  /** The redirect after a confirmation. */
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

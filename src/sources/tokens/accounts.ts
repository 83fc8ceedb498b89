/** How a server is set up to have users: what it signs their tokens with, and who may become one. */
export interface Accounts {
  /** Signs and checks JWTs; null where it is not known. */
  readonly secret: string | null
  /** Whether only users may come who have confirmed their address. */
  readonly asksConfirmation: boolean
  readonly allowsRegister: boolean
  /** Whether an address may belong to one user alone. */
  readonly isEmailUnique: boolean
  /** The type of the role that a new user gets. */
  readonly defaultRole: string
  /** Where who has confirmed an address is sent. */
  readonly redirection: string | null
}

/** As a server is set up that nobody has told otherwise. */
export const DEFAULT_ACCOUNTS: Accounts = {
  secret: null,
  asksConfirmation: false,
  allowsRegister: true,
  isEmailUnique: true,
  defaultRole: 'authenticated',
  redirection: null,
}

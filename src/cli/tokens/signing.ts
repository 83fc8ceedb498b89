/** `--jwt-secret`: the secret that signs the tokens of users. */
import type { Source } from '../../sources/index.ts'
import { DEFAULT_ACCOUNTS } from '../../sources/tokens/accounts.ts'

/** The source whose users get tokens that this secret signs. `tell` receives a warning about a shared secret. */
export function withOwnSecret(source: Source, ownSecret: string, tell: (line: string) => void): Source {
  const { accounts = DEFAULT_ACCOUNTS } = source
  if (accounts.secret === ownSecret)
    tell(
      '--jwt-secret: this is the secret of the project, so whoever knows it signs tokens that a real server accepts; choose another',
    )
  return { ...source, accounts: { ...accounts, ownSecret } }
}

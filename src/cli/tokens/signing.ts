/** `--jwt-secret`: the secret that signs the tokens of users. */
import type { Source } from '../../sources/index.ts'
import { DEFAULT_ACCOUNTS } from '../../sources/tokens/accounts.ts'

/**
 * Returns the source with `ownSecret` as the secret that signs the tokens of users. The parameter `tell` receives a
 * warning if that secret is also the project's own secret.
 */
export function withOwnSecret(source: Source, ownSecret: string, tell: (line: string) => void): Source {
  const { accounts = DEFAULT_ACCOUNTS } = source
  if (accounts.secret === ownSecret)
    tell(
      '--jwt-secret: this is the secret of the project, so whoever knows it signs tokens that a real server accepts; choose another',
    )
  return { ...source, accounts: { ...accounts, ownSecret } }
}

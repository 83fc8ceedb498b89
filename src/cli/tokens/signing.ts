/** Implements `--jwt-secret`, which sets the secret that signs the JWTs of users. */
import type { Source } from '../../sources/index.ts'
import { DEFAULT_ACCOUNTS } from '../../sources/tokens/accounts.ts'

/**
 * Returns the source with `ownSecret` as the secret that signs the JWTs of users. If `ownSecret` equals the
 * project's secret, the function passes a warning to `tell`.
 */
export function withOwnSecret(source: Source, ownSecret: string, tell: (line: string) => void): Source {
  const { accounts = DEFAULT_ACCOUNTS } = source
  if (accounts.secret === ownSecret)
    tell(
      '--jwt-secret: this is the secret of the project, so a holder of the secret can sign JWTs that a real server accepts; choose another secret',
    )
  return { ...source, accounts: { ...accounts, ownSecret } }
}

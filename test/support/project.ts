/** Creates a copy of the fixture project and its database, which a test may change. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const fixture = fileURLToPath(new URL('../../fixtures/project', import.meta.url))

/** The environment file of the project, with the secrets that signed the tokens in `auth.json`. */
const ENV = [
  'API_TOKEN_SALT=lab-api-token-salt-0123456789',
  'JWT_SECRET=lab-users-permissions-jwt-secret-0123456789',
]

export interface MadeProject {
  readonly folder: string
  /** The SQLite file of the project. */
  readonly database: string
  readonly write: (path: string, text: string | Uint8Array) => void
  readonly remove: () => void
}

/** Copies the project and its database. */
export function makeProject(): MadeProject {
  const folder = mkdtempSync(join(tmpdir(), 'populace-test-'))
  for (const name of ['package.json', 'tsconfig.json', 'config', 'src'])
    cpSync(join(fixture, name), join(folder, name), { recursive: true })
  const write: MadeProject['write'] = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('.env', `${ENV.join('\n')}\n`)
  write('.tmp/data.db', databaseBytes())
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  return { folder, database: join(folder, '.tmp/data.db'), write, remove }
}

export const databaseBytes = (): Buffer => gunzipSync(readFileSync(join(fixture, 'data.db.gz')))

interface Auth {
  readonly tokens: Readonly<Record<string, string>>
  readonly jwts: Readonly<Record<string, string>>
}

/** Returns the bearer tokens by their names in the recordings, such as `tokenFull` and `jwtReader`. */
export function bearers(): ReadonlyMap<string, string> {
  const auth: Auth = JSON.parse(readFileSync(join(fixture, 'auth.json'), 'utf8'))
  const named = (prefix: string, all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([name, token]) => [`${prefix}${capital(name)}`, token] as const)
  return new Map([...named('token', auth.tokens), ...named('jwt', auth.jwts)])
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Finds the role of an API token that the code of a project created. */
import type { Graph, Role, Row } from '../../../reference/graph/graph.ts'
import { type HashedToken, roleByHash } from '../../../sources/tokens/hashes.ts'
import { onceFor } from '../../../util/cache/once.ts'
import { TOKEN_PERMISSION_UID, TOKEN_UID } from '../../world/server-tables.ts'
import { textOf } from './people.ts'

/** The API tokens in one state of the server tables, and the roles of these tokens by name. */
interface MadeTokens {
  readonly hashed: readonly HashedToken[]
  readonly roles: ReadonlyMap<string, Role>
}

/**
 * The cached roles of each state of the tables. Caching the roles is necessary, because the server caches answers per
 * role object.
 */
const madeOnce = onceFor<MadeTokens>()

/**
 * Returns the role of an API token, from the rows that the service `admin::api-token` wrote; undefined for any other
 * token. The parameter `salt` is the salt of the token hashes in these rows.
 */
export function roleOfMade(token: string, tables: Graph, salt: string, now: number): Role | undefined {
  const { hashed, roles } = madeOnce(tables, '', () => tokensIn(tables))
  const name = hashed.length === 0 ? undefined : roleByHash(token, salt, hashed, now)
  return name === undefined ? undefined : roles.get(name)
}

function tokensIn({ tables }: Graph): MadeTokens {
  const rows = (tables.get(TOKEN_UID)?.rows ?? []).filter((row) => textOf(row, 'kind') !== 'admin')
  const listed = tables.get(TOKEN_PERMISSION_UID)?.rows ?? []
  return {
    hashed: rows.map((row) => ({
      hash: textOf(row, 'accessKey') ?? '',
      expiresAt: instantOf(textOf(row, 'expiresAt')),
      role: nameOf(row),
    })),
    roles: new Map(
      rows.map((row) => [nameOf(row), { name: nameOf(row), permissions: permissionsOf(row, listed) }]),
    ),
  }
}

const instantOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))

const nameOf = (row: Row): string => `api-token:${textOf(row, 'name') ?? row.id}`

/**
 * Returns the permissions of an API token: all permissions, the permissions to read, or the listed permissions of a
 * custom token.
 */
function permissionsOf(row: Row, listed: readonly Row[]): ReadonlySet<string> {
  switch (textOf(row, 'type')) {
    case 'full-access':
      return new Set(['*'])
    case 'read-only':
      return new Set(['*.find', '*.findOne'])
    default: {
      const own = listed.filter(({ links }) => links['token']?.some(({ id }) => id === row.id) === true)
      return new Set(own.map((one) => textOf(one, 'action') ?? ''))
    }
  }
}

/**
 * Detects the permissions of the API token and of the public role. Sends requests for the entries of each content
 * type, and reads the status codes of the answers.
 */

import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import { FILE_UID, ROLE_UID, USER_UID } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import type { Note } from '../note.ts'
import { SourceError } from '../source.ts'
import { type CallerKind, type Client, unauthorized } from './client.ts'

/** A content type, and the route of the content type's entries. */
export interface TypeRoute {
  readonly type: ContentType
  /** The URL path of the content type's route, including the API prefix. */
  readonly path: string
  readonly kind: 'collection' | 'single' | 'bare list'
  /** Whether requests for entries of the content type carry the API token. */
  readonly as: CallerKind
  /**
   * Whether the entries are read both with and without the API token, because the public role may see links that the
   * token does not see.
   */
  readonly isReadTwice: boolean
}

interface May {
  readonly find: boolean
  readonly findOne: boolean
  /** The status code of the server's answer to a request for the list of entries. */
  readonly status: number
}

type Mays = ReadonlyMap<string, May>

export interface AccessFound {
  readonly routes: readonly TypeRoute[]
  /** The uids of the content types whose entries the caller or the public role may list. */
  readonly listed: ReadonlySet<string>
  /** The content of `access.json` with the detected permissions. It contains no API token. */
  readonly access: Json
  readonly notes: readonly Note[]
}

export const TOKEN_ROLE = 'token'

/**
 * Detects the permissions of the caller and of the public role. @throws SourceError for an API token that the server
 * rejects.
 */
export async function accessOf(client: Client, prefix: string, schema: Schema): Promise<AccessFound> {
  const routes = [...schema.contentTypes.values()].flatMap((type) => routeOf(type, prefix) ?? [])
  const own = await askEach(routes, client, client.hasToken ? 'token' : 'anonymous')
  const open = client.hasToken ? await askEach(routes, client, 'anonymous') : own
  const finds = (all: Mays, { type }: TypeRoute): boolean => all.get(type.uid)?.find === true
  const listed = new Set(
    routes.flatMap((route) => (finds(own, route) || finds(open, route) ? [route.type.uid] : [])),
  )
  const closed = routes.filter(({ type }) => !listed.has(type.uid))
  if (!routes.some(({ type }) => type.uid.startsWith('api::') && listed.has(type.uid)))
    throw new SourceError(
      `${client.base}: the caller may not read any content type (403); ${advice(client, 'find')}`,
    )
  const notes = closed.map(({ type: { uid } }): Note => {
    const status = own.get(uid)?.status ?? 403
    const says = `the caller may not read this type (${status}), so its rows are missing; ${advice(client, `${uid}.find`)}`
    return { file: uid, line: 0, says }
  })
  const isWider = routes.some((route) => !finds(own, route) && finds(open, route))
  const readers = routes.map((route): TypeRoute => {
    const as = finds(own, route) ? 'token' : 'anonymous'
    return { ...route, as, isReadTwice: isWider && as === 'token' && finds(open, route) }
  })
  return {
    routes: readers,
    listed,
    access: accessJson(own, open, client),
    notes: [...notes, accessNote(client)],
  }
}

const advice = ({ hasToken }: Client, permission: string): string =>
  `use ${hasToken ? 'a token' : '--token TOKEN'} with the permission ${permission}`

function routeOf(type: ContentType, prefix: string): TypeRoute | undefined {
  if (type.uid.startsWith('api::')) {
    const isSingle = type.kind === 'singleType'
    const name = isSingle ? type.singularName : type.pluralName
    return {
      type,
      path: `${prefix}/${name}`,
      kind: isSingle ? 'single' : 'collection',
      as: 'token',
      isReadTwice: false,
    }
  }
  if (type.uid === USER_UID)
    return { type, path: `${prefix}/users`, kind: 'bare list', as: 'token', isReadTwice: false }
  if (type.uid === ROLE_UID) return undefined
  return type.uid === FILE_UID
    ? { type, path: `${prefix}/upload/files`, kind: 'bare list', as: 'token', isReadTwice: false }
    : undefined
}

async function askEach(routes: readonly TypeRoute[], client: Client, as: CallerKind): Promise<Mays> {
  const all = new Map<string, May>()
  for (const { type, path, kind } of routes) {
    const limit = kind === 'bare list' ? '&limit=1' : kind === 'collection' ? '&pagination[pageSize]=1' : ''
    const status = await statusOf(`${path}?fields[0]=id${limit}`, client, as)
    const isSingle = kind === 'single'
    // A single type without an entry answers 404, even if its route exists. A collection type answers 404 only if
    // its route does not exist.
    const find = status === 200 || (isSingle && status === 404)
    const isAsked = !isSingle && status !== 404
    // No entry has the id 0 in this request, so an answer with 404 means that the caller may read single entries.
    const one = isAsked ? await statusOf(`${path}/0`, client, as) : 403
    all.set(type.uid, { find, findOne: one === 200 || one === 404, status })
  }
  return all
}

async function statusOf(path: string, client: Client, as: CallerKind): Promise<number> {
  const { status } = await client.get(path, as)
  if (status === 401 && as === 'token') throw unauthorized(client)
  return status
}

function accessJson(own: Mays, open: Mays, { hasToken }: Client): Json {
  const permissions = (all: Mays): readonly string[] =>
    [...all].flatMap(([uid, { find, findOne }]) => [
      ...(find ? [`${uid}.find`] : []),
      ...(findOne ? [`${uid}.findOne`] : []),
    ])
  // If an API token may read every existing route, the token probably has full access.
  const isAll = [...own.values()].every(({ find, status }) => find || status === 404)
  const token = isAll ? ['*.find', '*.findOne'] : permissions(own)
  return {
    publicRole: 'public',
    roles: {
      public: { permissions: permissions(open) },
      ...(hasToken ? { [TOKEN_ROLE]: { permissions: token } } : {}),
    },
    tokens: {},
  }
}

const accessNote = ({ hasToken }: Client): Note => ({
  file: 'access.json',
  line: 0,
  says: `REST does not show roles. The public role may read what the server answered without a token${
    hasToken
      ? `; the role "${TOKEN_ROLE}" may read what the server answered with the token. To use this role, add a token to "tokens"`
      : ''
  }`,
})

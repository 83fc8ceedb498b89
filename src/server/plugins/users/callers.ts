/** Identifies the caller of a request: the public, a program with an API token, or a user. */
import { createHash, randomBytes } from 'node:crypto'
import { bearerToken, type RoleOfToken } from '../../../reference/access.ts'
import type { ApiRequest } from '../../../reference/api.ts'
import type { Access, Graph, Role, Row } from '../../../reference/graph/graph.ts'
import { READING } from '../../../sources/project/roles.ts'
import { type Accounts, DEFAULT_ACCOUNTS } from '../../../sources/tokens/accounts.ts'
import { issueJwt, userOfJwt } from '../../../sources/tokens/jwt.ts'
import { isSet, roleOfUser, userTable } from './people.ts'

export interface Caller {
  readonly role: Role
  /** The row of the user, if the caller is a user. */
  readonly user: Row | undefined
}

/**
 * A caller, or the reason why a request has no valid caller. The reason `locked` means that the token belongs to a user
 * who is blocked, unconfirmed or deleted. The reason `unknown` stands for every other reason, such as an invalid token.
 */
export type KnownCaller = Caller | 'unknown' | 'locked'

export interface CallerOptions {
  readonly accounts?: Accounts | undefined
  /** Returns the role of a token that the dataset does not list. */
  readonly roleOfToken?: RoleOfToken | undefined
  /**
   * If `admit` is set and the dataset lists no tokens, an unknown token gets a role that reads everything. The server
   * calls `admit` at most once for each unknown token.
   */
  readonly admit?: ((token: string) => void) | undefined
  /** Returns the role of an API token that the code of the project made. */
  readonly roleOfMade?: ((token: string, now: number) => Role | undefined) | undefined
  /** Returns the current time in milliseconds. */
  readonly now?: (() => number) | undefined
}

const READER = '(unknown token)'

/**
 * Returns whether the dataset lists API tokens. If so, the list is complete, and the server refuses every other token,
 * as a real server does.
 */
export const listsTokens = ({ tokens }: Access): boolean => tokens.size > 0

/**
 * Returns the role of an unknown API token that the server accepts. The role of an unknown API token may read
 * everything, and otherwise has the permissions of the public role.
 */
export function readerRole({ roles, publicRole }: Access): Role {
  const open = roles.get(publicRole)
  const known = open === undefined ? undefined : readers.get(open)
  if (known !== undefined) return known
  const role = { name: READER, permissions: new Set([...READING, ...(open?.permissions ?? [])]) }
  if (open !== undefined) readers.set(open, role)
  return role
}

/**
 * The cached reader roles, one for each public role. Caching the roles is necessary, because the server caches answers
 * per role object.
 */
const readers = new WeakMap<Role, Role>()

/**
 * The maximum number of unknown API tokens that the server remembers. The server remembers them to report each token
 * only once.
 */
const MOST_REPORTED = 1_000

export class Callers {
  readonly accounts: Accounts
  private readonly options: CallerOptions
  private readonly secret: string
  private readonly reported = new Set<string>()

  constructor(options: CallerOptions) {
    this.options = options
    this.accounts = options.accounts ?? DEFAULT_ACCOUNTS
    this.secret = this.accounts.secret ?? randomBytes(32).toString('base64')
  }

  /**
   * Identifies the caller of a request. The result `unknown` means that the token of the request is invalid, that the
   * dataset has no public role, or that the role of the user is missing.
   */
  who({ headers }: ApiRequest, graph: Graph): KnownCaller {
    const { access } = graph
    const token = bearerToken(headers?.['authorization'])
    if (token === undefined) {
      const role = access.roles.get(access.publicRole)
      return role === undefined ? 'unknown' : { role, user: undefined }
    }
    const listed = access.tokens.get(token)
    const role = listed === undefined ? undefined : access.roles.get(listed)
    if (role !== undefined) return { role, user: undefined }
    return this.userOf(token, graph) ?? this.program(token, graph)
  }

  /** Returns the role of a token that the dataset does not list. The content API calls this method. */
  roleOf(token: string, graph: Graph): Role | undefined {
    const known = this.userOf(token, graph) ?? this.program(token, graph)
    return typeof known === 'string' ? undefined : known.role
  }

  jwtFor(user: Pick<Row, 'id' | 'documentId'>): string {
    return issueJwt(user, this.accounts.ownSecret ?? this.secret, this.now())
  }

  /** Returns the current time in milliseconds. */
  now(): number {
    return this.options.now?.() ?? Date.now()
  }

  /**
   * Returns the user to whom a JWT belongs; `locked` if the user may not log in; undefined if the token is not a valid
   * JWT.
   */
  private userOf(token: string, graph: Graph): KnownCaller | undefined {
    const known = userOfJwt(token, this.secret, this.now(), this.accounts.ownSecret)
    if (known === undefined) return undefined
    const user = userTable(graph)?.byId.get(known.id)
    if (user === undefined || isSet(user, 'blocked')) return 'locked'
    if (known.documentId !== undefined && known.documentId !== user.documentId) return 'locked'
    if (this.accounts.asksConfirmation && !isSet(user, 'confirmed')) return 'locked'
    const role = roleOfUser(user, graph, this.accounts)
    return role === undefined ? 'unknown' : { role, user }
  }

  private program(token: string, { access }: Graph): KnownCaller {
    const { roleOfToken, roleOfMade, admit } = this.options
    const found = roleOfToken?.(token) ?? roleOfMade?.(token, this.now())
    const role = typeof found === 'string' ? access.roles.get(found) : found
    if (role !== undefined) return { role, user: undefined }
    if (admit === undefined || listsTokens(access)) return 'unknown'
    const digest = createHash('sha256').update(token).digest('base64')
    if (!this.reported.has(digest) && this.reported.size < MOST_REPORTED) {
      this.reported.add(digest)
      admit(token)
    }
    return { role: readerRole(access), user: undefined }
  }
}

/** Signs and verifies the JSON Web Tokens (JWTs) of users. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Row } from '../../reference/graph/graph.ts'
import { isObject, type Json, type JsonObject, member, parseJson } from '../../util/json.ts'
import { acceptedKeys, ownKey } from '../runner/own-key.ts'

/** The maximum number of characters of a JWT. */
const LONGEST = 10_000

/** The user that a JWT names. */
export interface JwtUser {
  readonly id: number
  /** The documentId of the user; undefined if a real server or the project's code issued the JWT. */
  readonly documentId: string | undefined
}

/**
 * Returns the user that a JWT names; undefined if the JWT is invalid, expired or signed with an unknown secret. The
 * function also accepts the JWTs of a real server with the same secret.
 */
export function userOfJwt(token: string, secret: string, now: number, own?: string): JwtUser | undefined {
  const [head = '', body = '', signature = '', ...more] = token.length > LONGEST ? [] : token.split('.')
  if (more.length > 0 || partOf(head)?.['alg'] !== 'HS256') return undefined
  const given = Buffer.from(signature, 'base64url')
  const isSigned = (key: string | Buffer): boolean => {
    const expected = createHmac('sha256', key).update(`${head}.${body}`).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const signer = acceptedKeys(secret, own).findIndex(isSigned)
  if (signer < 0) return undefined
  const payload = partOf(body)
  if (payload === undefined || !isCurrent(payload, now)) return undefined
  const [id, documentId] = [userIn(payload), member(payload, 'documentId')]
  if (id === undefined) return undefined
  return { id, documentId: signer === 0 && typeof documentId === 'string' ? documentId : undefined }
}

function partOf(text: string): JsonObject | undefined {
  const json = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  return isObject(json) ? json : undefined
}

/**
 * Returns whether the claims `exp` and `nbf` of a JWT allow its use at the time `now`. The claims are times in seconds.
 * If `exp` or `nbf` is not a number, the JWT is invalid.
 */
function isCurrent(payload: JsonObject, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  const [end, start] = [member(payload, 'exp'), member(payload, 'nbf')]
  return (
    (end === undefined || (typeof end === 'number' && seconds < end)) &&
    (start === undefined || (typeof start === 'number' && start <= seconds))
  )
}

/**
 * Returns the id of the user in the claims of a JWT. Servers with sessions use the claim `userId` instead of `id`.
 * Servers with sessions also issue refresh tokens, which grant no access.
 */
function userIn(payload: JsonObject): number | undefined {
  const type = member(payload, 'type')
  if (type !== undefined && type !== 'access') return undefined
  const id: Json | undefined = member(payload, 'id') ?? member(payload, 'userId')
  const number = typeof id === 'string' ? Number(id) : id
  return Number.isSafeInteger(number) && typeof number === 'number' ? number : undefined
}

const LIFETIME = 30 * 24 * 60 * 60

/**
 * Creates a JWT for a user. Only the mock accepts this JWT, for thirty days. The JWT contains the documentId, so
 * that a later user with the same id cannot use it. The parameter `now` is the current time in milliseconds.
 */
export function issueJwt(
  { id, documentId }: Pick<Row, 'id' | 'documentId'>,
  secret: string,
  now: number,
): string {
  const iat = Math.floor(now / 1000)
  const head = encoded({ alg: 'HS256', typ: 'JWT' })
  const body = encoded({ id, documentId, iat, exp: iat + LIFETIME })
  const signature = createHmac('sha256', ownKey(secret)).update(`${head}.${body}`).digest('base64url')
  return `${head}.${body}.${signature}`
}

const encoded = (json: JsonObject): string => Buffer.from(JSON.stringify(json)).toString('base64url')

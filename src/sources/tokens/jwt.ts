/** Signs and checks the JSON Web Tokens of users. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, type Json, type JsonObject, member, parseJson } from '../../util/json.ts'

/** The limit of tokens, in characters. */
const LONGEST = 10_000

/** The user id of a token; undefined if the token is invalid, expired or signed with another secret. */
export function userOfJwt(token: string, secret: string, now: number): number | undefined {
  const [head = '', body = '', signature = '', ...more] = token.length > LONGEST ? [] : token.split('.')
  if (more.length > 0 || partOf(head)?.['alg'] !== 'HS256') return undefined
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const payload = partOf(body)
  return payload !== undefined && isCurrent(payload, now) ? userIn(payload) : undefined
}

function partOf(text: string): JsonObject | undefined {
  const json = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  return isObject(json) ? json : undefined
}

/** `exp` and `nbf` are seconds; if present, they must be numbers. */
function isCurrent(payload: JsonObject, now: number): boolean {
  const seconds = Math.floor(now / 1000)
  const [end, start] = [member(payload, 'exp'), member(payload, 'nbf')]
  return (
    (end === undefined || (typeof end === 'number' && seconds < end)) &&
    (start === undefined || (typeof start === 'number' && start <= seconds))
  )
}

/** Servers with sessions use another claim for the user, and have refresh tokens, which grant no access. */
function userIn(payload: JsonObject): number | undefined {
  const type = member(payload, 'type')
  if (type !== undefined && type !== 'access') return undefined
  const id: Json | undefined = member(payload, 'id') ?? member(payload, 'userId')
  const number = typeof id === 'string' ? Number(id) : id
  return Number.isSafeInteger(number) && typeof number === 'number' ? number : undefined
}

const LIFETIME = 30 * 24 * 60 * 60

/** A token for a user, valid for thirty days. `now` is in milliseconds. */
export function issueJwt(id: number, secret: string, now: number): string {
  const iat = Math.floor(now / 1000)
  const head = encoded({ alg: 'HS256', typ: 'JWT' })
  const body = encoded({ id, iat, exp: iat + LIFETIME })
  const signature = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')
  return `${head}.${body}.${signature}`
}

const encoded = (json: JsonObject): string => Buffer.from(JSON.stringify(json)).toString('base64url')

/** Implements the service `jwt` of users-permissions, which signs and verifies the JWTs of users. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, ownKey } from '../../../own-key.ts'
import { at, type Bag, bagOf, call, isCall } from '../reach.ts'
import { configOf } from '../strapi.ts'

const UNITS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
}
/** The pattern of a duration: a number and an optional unit of time, such as `d` or `days`. */
const UNIT =
  /^(-?\d+(?:\.\d+)?) *(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|y|yrs?|years?)?$/i

/**
 * Converts a duration to seconds. A duration that is a number is a number of seconds. A text such as `30d` contains
 * a unit of time. The unit of a text without a unit is milliseconds.
 */
export function secondsOf(duration: unknown): number {
  if (typeof duration === 'number') return duration
  const found = UNIT.exec(String(duration))
  if (found === null)
    throw new Error('"expiresIn" should be a number of seconds or string representing a timespan')
  const name = (found[2] ?? 'ms').toLowerCase()
  const unit = /^(?:ms|milli)/.test(name) ? 'ms' : name.charAt(0)
  return Math.floor(Number(found[1]) * (UNITS[unit] ?? 1))
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signature = (text: string, secret: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/**
 * Returns the claims of a JWT. @throws Error `Invalid token.` if the signature of the JWT is invalid, or if the JWT
 * has expired
 */
export function verified(token: unknown, secret: string, now: number, own?: string): unknown {
  const [head = '', body = '', sign = '', ...rest] = String(token).split('.')
  const given = Buffer.from(sign, 'base64url')
  // Populace also accepts the JWTs of a real server with the same secret, but signs its own JWTs with another key.
  const isSigned = acceptedKeys(secret, own).some((key) => {
    const expected = signature(`${head}.${body}`, key)
    return rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('Invalid token.')
  const [header, claims] = [parsed(head), parsed(body)]
  const [expires, begins] = [at(claims, 'exp'), at(claims, 'nbf')]
  const isOver = typeof expires === 'number' && now >= expires
  const isEarly = typeof begins === 'number' && now < begins
  if (at(header, 'alg') !== 'HS256' || isOver || isEarly) throw new Error('Invalid token.')
  return claims
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new Error('Invalid token.')
  }
}

/**
 * Makes the service `jwt` of users-permissions.
 * @param secret - A function that returns the secret of the project.
 * @param own - A function that returns the secret from the option `--jwt-secret`.
 */
export const jwtService =
  (secret: () => string, own: () => string | undefined = () => undefined) =>
  ({ strapi }: { readonly strapi: object }): object => {
    const now = (): number => Math.floor(Date.now() / 1000)
    const verify = async (token: unknown): Promise<unknown> => verified(token, secret(), now(), own())
    return {
      issue(payload: unknown, options: unknown = {}): string {
        const given: Bag = { ...bagOf(configOf(strapi, 'plugin::users-permissions.jwt')), ...bagOf(options) }
        const plain = isCall(at(payload, 'toJSON')) ? call(payload, 'toJSON') : payload
        const iat = Number(at(plain, 'iat') ?? now())
        const { expiresIn = '30d' } = given
        const claims = { ...bagOf(plain), iat, exp: iat + secondsOf(expiresIn) }
        const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
        return `${text}.${signature(text, ownKey(own() ?? secret())).toString('base64url')}`
      },
      verify,
      async getToken(context: unknown): Promise<unknown> {
        const authorization = at(context, 'request', 'header', 'authorization')
        if (typeof authorization !== 'string') return null
        const parts = authorization.split(/\s+/)
        return parts.length === 2 && parts[0]?.toLowerCase() === 'bearer' ? verify(parts[1]) : null
      },
    }
  }

/** Tests how tokens are identified by hash or signature until they expire. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { roleByHash } from '../../src/sources/tokens/hashes.ts'
import { issueJwt, userOfJwt } from '../../src/sources/tokens/jwt.ts'
import { roleOfTokens, type TokenKeys } from '../../src/sources/tokens/roles.ts'
import { graphOf } from '../support/datasets.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const seconds = NOW / 1000
const hashOf = (token: string): string => createHmac('sha512', 'salt').update(token).digest('hex')

const encoded = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')

function jwt(payload: unknown, secret = 'secret', head: unknown = { alg: 'HS256', typ: 'JWT' }): string {
  const text = `${encoded(head)}.${encoded(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('API tokens', () => {
  const tokens = [
    { hash: hashOf('one'), expiresAt: null, role: 'first' },
    { hash: hashOf('two'), expiresAt: NOW + 1, role: 'second' },
    { hash: hashOf('old'), expiresAt: NOW, role: 'third' },
    { hash: 'no hash', expiresAt: null, role: 'fourth' },
  ]
  test.each([
    ['one', 'first'],
    ['two', 'second'],
    ['old', undefined],
    ['three', undefined],
    ['', undefined],
    ['no hash', undefined],
    [hashOf('one'), undefined],
  ])('%s', (token, role) => expect(roleByHash(token, 'salt', tokens, NOW)).toBe(role))

  test('API tokens are unknown with another salt', () => {
    expect(roleByHash('one', 'pepper', tokens, NOW)).toBeUndefined()
  })
})

describe('JWTs', () => {
  test.each<[string, string, number | undefined]>([
    ['a JWT with the id of a user', jwt({ id: 7, iat: seconds }), 7],
    ['a JWT that lasts', jwt({ id: 7, exp: seconds + 1 }), 7],
    ['a JWT that is over', jwt({ id: 7, exp: seconds }), undefined],
    ['a JWT that is not yet valid', jwt({ id: 7, nbf: seconds + 1 }), undefined],
    ['a JWT whose expiry is not a number', jwt({ id: 7, exp: 'never' }), undefined],
    ['a JWT of a session', jwt({ userId: '7', sessionId: 'x', type: 'access' }), 7],
    ['a JWT that renews a session', jwt({ userId: '7', sessionId: 'x', type: 'refresh' }), undefined],
    ['a JWT signed by somebody else', jwt({ id: 7 }, 'guess'), undefined],
    ['a JWT that is not signed', `${encoded({ alg: 'none' })}.${encoded({ id: 7 })}.`, undefined],
    ['a JWT of another algorithm', jwt({ id: 7 }, 'secret', { alg: 'HS512' }), undefined],
    ['a JWT of nobody', jwt({}), undefined],
    ['a JWT of no object', jwt([7]), undefined],
    ['a JWT in four parts', `${jwt({ id: 7 })}.x`, undefined],
    ['a JWT in one', 'x', undefined],
    ['a JWT of any length', '.'.repeat(1_000_000), undefined],
  ])('%s', (_what, token, user) => expect(userOfJwt(token, 'secret', NOW)?.id).toBe(user))
})

test('a token of this server identifies its user, and the real server would reject it', () => {
  const token = issueJwt({ id: 7, documentId: 'seven' }, 'secret', NOW)
  expect(userOfJwt(token, 'secret', NOW)).toEqual({ id: 7, documentId: 'seven' })
  const [head = '', body = '', signature] = token.split('.')
  const real = createHmac('sha256', 'secret').update(`${head}.${body}`).digest('base64url')
  expect(signature).not.toBe(real)
})

test("servers with the same `--jwt-secret` accept each other's tokens and those of the real server", () => {
  const user = { id: 7, documentId: 'seven' }
  const token = issueJwt(user, 'own', NOW)
  expect(userOfJwt(token, 'random', NOW, 'own')).toEqual(user)
  expect(userOfJwt(token, 'random', NOW)).toBeUndefined()
  expect(userOfJwt(jwt({ id: 7 }), 'secret', NOW, 'own')?.id).toBe(7)
  expect(userOfJwt(jwt({ id: 7 }, 'own'), 'secret', NOW, 'own')?.id).toBe(7)
  expect(userOfJwt(issueJwt(user, 'secret', NOW), 'secret', NOW, 'own')).toBeUndefined()
})

describe('the role of a bearer token', () => {
  const user = { role: 'reader', isBlocked: false, isConfirmed: true }
  const keys: TokenKeys = {
    salt: 'salt',
    secret: 'secret',
    tokens: [{ hash: hashOf('one'), expiresAt: null, role: 'program' }],
    users: new Map([
      [1, user],
      [2, { ...user, isBlocked: true }],
      [3, { ...user, isConfirmed: false }],
    ]),
    asksConfirmation: false,
  }
  const roleOf = (more: Partial<TokenKeys>, token: string) =>
    roleOfTokens({ ...keys, ...more }, () => NOW)(token)

  test('a user has a role, unless the user is blocked or must still confirm the email address', () => {
    expect(roleOf({}, jwt({ id: 1 }))).toBe('reader')
    expect(roleOf({}, jwt({ id: 2 }))).toBeUndefined()
    expect(roleOf({}, jwt({ id: 9 }))).toBeUndefined()
    expect(roleOf({}, jwt({ id: 3 }))).toBe('reader')
    expect(roleOf({ asksConfirmation: true }, jwt({ id: 3 }))).toBeUndefined()
  })

  test('without the salt no API token is known, and without the secret no JWT is known', () => {
    expect(roleOf({}, 'one')).toBe('program')
    expect(roleOf({ salt: null }, 'one')).toBeUndefined()
    expect(roleOf({ secret: null }, jwt({ id: 1 }))).toBeUndefined()
  })

  test('the reference asks `roleOfToken` only about tokens that the dataset does not list', () => {
    const asked: string[] = []
    const roleOfToken = (token: string) => {
      asked.push(token)
      return token === 'mine' ? 'full-access-token' : token === 'lost' ? 'no such role' : undefined
    }
    const api = createReferenceApi(graphOf('strapi-5.54'), { roleOfToken })
    const status = (token: string): number =>
      api.answer({ url: '/api/secrets', headers: { authorization: `Bearer ${token}` } }).status
    expect([status('mine'), status('tokenFull'), status('other'), status('lost')]).toEqual([
      200, 200, 401, 401,
    ])
    expect(asked).toEqual(['mine', 'other', 'lost'])
  })
})

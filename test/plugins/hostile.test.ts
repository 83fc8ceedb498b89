/** Tests hostile requests to plugin endpoints: the mock answers each of them, and throws no exception. */
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../support/datasets.ts'

const mock = createMock(graphOf('strapi-5.54/dataset'), { budget: 1_000_000 })
const authorization = 'Bearer tokenFull'

const PATHS = ['users', 'users/1', 'users/count', 'upload/files', 'upload/files/1', 'upload/files/page']
const long = (part: string, times: number): string => part.repeat(times)
const QUERIES = [
  `populate=${long('role.users.', 700)}role`,
  `populate=${long('related.cover.', 400)}related`,
  `filters${long('[role]', 18)}[name]=x`,
  `filters[$or][0]${long('[$not]', 15)}[id]=1`,
  `sort=${long('role.users.', 500)}id`,
  `_q=${long('_', 10_000)}`,
  `filters[id][$in]=${long('1,', 5_000)}`,
  `filters[username]=${encodeURIComponent(long('[', 4_000))}`,
  'filters[__proto__][x]=1',
  'filters[constructor]=1',
  `${long('a=1&', 1_500)}b=2`,
  'start=1e308&limit=1e308',
  'start=99999999999999999999&limit=-1',
  'limit[]=1&start[a]=b',
  'fields[0]=password&populate[role][populate][users][fields]=password',
  'filters[role][users][password][$startsWith]=$2',
  'filters[$and][0][role][users][resetPasswordToken][$notNull]=true',
]

describe.each(PATHS)('/api/%s', (path) => {
  test.each(QUERIES.map((query) => [query.slice(0, 60), query] as const))('%s', async (_shown, query) => {
    const answer = await mock.answer({ url: `/api/${path}?${query}`, headers: { authorization } })
    expect([200, 204, 400, 404]).toContain(answer.status)
    expect(answer.body).not.toMatch(/hashed|"password":/)
  })
})

test.each([
  '/api/users/%',
  '/api/users/%00',
  '/api/users/..%2f..%2f',
  '/api/users//',
  '/api//users',
  '/api/upload/files/%ff%fe',
  `/api/users/${'9'.repeat(10_000)}`,
  `/api/users/${'1e'.repeat(5_000)}`,
  `/api/${'users/'.repeat(2_000)}`,
  `/api/connect/${'x/'.repeat(5_000)}`,
  '/api/content-type-builder/content-types/__proto__',
  '/api/content-type-builder/components/constructor',
  '/api/content-type-builder/content-types?kind[a]=b',
  '/api/users-permissions/roles/__proto__',
  '/api/auth/__proto__/callback',
  '/_health/../api/users',
  'http://[::1]/api/users',
  '*',
  '',
])('%s', async (url) => {
  const { status } = await mock.answer({ url, headers: { authorization } })
  expect([200, 204, 400, 404]).toContain(status)
})

const DEEP = long('[', 100_000)
test.each([
  ['application/json', DEEP],
  ['application/json', `${long('{"a":', 50_000)}1${long('}', 50_000)}`],
  [
    'application/json',
    `{"identifier":${long('[', 50_000)}${long(']', 50_000)},"email":${long('{"a":', 50_000)}1${long('}', 50_000)}}`,
  ],
  ['application/json', '{"identifier":{"toString":1},"password":{"__proto__":1}}'],
  ['application/json', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
  ['application/json', '{"identifier":"a\\u0000","password":"\\ud800"}'],
  ['application/json', '{"email":"@","username":"@@","password":"......"}'],
  ['application/json', `{"email":"${long('a.', 5_000)}@${long('b.', 5_000)}c","x":1}`],
  ['application/x-www-form-urlencoded', `a${long('[b]', 5_000)}=1`],
  ['application/x-www-form-urlencoded', long('%', 10_000)],
  ['multipart/form-data; boundary=x', '--x--'],
  ['text/html', '<a>'],
  ['', 'x'],
])('a body of %s', async (type, text) => {
  for (const path of [
    'local',
    'local/register',
    'forgot-password',
    'reset-password',
    'change-password',
    'send-email-confirmation',
    'refresh',
  ]) {
    const answer = await mock.answer({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { 'content-type': type, authorization },
      body: async () => Buffer.from(text),
    })
    expect([400, 404, 500]).toContain(answer.status)
    if (answer.status === 500) expect(type.startsWith('application/')).toBe(false)
    expect(answer.body.length).toBeLessThan(4_000_000)
  }
})

test.each([
  'Bearer',
  'Bearer ..',
  'Bearer a.b.c',
  `Bearer ${'a.'.repeat(5_000)}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJpZCI6MX0.',
  'Bearer __proto__',
  'Bearer constructor',
])('authorization: %s', async (given) => {
  for (const url of ['/api/users/me', '/api/articles']) {
    const { status } = await mock.answer({ url, headers: { authorization: given } })
    expect([200, 401, 403]).toContain(status)
  }
})

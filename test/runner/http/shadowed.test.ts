/** Tests routes that never answer, because an earlier route matches the same paths, and the reports of refusals. */
import { describe, expect, test } from 'vitest'
import { open, PUBLIC } from './loaded.ts'

const OWN: (context: object) => void = (context) => Reflect.set(context, 'body', 'own')
const FILE = 'src/api/article/routes/article.ts'
const BY = { method: 'GET', path: '/api/articles/:id', file: FILE, line: 1 }

const shadowIn = (paths: readonly string[], method = 'GET') =>
  open({
    routes: paths.map((path, at) => ({ method: at === 0 ? 'GET' : method, path, handler: OWN })),
  }).app.routes.at(-1)?.shadowedBy

describe('a route that an earlier route shadows', () => {
  test.each([
    ['/articles/featured', BY],
    ['/articles/:slug', BY],
    ['/articles/featured/:slug', undefined],
    ['/articles/:slug.json', BY],
    ['/articles', undefined],
  ])('%s', (path, expected) => {
    expect(shadowIn(['/articles/:id', path])).toEqual(expected)
  })

  test('an earlier route with another method does not shadow a route', () => {
    expect(shadowIn(['/articles/:id', '/articles/featured'], 'POST')).toBeUndefined()
  })

  test.each(['/articles/featured', '/articles/:id(\\d+)', '/articles/:id([a-z]+)', '/articles/(.*)/all'])(
    'a route after %s is not shadowed, because it also matches other paths',
    (path) => {
      expect(shadowIn([path, '/articles/:slug'])).toBeUndefined()
    },
  )

  test('a shadowed route is listed in the trace of a request that it would match, but not of other requests', async () => {
    const { send } = open({
      routes: ['/articles/:id', '/articles/featured'].map((path) => ({ path, handler: OWN, auth: false })),
    })
    const traced = async (target: string) => (await send(target, { trace: true })).effect?.shadowed
    expect(await traced('/api/articles/featured?a=1')).toEqual({
      ...BY,
      path: '/api/articles/featured',
      by: BY,
    })
    expect(await traced('/api/articles/other')).toBeUndefined()
  })
})

test('the log names the file and line of the policy that refuses a request', async () => {
  const { send, lines } = open({
    routes: [{ path: '/articles/closed', handler: OWN, auth: false, policies: [() => false] }],
  })
  expect((await send('/api/articles/closed', { caller: PUBLIC })).status).toBe(403)
  expect(lines).toEqual([
    expect.stringMatching(
      /^warn: GET \/api\/articles\/closed: the code of the project answered 403 itself: Policy Failed \(loaded\.ts:\d+\)$/,
    ),
  ])
})

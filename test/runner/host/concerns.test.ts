/** Tests the decision whether the code of a project may change the answer to a request. */
import { expect, test } from 'vitest'
import { concernsOf } from '../../../src/sources/runner/host/concerns.ts'
import type { CallerMessage, RouteReport } from '../../../src/sources/runner/protocol.ts'

const route = (method: string, path: string): RouteReport => ({
  method,
  path,
  handler: '',
  isOpen: false,
  file: 'src/api/x/routes/x.ts',
})

const find = 'api::article.article.find'
const findOne = 'api::article.article.findOne'
const create = 'api::article.article.create'

/** Returns the core action for a request to `/api/articles` or `/api/articles/:id`; undefined for other paths. */
function matchCore(method: string, target: string): string | undefined {
  const [, , type, id] = target.split(/[/?]/)
  if (type !== 'articles') return undefined
  if (method === 'POST') return create
  return id === undefined || target.includes('?') ? find : findOne
}

const ready = {
  seesAll: false,
  routes: [
    route('GET', '/api/articles/featured'),
    route('POST', '/api/articles'),
    route('GET', '/api/shop/:rest(.*)'),
  ],
  untouched: [find, findOne],
}

test.each([
  ['GET', '/api/articles?populate=*', false],
  ['GET', '/api/articles/abc', false],
  ['GET', '/api/articles/featured', true],
  ['HEAD', '/api/Articles/Featured/', true],
  ['DELETE', '/api/articles/featured', false],
  ['POST', '/api/articles', true],
  ['GET', '/api/shop/a/b/c', true],
  ['GET', '/api/upload/files', false],
  ['GET', '/', false],
])('%s %s: the code of the project may change the answer: %s', (method, target, expected) => {
  expect(concernsOf(ready, '/api', matchCore).concerns(method, target)).toBe(expected)
})

test('if the code of a project may change any request, every request is sent to the code', () => {
  expect(concernsOf({ ...ready, seesAll: true }, '/api', matchCore).concerns('GET', '/x')).toBe(true)
})

test('requests that match a route whose first segment is a parameter are sent to the code', () => {
  const open = { ...ready, routes: [route('ALL', '/api/:type/x')] }
  expect(concernsOf(open, '/api', matchCore).concerns('GET', '/api/upload/files')).toBe(true)
  expect(concernsOf(open, '/api', matchCore).concerns('GET', '/api/articles/x')).toBe(true)
  expect(concernsOf(open, '/api', matchCore).concerns('GET', '/api/articles/y')).toBe(false)
})

const someone = (kind: 'public' | 'user' | 'token', ...permissions: string[]): CallerMessage => ({
  kind,
  role: 'x',
  permissions,
})

test.each([
  ['an open route', { isOpen: true }, someone('public'), true],
  ['a permitted action', { handler: 'api::shop.shop.scan' }, someone('public', 'api::shop.shop.scan'), true],
  ['another action', { handler: 'api::shop.shop.scan' }, someone('user', 'api::shop.shop.find'), false],
  ['an action of every type', { handler: 'api::shop.shop.find' }, someone('token', '*.find'), true],
  ['every action', { handler: 'api::shop.shop.scan' }, someone('token', '*'), true],
  ['a function, for a user', {}, someone('user'), true],
  ['a function, for nobody', {}, someone('public', 'api::shop.shop.scan'), false],
])('%s: the caller may use the route: %s', (_what, change, caller, expected) => {
  const routes = [{ ...route('POST', '/api/shop'), ...change }]
  const { mayUse } = concernsOf({ ...ready, routes }, '/api', matchCore)
  expect(mayUse('POST', '/api/shop?x=1', caller)).toBe(expected)
  expect(mayUse('POST', '/api/other', caller)).toBe(false)
})

const shop = { ...ready, routes: [route('GET', '/api/shop/:id'), route('GET', '/api/shop/:id/parts')] }

test.each([
  ['GET', '/api/shop/1', '/api/shop/2?x=1'],
  ['GET', '/api/shop/1/parts', '/api/shop/2/parts'],
  ['GET', '/api/articles/a', '/api/articles/b'],
])('%s %s and %s have the same route', (method, one, other) => {
  const { routeOf } = concernsOf(shop, '/api', matchCore)
  expect(routeOf(method, one)).toBe(routeOf(method, other))
})

test.each([
  ['/api/shop/1', '/api/shop/1/parts'],
  ['/api/articles', '/api/articles/a'],
  ['/one', '/other'],
])('%s and %s have different routes', (one, other) => {
  const { routeOf } = concernsOf({ ...shop, seesAll: true }, '/api', matchCore)
  expect(routeOf('GET', one)).not.toBe(routeOf('GET', other))
  expect(routeOf('GET', one)).not.toBe(routeOf('POST', one))
})

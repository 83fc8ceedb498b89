/** Tests paths of content types that only the routes of the project can answer. */
import { expect, test } from 'vitest'
import { takenPaths, unroutedTypes } from '../../../src/sources/runner/thread/http/routes.ts'
import type { RawRoute } from '../../../src/sources/runner/thread/loaded.ts'

const strapi = {
  contentTypes: {
    'api::page.page': { kind: 'collectionType', info: { singularName: 'page', pluralName: 'pages' } },
    'api::home.home': { kind: 'singleType', info: { singularName: 'home', pluralName: 'homes' } },
    'plugin::map.pin': { kind: 'collectionType', info: { singularName: 'pin', pluralName: 'pins' } },
  },
}

const ROUTE: RawRoute = {
  ...{ method: 'GET', path: '/pages', handler: 'api::page.page.find', config: {} },
  ...{ owner: { kind: 'api', name: 'page', file: '' }, hasPrefix: true, isStock: false },
}

test.each([
  ['/api/pages', 'api::page.page'],
  ['/api/Pages/abc/', 'api::page.page'],
  ['/api/pages/abc/more', undefined],
  ['/api/home', 'api::home.home'],
  ['/api/homes', undefined],
  ['/api/pins', undefined],
  ['/pages', undefined],
])('%s: %s', (path, expected) => {
  expect(takenPaths({ routes: [ROUTE], strapi }, '/api')(path)).toBe(expected)
  expect(takenPaths({ routes: [], strapi }, '/api')(path)).toBeUndefined()
})

test('a content type is listed as unrouted only if the project has routes and none may match the path of the type', () => {
  const open = { ...ROUTE, path: '/:any' }
  expect(unroutedTypes({ routes: [ROUTE], strapi }, '/api')).toEqual(['api::home.home'])
  expect(unroutedTypes({ routes: [ROUTE, open], strapi }, '/api')).toEqual([])
  expect(unroutedTypes({ routes: [], strapi }, '/api')).toEqual([])
})

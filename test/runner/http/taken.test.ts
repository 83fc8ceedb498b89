/** Paths of content types that only the routers of the project answer. */
import { expect, test } from 'vitest'
import { takenPaths } from '../../../src/runner/thread/http/routes.ts'
import type { RawRoute } from '../../../src/runner/thread/loaded.ts'

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
  ['/api/pages', true],
  ['/api/Pages/abc/', true],
  ['/api/pages/abc/more', false],
  ['/api/home', true],
  ['/api/homes', false],
  ['/api/pins', false],
  ['/pages', false],
])('%s: %s', (path, expected) => {
  expect(takenPaths({ routes: [ROUTE], strapi }, '/api')(path)).toBe(expected)
  expect(takenPaths({ routes: [], strapi }, '/api')(path)).toBe(false)
})

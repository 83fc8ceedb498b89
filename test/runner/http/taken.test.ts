/** Tests paths of content types that only the routes of the project can answer. */
import { expect, test } from 'vitest'
import { startCode } from '../../../src/server/code/start.ts'
import type { ProjectCode } from '../../../src/sources/runner/project-code.ts'
import {
  takenPaths,
  unreachedActions,
  unroutedTypes,
} from '../../../src/sources/runner/thread/http/routes.ts'
import type { RawRoute } from '../../../src/sources/runner/thread/loaded.ts'
import { GUIDE } from '../../support/sabotaged.ts'

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

test('if the files of all routers are left out, every content type is unrouted, and its paths are taken', () => {
  const project = { routes: [], strapi, hasRouters: true }
  expect(unroutedTypes(project, '/api')).toEqual(['api::page.page', 'api::home.home'])
  expect(takenPaths(project, '/api')('/api/pages/abc')).toBe('api::page.page')
  expect(unreachedActions(project, [])).toContain('api::page.page.find')
})

test('the actions of a content type to which no route leads are listed, if the project has routes', () => {
  const action = { uid: 'api::page.page', name: 'find', file: '', isCore: true, run: [] }
  const ofPage = (found: readonly string[]) => found.filter((one) => one.startsWith('api::page'))
  const found = unreachedActions({ routes: [ROUTE], strapi }, [{ action }])
  expect(ofPage(found)).toEqual(
    ['findOne', 'create', 'update', 'delete'].map((name) => `api::page.page.${name}`),
  )
  expect(unreachedActions({ routes: [], strapi }, [])).toEqual([])
})

test('a permission for an action without a route is removed, and a note reports it', async () => {
  const unreached = ['api::author.author.find', 'api::page.page.find']
  const project: ProjectCode = {
    report: { routes: [], files: [], problems: [], unreached },
    concerns: () => false,
    hasRoute: () => false,
    answer: () => Promise.reject(new Error('The content API answers every request')),
    useHost: () => undefined,
    end: () => undefined,
  }
  const code = { problems: [], actions: new Map(), start: async () => project }
  const started = await startCode({ code }, GUIDE, {})
  const permissions = (graph: typeof GUIDE | undefined) => [
    ...(graph?.access.roles.get('public')?.permissions ?? []),
  ]
  const [before, after] = [permissions(GUIDE), permissions(started?.graph)]
  expect(before).toContain('api::author.author.find')
  expect(started?.code.report.problems).toContainEqual({
    file: 'permissions',
    line: 0,
    message: 'no route leads to api::author.author.find, so this permission of the role public has no effect',
  })
  expect(after).toEqual(before.filter((action) => action !== 'api::author.author.find'))
})

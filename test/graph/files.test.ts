import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/util/json.ts'
import { brief, faultsOf, graphOf, LIBRARY } from './library.ts'

const faultsWith = (change: { readonly [file: string]: Json }): readonly string[] =>
  faultsOf({ ...LIBRARY, ...change }).map(brief)

test('missing files get defaults', () => {
  const { locales, access, settings } = graphOf({
    contentTypes: LIBRARY.contentTypes,
    components: LIBRARY.components,
  })
  expect(locales).toEqual({ default: 'en', codes: [{ code: 'en', name: 'English (en)' }] })
  expect(access.publicRole).toBe('public')
  expect([...access.roles.values()]).toEqual([{ name: 'public', permissions: new Set(['*']) }])
  expect(access.tokens.size).toBe(0)
  expect(settings).toEqual({
    prefix: '/api',
    defaultLimit: 25,
    maxLimit: null,
    withCount: true,
    strictParams: false,
  })
})

test('a dataset without content types is a fault', () => {
  expect(faultsOf({ contentTypes: {} }).map(brief)).toEqual(['content-types# no schema'])
})

describe('settings.json', () => {
  test('each setting is optional', () => {
    const rest = { prefix: '', maxLimit: 50, strictParams: true }
    expect(graphOf({ ...LIBRARY, settings: { rest } }).settings).toEqual({
      prefix: '',
      defaultLimit: 25,
      maxLimit: 50,
      withCount: true,
      strictParams: true,
    })
  })

  test.each([
    [{ prefix: 'api' }, '/rest/prefix not a prefix'],
    [{ prefix: '/api/' }, '/rest/prefix not a prefix'],
    [{ defaultLimit: -1 }, '/rest/defaultLimit not a limit'],
    [{ defaultLimit: null }, '/rest/defaultLimit not a limit'],
    [{ maxLimit: 1.5 }, '/rest/maxLimit not a limit'],
    [{ withCount: 1 }, '/rest/withCount wrong type'],
    [{ strictParams: 'yes' }, '/rest/strictParams wrong type'],
    [{ defaultlimit: 5 }, '/rest/defaultlimit unknown key'],
    [[], '/rest wrong type'],
  ])('the loader of settings.json rejects %j', (rest, expected) => {
    expect(faultsWith({ settings: { rest } })).toEqual([`settings.json#${expected}`])
  })
})

describe('locales.json', () => {
  test('a locale without a name has its code as name', () => {
    expect(graphOf(LIBRARY).locales.codes).toContainEqual({ code: 'fr', name: 'fr' })
  })

  test.each([
    [{ default: 'en', locales: [{ code: 'fr' }] }, '/default unknown locale'],
    [{ default: 'en', locales: [{ code: 'en' }, { code: 'en' }] }, '/locales/1/code duplicate locale'],
    [{ default: 'en', locales: [{ code: 'en', x: 1 }] }, '/locales/0/x unknown key'],
    [{ default: 'en', locales: [{ code: 'en' }, {}] }, '/locales/1/code wrong type'],
    [{ locales: [{ code: 'en' }] }, '/default wrong type'],
  ])('the loader of locales.json rejects %j', (locales, expected) => {
    expect(faultsWith({ locales })[0]).toBe(`locales.json#${expected}`)
  })
})

describe('access.json', () => {
  const roles = { public: { permissions: ['api::book.book.find', '*.findOne', '*'] } }

  test('access.json assigns permissions to roles, and roles to tokens', () => {
    const { access } = graphOf({ ...LIBRARY, access: { roles, tokens: { secret: 'public' } } })
    expect(access.roles.get('public')?.permissions).toEqual(new Set(roles.public.permissions))
    expect(access.tokens.get('secret')).toBe('public')
  })

  test.each([
    [{ publicRole: 'x', roles }, '/publicRole unknown role'],
    [{ roles, tokens: { t: 'x' } }, '/tokens/t unknown role'],
    [{ roles, tokens: { t: 1 } }, '/tokens/t wrong type'],
    [{ roles, tokens: { 'a b': 'public' } }, '/tokens/a b a token that no header can carry'],
    [{ roles, tokens: { '': 'public' } }, '/tokens/ a token that no header can carry'],
    [{ roles, tokens: { 'a\ufeffb': 'public' } }, '/tokens/a\ufeffb a token that no header can carry'],
    [
      { roles: { public: { permissions: ['*', 'api::book.book.publish'] } } },
      '/roles/public/permissions/1 unknown action',
    ],
    [{ roles: { public: { permissions: ['api::x.x.find'] } } }, '/roles/public/permissions/0 unknown action'],
    [{ roles: { public: { permissions: 'all' } } }, '/roles/public/permissions wrong type'],
    [{ roles: { public: { may: [] } } }, '/roles/public/may unknown key'],
    [{ roles, users: {} }, '/users unknown key'],
  ])('access.json rejects %j', (access, expected) => {
    expect(faultsWith({ access })).toEqual([`access.json#${expected}`])
  })
})

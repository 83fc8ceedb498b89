/**
 * Tests unusual names and values in schemas, rows and settings. Many are valid, and some are rejected because they
 * would break answers.
 */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { readScalar } from '../../src/reference/schema/scalar.ts'
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import { brief, collection, faultsOf, graphOf, rowById } from '../graph/library.ts'

const thing = collection('thing', { name: { type: 'string' } })
const LOCALIZED = { pluginOptions: { i18n: { localized: true } } }

describe('an attribute', () => {
  const named = (name: string) => ({
    contentTypes: { thing: collection('thing', Object.fromEntries([[name, { type: 'string' }]])) },
    entries: { thing: [Object.fromEntries([[name, 'here']]), {}] },
  })

  test.each([
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    '*',
    '0',
    '17',
    '007',
    ' a',
    'a\t',
    '\n',
    'a\ud800',
    '\udc00',
  ])('an attribute cannot be called %j, because no query could name it', (name) =>
    expect(faultsOf(named(name)).map(({ message }) => message)[0]).toBe('unusable attribute name'),
  )

  test.each([
    'then',
    'length',
    'toJSON',
    'name',
    'a b',
    'é',
    '🍕',
    '-1',
    '1e3',
    '%',
    '%00',
    '&',
    '=',
    '+',
    '#',
    '?',
    '/',
    '\\',
    '"',
    "'",
    '~1',
    'on',
    'populate',
    'fields',
    'sort',
    'count',
    'true',
    'null',
    'undefined',
    '\u0000',
    'x'.repeat(300),
  ])('an attribute called %j can be filtered, sorted, selected and answered', (name) => {
    const graph = graphOf(named(name))
    const key = encodeURIComponent(name)
    const url = `/api/things?filters[${key}][$eq]=here&sort=${key}:desc&fields=${key}`
    const { status, body } = createReferenceApi(graph).answer({ url })
    expect(status).toBe(200)
    const { data } = JSON.parse(body)
    expect(data).toHaveLength(1)
    expect(Object.entries(data[0]).find(([one]) => one === name)).toEqual([name, 'here'])
  })
})

test('names such as `__proto__` and `constructor` are valid for types, roles, tokens, components and files', () => {
  const part = { attributes: { constructor_: { type: 'string' } } }
  const files = JSON.parse(`{
    "contentTypes": {"__proto__": ${JSON.stringify(collection('prototype', { part: { type: 'component', component: '__proto__.constructor' } }))}},
    "components": {"__proto__/constructor": ${JSON.stringify(part)}},
    "entries": {"prototype": [{"documentId": "__proto__", "part": {"constructor_": "x"}}]},
    "access": {"publicRole": "__proto__", "roles": {"__proto__": {"permissions": ["*"]}}, "tokens": {"__proto__": "__proto__"}}
  }`)
  const graph = graphOf(files)
  const url = '/api/prototypes/__proto__?populate=part'
  const { status, body } = createReferenceApi(graph).answer({
    url,
    headers: { authorization: 'Bearer __proto__' },
  })
  expect(status).toBe(200)
  expect(JSON.parse(body).data.part).toEqual({ id: 1, constructor_: 'x' })
  expect(Reflect.get({}, 'constructor_')).toBeUndefined()
})

describe('values', () => {
  test.each<[ScalarType, string | number]>([
    ['datetime', '2024-01-01T10:00TX'],
    ['datetime', '2024-01-01T10:00ZT'],
    ['datetime', '9999-12-31T23:59-12:00'],
    ['datetime', '0000-01-01T00:00+12:00'],
    ['datetime', '2024-01-01T10:00+99:00'],
    ['datetime', '+012024-01-01T00:00Z'],
    ['biginteger', '9'.repeat(1001)],
    ['timestamp', '1'.repeat(2000)],
    ['integer', 1.5],
    ['date', '2024-02-30'],
  ])('values of type %s cannot be %j', (type, json) => {
    expect(readScalar({ type, enum: [] }, json)).toHaveProperty('expected')
  })

  test('a biginteger of 1000 digits keeps all its digits', () => {
    expect(readScalar({ type: 'biginteger', enum: [] }, '9'.repeat(1000))).toEqual({
      value: '9'.repeat(1000),
    })
  })
})

describe('files of rows', () => {
  test.each([null, {}, 'rows', 0])(
    'files of rows are a fault if they contain %j instead of a list',
    (json) => {
      expect(faultsOf({ contentTypes: { thing }, entries: { thing: json } }).map(brief)).toEqual([
        'entries/thing.json# wrong type',
      ])
      expect(faultsOf({ contentTypes: { thing }, media: json }).map(brief)).toEqual([
        'media.json# wrong type',
      ])
    },
  )

  test('files of rows are reported if the type has another name, even if they have the name of the schema file', () => {
    const files = { contentTypes: { thing: collection('other', {}) }, entries: { thing: [{}] } }
    expect(faultsOf(files).map(brief)).toEqual(['entries/thing.json# rows of an unknown type'])
  })

  test('if the schema file of a type is broken, only that file is reported, not the rows of the type', () => {
    const files = { contentTypes: { thing: {}, other: collection('other', {}) }, entries: { thing: [{}] } }
    expect(faultsOf(files).map(({ file }) => file)).toEqual([
      'content-types/thing.json',
      'content-types/thing.json',
    ])
  })

  test('files of rows are a fault if their name fits two types', () => {
    const files = { contentTypes: { a: collection('admin-user', {}) }, entries: { 'admin-user': [{}] } }
    expect(faultsOf(files)).toMatchObject([{ file: 'entries/admin-user.json', message: 'rows of two types' }])
    expect(faultsOf({ ...files, entries: { 'api-admin-user-admin-user': [{}] } })).toEqual([])
  })
})

test.each(['\ud800', 'a\udfff'])('the documentId %j is a fault', (documentId) => {
  expect(faultsOf({ contentTypes: { thing }, entries: { thing: [{ documentId }] } }).map(brief)).toEqual([
    'entries/thing.json#/0/documentId wrong documentId',
  ])
})

test('a documentId may be any text that a URL can contain', () => {
  const ids = ['/', '..', '%', '?', 'é', '🍕', '\u0000', 'a b', '#', '__proto__']
  const graph = graphOf({
    contentTypes: { thing },
    entries: { thing: ids.map((documentId) => ({ documentId, name: documentId })) },
  })
  const { answer } = createReferenceApi(graph)
  for (const [index, id] of ids.entries()) {
    expect(JSON.parse(answer({ url: `/api/things/${encodeURIComponent(id)}` }).body).data).toMatchObject({
      id: index + 1,
      name: id,
    })
  }
})

test('a link to an unknown folder is ignored in a media file, and a fault in any other row', () => {
  const folder = { type: 'relation', relation: 'oneToOne', target: 'plugin::upload.folder' }
  const contentTypes = { thing: collection('thing', { folder }) }
  expect(faultsOf({ contentTypes, media: [{ folder: 7 }] })).toEqual([])
  expect(faultsOf({ contentTypes, entries: { thing: [{ folder: 7 }] } }).map(brief)).toEqual([
    'entries/thing.json#/0/folder dangling reference',
  ])
})

test('`__component` of a component must be the type that its attribute has', () => {
  const part = { type: 'component', component: 'a.part' }
  const contentTypes = { thing: collection('thing', { part }) }
  const components = { 'a/part': { attributes: {} }, 'a/other': { attributes: {} } }
  const faultsWith = (uid: string): readonly string[] =>
    faultsOf({ contentTypes, components, entries: { thing: [{ part: { __component: uid } }] } }).map(brief)
  expect(faultsWith('a.part')).toEqual([])
  expect(faultsWith('a.other')).toEqual(['entries/thing.json#/0/part/__component unknown attribute'])
})

describe('locales', () => {
  test('locales without a valid code are a fault, because no locale can be the default', () => {
    expect(faultsOf({ contentTypes: { thing }, locales: { default: 'en', locales: [] } }).map(brief)).toEqual(
      ['locales.json#/default unknown locale'],
    )
  })

  test('locales with the code `*` are a fault, because `*` means all locales', () => {
    const locales = { default: '*', locales: [{ code: '*' }] }
    expect(
      faultsOf({ contentTypes: { thing: collection('thing', {}, LOCALIZED) }, locales }).map(brief),
    ).toEqual(['locales.json#/locales/0/code not a locale'])
  })
})

describe('a prefix', () => {
  test.each(['/a b', '/é', '/%61', '/a\\b', '/a/../b', '/..', '/.', '/a"', '/\u0000', '//'])(
    '%j is not a valid prefix of the API',
    (prefix) => {
      expect(faultsOf({ contentTypes: { thing }, settings: { rest: { prefix } } }).map(brief)).toEqual([
        'settings.json#/rest/prefix not a prefix',
      ])
    },
  )

  test.each(['', '/api', '/API/v1.2', '/a-b_c~d', '/.well-known', "/!$&'()*+,;=:@", '/...'])(
    '%j is a valid prefix of the API',
    (prefix) => {
      const graph = graphOf({ contentTypes: { thing }, settings: { rest: { prefix } } })
      expect(createReferenceApi(graph).answer({ url: `${prefix}/things` }).status).toBe(200)
    },
  )
})

test('ids may be as high as the largest safe integer, and every row gets a different id', () => {
  const graph = graphOf({
    contentTypes: { thing },
    entries: { thing: [{ id: Number.MAX_SAFE_INTEGER }, {}, { id: 1 }] },
  })
  expect(rowById(graph, 'api::thing.thing', Number.MAX_SAFE_INTEGER).id).toBe(Number.MAX_SAFE_INTEGER)
  expect(rowById(graph, 'api::thing.thing', 2).documentId).not.toBe('')
})

import { describe, expect, test } from 'vitest'
import { collectFaults } from '../../src/reference/schema/fault.ts'
import { loadSchema, type SchemaFiles } from '../../src/reference/schema/load.ts'
import type { Attribute, Schema } from '../../src/reference/schema/schema.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'

const relation = (kind: string, target: string, more: JsonObject = {}): JsonObject => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

const type = (name: string, attributes: Json, more: JsonObject = {}): JsonObject => ({
  info: { singularName: name, pluralName: `${name}s` },
  attributes,
  ...more,
})

function read(files: Partial<SchemaFiles>) {
  const { faults, report } = collectFaults()
  const { schema } = loadSchema({ contentTypes: {}, components: {}, ...files }, report)
  return { schema, faults: faults.map(({ file, pointer, message }) => `${file}#${pointer} ${message}`) }
}

function schemaOf(files: Partial<SchemaFiles>): Schema {
  const { schema, faults } = read(files)
  expect(faults).toEqual([])
  return schema
}

/** Returns the attributes of a content type `thing` with the given schema. */
function attributesOf(attributes: JsonObject, more: JsonObject = {}): ReadonlyMap<string, Attribute> {
  const schema = schemaOf({
    contentTypes: { thing: type('thing', attributes, more) },
    components: { 'parts/part': { attributes: {} } },
  })
  return schema.contentTypes.get('api::thing.thing')?.attributes ?? new Map()
}

describe('a content type', () => {
  test('a content type has its own attributes, followed by the attributes of every type', () => {
    const attributes = attributesOf({ b: { type: 'string' }, a: { type: 'string' } })
    expect([...attributes.keys()].join(' ')).toBe(
      'b a createdAt updatedAt publishedAt createdBy updatedBy locale localizations',
    )
    expect(attributes.get('publishedAt')).toMatchObject({ kind: 'scalar', type: 'datetime', private: false })
    expect(attributes.get('createdBy')).toMatchObject({
      via: 'creator',
      target: 'admin::user',
      private: true,
    })
    expect(attributes.get('locale')).toMatchObject({ type: 'string', private: true })
    expect(attributes.get('localizations')).toMatchObject({ via: 'localizations', many: true, private: true })
  })

  test('a content type shows locale and localizations if it is localized, and creators if an option says so', () => {
    const more = { pluginOptions: { i18n: { localized: true } }, options: { populateCreatorFields: true } }
    const attributes = attributesOf({}, more)
    for (const name of ['locale', 'localizations', 'createdBy', 'updatedBy']) {
      expect(attributes.get(name)?.private).toBe(false)
    }
  })

  test('a content type has the uid that its file states, or one made from its singular name', () => {
    const { contentTypes } = schemaOf({
      contentTypes: { a: type('a', {}), b: type('b', {}, { uid: 'api::x.b' }) },
    })
    expect([...contentTypes.keys()].slice(0, 2)).toEqual(['api::a.a', 'api::x.b'])
  })

  test('attributes that their definition or the options of the schema mark as private are private in the content type', () => {
    const options = { privateAttributes: ['b', 'createdAt'] }
    const string = { type: 'string' }
    const attributes = attributesOf({ a: { ...string, private: true }, b: string, c: string }, { options })
    expect([...attributes.values()].filter((attribute) => attribute.private).map(({ name }) => name)).toEqual(
      ['a', 'b', 'createdAt', 'createdBy', 'updatedBy', 'locale', 'localizations'],
    )
  })
})

test('a component has only its own attributes, and its path gives its uid', () => {
  const { components } = schemaOf({
    components: { 'shared/seo': { attributes: { createdAt: { type: 'date' } } } },
  })
  expect([...(components.get('shared.seo')?.attributes.keys() ?? [])]).toEqual(['createdAt'])
})

test.each<[Json, object]>([
  [{ type: 'password' }, { kind: 'scalar', type: 'password', default: null, enum: [], searchable: true }],
  [
    { type: 'enumeration', enum: ['x'], default: 'x' },
    { kind: 'scalar', enum: ['x'], default: 'x' },
  ],
  [
    { type: 'biginteger', default: 5, searchable: false },
    { default: '5', searchable: false },
  ],
  [{ type: 'media' }, { kind: 'media', many: false }],
  [
    { type: 'media', multiple: true },
    { kind: 'media', many: true },
  ],
  [
    { type: 'component', component: 'parts.part' },
    { kind: 'component', many: false, component: 'parts.part' },
  ],
  [
    { type: 'component', component: 'parts.part', repeatable: true },
    { kind: 'component', many: true },
  ],
  [
    { type: 'dynamiczone', components: ['parts.part'] },
    { kind: 'zone', components: ['parts.part'] },
  ],
  [
    relation('oneToOne', 'admin::user'),
    { kind: 'relation', many: false, target: 'admin::user', inverse: null },
  ],
  [relation('oneToMany', 'admin::user'), { many: true, via: 'stored' }],
  [relation('manyToOne', 'admin::user', { inversedBy: null }), { many: false, inverse: null }],
  [
    { type: 'relation', relation: 'morphToOne' },
    { kind: 'morphTo', many: false },
  ],
  [
    { type: 'relation', relation: 'morphToMany' },
    { kind: 'morphTo', many: true },
  ],
  [
    relation('morphMany', 'plugin::upload.file', { morphBy: 'related' }),
    { kind: 'morphBy', many: true, by: 'related', target: 'plugin::upload.file' },
  ],
])('attribute %j', (json, expected) => {
  expect(attributesOf({ it: json }).get('it')).toMatchObject({ name: 'it', private: false, ...expected })
})

test('the two attributes of a two-sided relation name each other', () => {
  const { contentTypes } = schemaOf({
    contentTypes: {
      a: type('a', { bs: relation('oneToMany', 'api::b.b', { mappedBy: 'a' }) }),
      b: type('b', { a: relation('manyToOne', 'api::a.a', { inversedBy: 'bs' }) }),
    },
  })
  expect(contentTypes.get('api::a.a')?.attributes.get('bs')).toMatchObject({ inverse: 'a', many: true })
  expect(contentTypes.get('api::b.b')?.attributes.get('a')).toMatchObject({ inverse: 'bs', many: false })
})

describe('built-in types', () => {
  test('built-in types are last, and their attributes have a fixed order', () => {
    const { contentTypes } = schemaOf({ contentTypes: { a: type('a', {}) } })
    expect([...contentTypes.keys()]).toEqual([
      'api::a.a',
      'plugin::upload.file',
      'plugin::upload.folder',
      'plugin::users-permissions.user',
      'plugin::users-permissions.role',
      'admin::user',
      'admin::role',
    ])
    const file = contentTypes.get('plugin::upload.file')
    expect([...(file?.attributes.keys() ?? [])].slice(14, 18)).toEqual([
      'provider_metadata',
      'related',
      'folder',
      'folderPath',
    ])
    expect(file?.attributes.get('folder')?.private).toBe(true)
  })

  test('built-in types are replaced by types of the dataset, and relations to replaced attributes are removed', () => {
    const uid = 'plugin::upload.file'
    const { contentTypes } = schemaOf({
      contentTypes: { file: type('file', { name: { type: 'string' } }, { uid }) },
    })
    expect(contentTypes.get(uid)?.attributes.has('url')).toBe(false)
    const folder = contentTypes.get('plugin::upload.folder')?.attributes
    expect(folder?.has('parent')).toBe(true)
    expect(folder?.has('files')).toBe(false)
  })
})

describe('faults of an attribute', () => {
  const other = {
    one: relation('oneToOne', 'api::thing.thing'),
    back: relation('oneToMany', 'api::thing.thing', { mappedBy: 'it' }),
    inverse: relation('manyToOne', 'api::thing.thing', { inversedBy: 'it' }),
    text: { type: 'string' },
  }
  const contentTypes = (it: Json) => ({
    other: type('other', { one: other.one, text: other.text }),
    thing: type('thing', { it }),
  })

  test.each<[string, Json, string]>([
    ['no object', 5, ' wrong type'],
    ['no type', {}, '/type wrong type'],
    ['an unknown type', { type: 'strin' }, '/type unknown attribute type'],
    ['a flag that is none', { type: 'string', private: 'yes' }, '/private wrong type'],
    ['a wrong default', { type: 'integer', default: 'x' }, '/default wrong default'],
    [
      'a default outside the list',
      { type: 'enumeration', enum: ['a'], default: 'b' },
      '/default wrong default',
    ],
    ['an enumeration without values', { type: 'enumeration' }, '/enum wrong type'],
    ['an unknown relation', relation('oneToNone', 'api::other.other'), '/relation unknown relation'],
    ['a relation without target', { type: 'relation', relation: 'oneToOne' }, '/target wrong type'],
    ['an unknown target', relation('oneToOne', 'api::x.x'), '/target unknown content type'],
    ['a component as target', relation('oneToOne', 'parts.part'), '/target unknown content type'],
    ['an unknown component', { type: 'component', component: 'parts.x' }, '/component unknown component'],
    [
      'an unknown component in a zone',
      { type: 'dynamiczone', components: ['parts.part', 'x.y'] },
      '/components/1 unknown component',
    ],
    ['a morphBy that is missing', relation('morphOne', 'api::other.other'), '/morphBy wrong type'],
    [
      'a morphBy that is not a morphTo',
      relation('morphOne', 'api::other.other', { morphBy: 'text' }),
      '/morphBy morphBy names no morphTo',
    ],
    [
      'an inverse that does not exist',
      relation('oneToOne', 'api::other.other', { inversedBy: 'x' }),
      '/inversedBy the other side does not point back',
    ],
    [
      'an inverse that does not point back',
      relation('oneToOne', 'api::other.other', { mappedBy: 'one' }),
      '/mappedBy the other side does not point back',
    ],
    [
      'an inverse that is not a relation',
      relation('oneToOne', 'api::other.other', { mappedBy: 'text' }),
      '/mappedBy the other side does not point back',
    ],
    [
      'two inverses',
      relation('oneToOne', 'api::other.other', { mappedBy: 'a', inversedBy: 'b' }),
      ' relation with two inverses',
    ],
  ])('%s', (_, it, expected) => {
    const files = { contentTypes: contentTypes(it), components: { 'parts/part': { attributes: {} } } }
    expect(read(files).faults).toEqual([`content-types/thing.json#/attributes/it${expected}`])
  })

  test.each([
    ['both sides own', 'manyToOne', 'inversedBy', other.inverse],
    ['kinds that do not fit', 'oneToOne', 'mappedBy', other.back],
  ])('%s: the fault is reported for one of the two attributes', (_, kind, key, back) => {
    const it = relation(kind, 'api::other.other', { inversedBy: 'back' })
    const files = { contentTypes: { other: type('other', { back }), thing: type('thing', { it }) } }
    expect(read(files).faults).toEqual([
      `content-types/other.json#/attributes/back/${key} the other side does not point back`,
    ])
  })

  test.each([
    'id',
    'documentId',
    '__proto__',
    'constructor',
    'prototype',
    'a.b',
    '$a',
    '',
    '__type',
    'locale',
    'a[0]',
  ])('the reserved name %j', (name) => {
    const attributes: Json = JSON.parse(`{${JSON.stringify(name)}: {"type": "string"}}`)
    const pointer = `/attributes/${name}`
    expect(read({ contentTypes: { thing: type('thing', attributes) } }).faults).toEqual([
      `content-types/thing.json#${pointer} unusable attribute name`,
    ])
  })
})

describe('faults of a schema file', () => {
  const info = { singularName: 'thing', pluralName: 'things' }
  test.each<[string, Json, readonly string[]]>([
    ['no object', [], ['# wrong type']],
    ['no names', {}, ['#/info/singularName wrong type', '#/info/pluralName wrong type']],
    [
      'a name that is not a route',
      { info: { ...info, pluralName: 'My Things' } },
      ['#/info/pluralName not a route name'],
    ],
    [
      'one name for both',
      { info: { ...info, pluralName: 'thing' } },
      ['#/info/pluralName duplicate pluralName'],
    ],
    ['a uid that is none', { info, uid: 'thing' }, ['#/uid not a uid']],
    ['an unknown kind', { info, kind: 'single' }, ['#/kind unknown kind']],
    ['attributes that are none', { info, attributes: [] }, ['#/attributes wrong type']],
    [
      'a flag that is none',
      { info, options: { draftAndPublish: 1 } },
      ['#/options/draftAndPublish wrong type'],
    ],
    [
      'localized that is none',
      { info, pluginOptions: { i18n: { localized: 1 } } },
      ['#/pluginOptions/i18n/localized wrong type'],
    ],
    [
      'private names that are none',
      { info, options: { privateAttributes: [1] } },
      ['#/options/privateAttributes/0 wrong type'],
    ],
  ])('%s', (_, json, expected) => {
    expect(read({ contentTypes: { thing: json } }).faults).toEqual(
      expected.map((fault) => `content-types/thing.json${fault}`),
    )
  })

  test('a uid or a name that another type already has is a fault', () => {
    const plural = { info: { singularName: 'foo', pluralName: 'as' } }
    const { faults } = read({ contentTypes: { a: type('a', {}), again: type('a', {}), b: plural } })
    expect(faults).toEqual([
      'content-types/again.json# duplicate uid',
      'content-types/b.json#/info/pluralName duplicate pluralName',
    ])
  })

  test('a component without a category is a fault', () => {
    expect(read({ components: { seo: { attributes: {} } } }).faults).toEqual([
      'components/seo.json# component without category',
    ])
  })
})

/**
 * Tests that each fault of a dataset is reported once, at its cause. Parts of the dataset that depend on the faulty
 * part are not reported.
 */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/util/json.ts'
import { attributeFaults, attributes, faultsAfter, faultTexts, files, member, put } from './faults-after.ts'
import { brief, faultsOf } from './library.ts'

describe('a schema file', () => {
  test.each<[string, string, Json, string]>([
    ['that is not an object', '', [], ' wrong type'],
    ['without names', 'info', { pluralName: 'authors' }, '/info/singularName wrong type'],
    [
      'with an invalid route name',
      'info',
      { singularName: 'author', pluralName: 'A B' },
      '/info/pluralName not a route name',
    ],
    ['with an invalid uid', 'uid', 'x', '/uid not a uid'],
    ['of an unknown kind', 'kind', 'x', '/kind unknown kind'],
    [
      'with the names of another',
      'info',
      { singularName: 'article', pluralName: 'authors' },
      ' duplicate uid',
    ],
    ['with attributes that are none', 'attributes', [], '/attributes wrong type'],
    ['with options that are none', 'options', 1, '/options wrong type'],
  ])('%s', (_, key, value, expected) => {
    const faults = faultTexts(({ contentTypes }) => {
      if (key === '') put(contentTypes, 'author', value)
      else put(contentTypes['author'], key, value)
    })
    expect(faults).toEqual([`content-types/author.json#${expected}`])
  })

  test.each<[string, string, Json, string]>([
    ['draft & publish that is not a boolean', 'options', { draftAndPublish: 1 }, '/options/draftAndPublish'],
    ['plugin options that are none', 'pluginOptions', [], '/pluginOptions'],
    [
      'localized that is not a boolean',
      'pluginOptions',
      { i18n: { localized: 1 } },
      '/pluginOptions/i18n/localized',
    ],
  ])('%s: the rows of the type add no further faults', (_, key, value, expected) => {
    expect(faultTexts(({ contentTypes }) => put(contentTypes['article'], key, value))).toEqual([
      `content-types/article.json#${expected} wrong type`,
    ])
  })

  test('a schema file that is missing is one fault, which counts the references to it', () => {
    const faults = faultsAfter(({ contentTypes }) => void delete contentTypes['author'])
    expect(faults.map(brief)).toEqual([
      'content-types/article.json#/attributes/author/target unknown content type',
    ])
    expect(faults[0]?.found).toBe('"api::author.author", here and at 13 more places')
  })

  test('a schema file of a component that is missing, not an object, or without attributes is one fault', () => {
    const hero = 'components/blocks/hero.json#'
    expect(faultTexts(({ components }) => put(components, 'blocks/hero', []))).toEqual([`${hero} wrong type`])
    expect(faultTexts(({ components }) => put(components['blocks/hero'], 'attributes', []))).toEqual([
      `${hero}/attributes wrong type`,
    ])
    expect(faultTexts(({ components }) => void delete components['blocks/hero'])).toEqual([
      'content-types/article.json#/attributes/blocks/components/1 unknown component',
    ])
  })
})

describe('an attribute', () => {
  test("the guide's dataset has enough attributes", () => expect(attributes.length).toBeGreaterThan(80))

  // `once.long.test.ts` tests every attribute.
  test.each(attributes.filter((_attribute, at) => at % 4 === 0))(
    'in %s: each fault of %s is reported once',
    (stem, name, attribute) => {
      for (const { key, faults } of attributeFaults(stem, name, attribute)) {
        expect(faults, key).toHaveLength(1)
        expect(faults[0]?.startsWith(`content-types/${stem}.json#/attributes/${name}`), key).toBe(true)
      }
    },
  )
})

describe('rows', () => {
  const stems = ['restaurant', 'article', 'category', 'author', 'review', 'ledger', 'admin-user']

  test.each(stems)(
    'in %s: a row with an invalid id, documentId or publishedAt is reported once, and so is an invalid row or list',
    (stem) => {
      const breaks: readonly [string, Json][] = [
        ['id', -1],
        ['documentId', 5],
        ['publishedAt', 5],
      ]
      for (const [key, value] of breaks) {
        const faults = faultTexts(({ entries }) => put(entries[stem]?.[0], key, value))
        expect(faults.map((fault) => fault.split(' ')[0])).toEqual([`entries/${stem}.json#/0/${key}`])
      }
      expect(faultTexts(({ entries }) => put(entries[stem], 0, 5))).toEqual([
        `entries/${stem}.json#/0 wrong type`,
      ])
      expect(faultTexts(({ entries }) => put(entries, stem, {}))).toEqual([
        `entries/${stem}.json# wrong type`,
      ])
    },
  )

  test('two rows with the same id are one fault, even if other rows refer to the id', () => {
    expect(faultTexts(({ entries }) => put(entries['category']?.[0], 'id', 2))).toEqual([
      'entries/category.json#/1/id duplicate id',
    ])
  })

  test('rows in a file without a matching type are one fault', () => {
    const faults = faultTexts(({ entries }) => {
      put(entries, 'autor', entries['author'] ?? [])
      delete entries['author']
    })
    expect(faults).toEqual(['entries/autor.json# rows of an unknown type'])
  })

  test('if a type has no rows, all references to its rows are one fault with a count', () => {
    const { author: _, ...entries } = files.entries ?? {}
    const faults = faultsOf({ ...files, entries })
    expect(faults.map(brief)).toEqual(['entries/article.json#/0/author dangling reference'])
    expect(faults[0]?.found).toMatch(/, here and at \d+ more places$/)
  })

  test('media.json is one fault if it is not a list, or if one of its rows is not an object', () => {
    expect(faultTexts((dataset) => put(dataset, 'media', {}))).toEqual(['media.json# wrong type'])
    expect(faultTexts(({ media }) => put(media, 0, 5))).toEqual(['media.json#/0 wrong type'])
  })

  test('an unknown locale in two rows is one fault', () => {
    const faults = faultsAfter(({ entries }) => {
      for (const at of [0, 1]) put(entries['article']?.[at], 'locale', 'de')
    })
    expect(faults.map(brief)).toEqual(['entries/article.json#/0/locale unknown locale'])
    expect(faults[0]?.found).toBe('"de", here and at 1 more place')
  })
})

test.each<[string, string, Json, string]>([
  ['locales', 'locales', [{ code: 'en' }, { code: 5 }], '/locales/1/code wrong type'],
  ['locales', 'locales', 5, '/locales wrong type'],
  ['locales', 'default', 'de', '/default unknown locale'],
  ['locales', 'default', 5, '/default wrong type'],
  ['access', 'roles', [], '/roles wrong type'],
])('%s.json with an invalid %s has one fault', (file, key, value, expected) => {
  expect(faultTexts((dataset) => put(member(dataset, file), key, value))).toEqual([
    `${file}.json#${expected}`,
  ])
})

test('independent faults are all reported', () => {
  const faults = faultTexts(({ contentTypes, entries }) => {
    put(contentTypes, 'author', [])
    put(entries['category']?.[0], 'rank', 'x')
    put(contentTypes['review'], 'attributes', { title: { type: 'strin' } })
  })
  expect(faults).toContain('content-types/author.json# wrong type')
  expect(faults).toContain('content-types/review.json#/attributes/title/type unknown attribute type')
  expect(faults).toContain('entries/category.json#/0/rank wrong value')
})

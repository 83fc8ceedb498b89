/** Tests that made-up values match patterns in schemas, custom fields of packages, and attribute names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/reference/graph/graph.ts'
import { withFake } from '../../src/sources/fake/fake.ts'
import { matches } from '../../src/sources/fake/pattern/fit.ts'
import { patternParts } from '../../src/sources/fake/pattern/parse.ts'
import { graphOf, type Source } from '../../src/sources/index.ts'
import { customFieldType } from '../../src/sources/repair/custom-fields.ts'
import type { Json } from '../../src/util/json.ts'

type Attributes = Readonly<Record<string, Json>>

const fake = (attributes: Attributes, name = 'thing'): Source =>
  withFake(
    {
      kind: 'schema',
      notes: [],
      files: {
        contentTypes: {
          [name]: {
            kind: 'collectionType',
            info: { singularName: name, pluralName: `${name}s` },
            attributes,
          },
        },
      },
    },
    { count: 25, seed: 1 },
  )

const rowsOf = (attributes: Attributes, name?: string): readonly Row[] =>
  [...graphOf(fake(attributes, name)).tables.values()].find(({ type }) => type.uid.startsWith('api::'))
    ?.rows ?? []

/** Returns the made-up values of a single attribute, without null. */
const valuesOf = (attribute: Json, name = 'it'): readonly Json[] =>
  rowsOf({ [name]: attribute })
    .map(({ values }) => values[name] ?? null)
    .filter((value) => value !== null)

describe('a pattern', () => {
  const PATTERNS: readonly RegExp[] = [
    /^[A-Z]{3}$/,
    /^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/,
    /^(https?:\/\/)?([\w-]+\.)+[a-z]{2,6}(\/[\w.-]*)*\/?$/,
    /^[a-z0-9]+:[a-z0-9-]+(?::[a-z0-9-]+)?$/,
    /^(api::page.page)$/,
    /^\+?\d{7,15}$/,
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    /^(?<year>\d{4})-(0[1-9]|1[0-2])$/,
    /a.c|^x*?y+$/,
    /^[\w\-/]+$/,
    /^$/,
  ]

  test('a parsed pattern of an attribute matches the same texts as the regular expression of JavaScript', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(...PATTERNS).chain((pattern) => fc.stringMatching(pattern)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...PATTERNS), text, (pattern, given) => {
        const parts = patternParts(pattern.source)
        expect(parts === undefined ? null : matches(parts, given)).toBe(pattern.test(given))
      }),
      { numRuns: 300 },
    )
  })

  test.each(PATTERNS.slice(0, -1))('%s is matched by all made-up values', (pattern) => {
    const source = fake({ code: { type: 'string', regex: pattern.source } })
    expect(source.notes).toEqual([])
    for (const value of valuesOf({ type: 'string', regex: pattern.source }, 'code'))
      expect(value).toMatch(pattern)
  })

  test('an attribute with a pattern gets its usual made-up value if the value matches, and respects the length limits', () => {
    const slugs = valuesOf({ type: 'string', regex: '^[a-z0-9-]+$' }, 'slug')
    expect(slugs[0]).toBe('thing')
    for (const value of valuesOf({ type: 'string', regex: '^[a-z]+$', minLength: 5, maxLength: 6 }))
      expect(value).toMatch(/^[a-z]{5,6}$/)
  })

  test.each([
    '^(?=a)b$',
    '^(a)\\1$',
    '(',
    'a)',
    '[a',
    '\\p{L}',
    '*',
    'x'.repeat(501),
    `${'('.repeat(12)}a${')'.repeat(12)}`,
  ])('a pattern that the parser does not support gets a note: %s', (regex) => {
    expect(fake({ code: { type: 'string', regex } }).notes).toEqual([
      {
        file: 'content-types/thing.json',
        line: 0,
        pointer: '/attributes/code/regex',
        says: 'made-up values ignore this pattern; to set the values, use --fake-values',
      },
    ])
  })

  test.each(['^((a+)+)+$', '^(((a*)*)*b*)*c$', '^((((a?){200}){200}){200}){200}$', '^(a{99}){11}$'])(
    'the search for a value of a pattern with nested repetitions ends soon: %s',
    (regex) => {
      expect(valuesOf({ type: 'text', regex, maxLength: 200 }, 'notes').length).toBeGreaterThan(15)
      const parts = patternParts(regex)
      expect(parts === undefined ? undefined : matches(parts, `${'a'.repeat(200)}!`)).not.toBe(true)
    },
  )
})

describe('a custom field', () => {
  const fieldOf = (customField: string): readonly Json[] =>
    valuesOf({ type: customFieldType({ customField }).type, customField })

  test.each<[string, string, unknown]>([
    ['plugin::color-picker.color', 'string', expect.stringMatching(/^#[0-9a-f]{6}$/)],
    ['plugin::ckeditor5.CKEditor', 'richtext', expect.stringMatching(/^<h2>/)],
    ['plugin::tiptap-editor.RichText', 'text', expect.stringMatching(/^<h2>/)],
    ['plugin::strapi-advanced-uuid.uuid', 'uid', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    [
      'plugin::multi-select.multi-select',
      'json',
      [expect.any(String), expect.any(String), expect.any(String)],
    ],
    ['plugin::tagsinput.tags', 'json', expect.arrayContaining([{ name: expect.any(String) }])],
    ['plugin::country-select.country', 'string', expect.stringMatching(/^[A-Z]{2}$/)],
    ['plugin::google-maps.location-picker', 'json', expect.objectContaining({ geohash: expect.any(String) })],
    ['plugin::strapi-leaflet-geoman.geojson', 'json', expect.objectContaining({ type: 'FeatureCollection' })],
    ['plugin::video-field.video', 'json', expect.objectContaining({ provider: 'youtube' })],
    ['plugin::oembed.oembed', 'json', expect.objectContaining({ oembed: expect.any(Object) })],
    ['plugin::range-slider.range-slider', 'integer', expect.any(Number)],
    ['plugin::table-field.table', 'json', expect.arrayContaining([expect.any(Array)])],
    [
      'plugin::strapi-date-range-picker-5.date-range-picker',
      'json',
      expect.objectContaining({ startDate: expect.any(String) }),
    ],
    [
      'plugin::strapi-plugin-iconhub.iconhub',
      'json',
      expect.objectContaining({ iconName: expect.any(String) }),
    ],
    ['plugin::ours.opening-hours', 'json', expect.objectContaining({ monday: expect.any(String) })],
  ])('%s is stored as %s', (customField, type, value) => {
    expect(customFieldType({ customField }).type).toBe(type)
    const made = fieldOf(customField)
    expect(made.length).toBeGreaterThan(15)
    for (const one of made) expect(one).toEqual(value)
  })

  test('a custom field of a known package has no note, and one of an unknown package has a note', () => {
    expect(customFieldType({ customField: 'plugin::tinymce.tinymce' }).says).toBeUndefined()
    expect(customFieldType({ customField: 'plugin::ours.colour' }).says).toContain('counts as string')
  })

  test('a custom field is not treated like another field of its plugin', () => {
    expect(customFieldType({ customField: 'plugin::map-tools.pixel-forge' })).toMatchObject({ type: 'json' })
    expect(JSON.stringify(fieldOf('plugin::map-tools.pixel-forge'))).not.toContain('"lat"')
    expect(JSON.stringify(fieldOf('plugin::map-tools.input'))).toContain('"lat"')
  })
})

describe('a name', () => {
  const string = { type: 'string' }
  test.each<[string, Json, RegExp]>([
    ['stripePaymentId', string, /^[a-z0-9]{20}$/],
    ['colorDark', string, /^#[0-9a-f]{6}$/],
    ['start_date', string, /^\d{4}-\d\d-\d\d$/],
    ['selectedTime', string, /^\d\d:\d\d$/],
    ['coverImage', string, /^https:\/\/www\.\S+\.example\/\S+\.jpg$/],
    ['email_fr', string, /@example\./],
    ['startTime', { type: 'time' }, /^(08|09|10|11):/],
    ['closingTime', { type: 'time' }, /^(1[3-9]|2[0-2]):/],
    ['phone_number', { type: 'integer' }, /^\d{9}$/],
    ['timestamp', { type: 'biginteger' }, /^1\d{12}$/],
    ['uuid', { type: 'uid' }, /^[0-9a-f-]{36}$/],
    ['media_urls', { type: 'json' }, /^https:.*,https:/],
    ['bbox', { type: 'json' }, /^-?\d+,-?\d+,-?\d+,-?\d+$/],
  ])('%s', (name, attribute, form) => {
    const values = valuesOf(attribute, name)
    expect(values.length).toBeGreaterThan(15)
    for (const value of values) expect(String(value)).toMatch(form)
  })

  test('`title` of type JSON gets an object with a text for `en`', () => {
    for (const value of valuesOf({ type: 'json' }, 'title')) expect(value).toEqual({ en: expect.any(String) })
  })

  test('a unique `slug` gets a number after a hyphen if its text repeats', () => {
    const slugs = valuesOf({ type: 'string', unique: true }, 'slug')
    expect(slugs.slice(0, 3)).toEqual(['thing', 'thing-2', 'thing-3'])
  })
})

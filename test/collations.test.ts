/** Tests the order and the equality of texts against recordings of real servers. */
import { describe, expect, test } from 'vitest'
import { DATABASES } from '../src/reference/strapi/databases/databases.ts'
import { foldCase } from '../src/reference/values.ts'
import { readJson } from './support/recordings.ts'

type Groups = readonly (readonly string[])[]

/** For each database, the texts in order; equal texts are in one list. */
const orders = new Map<string, Groups>(Object.entries(Object(readJson('databases/orders.json'))))

const MEASURED = ['postgres', 'postgres+icu', 'postgres+c', 'mariadb'] as const

describe.each(MEASURED)('texts on %s', (name) => {
  const groups = orders.get(name) ?? []
  const { compare, exact } = DATABASES[name].collation

  test('texts are sorted in the order of the real server on this database', () => {
    expect(groups.length).toBeGreaterThan(400)
    const pairs = groups.slice(1).map((group, at) => [groups[at]?.[0] ?? '', group[0] ?? ''] as const)
    expect(pairs.filter(([before, after]) => compare(before, after) >= 0)).toEqual([])
    expect(pairs.filter(([before, after]) => compare(after, before) <= 0)).toEqual([])
  })

  test('texts are equal exactly if the real server on this database treats them as equal', () => {
    for (const [first = '', ...others] of groups)
      expect(others.filter((other) => compare(first, other) !== 0)).toEqual([])
    expect(groups.some(({ length }) => length > 1)).toBe(!exact)
  })
})

/** Tests that the order is transitive and antisymmetric, with triples of all kinds of texts. */
test.each(['plain', 'sqlite', ...MEASURED, 'mysql'] as const)(
  'the order of texts on %s is transitive and antisymmetric',
  (name) => {
    const { compare } = DATABASES[name].collation
    const texts = [
      '',
      ' ',
      'a',
      'A',
      'a ',
      ' a',
      'ab',
      'a b',
      'a-b',
      'é',
      'e\u0301',
      'ß',
      'ss',
      '中',
      '>中',
      '🍕',
      '\ud83c',
      '10',
      '9',
      '한',
      '한b',
      '가나',
      '\uFFFD',
    ]
    const wrong = texts.flatMap((a) =>
      texts.flatMap((b) => {
        if (Math.sign(compare(a, b)) !== -Math.sign(compare(b, a))) return [[a, b]]
        return texts
          .filter((c) => compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0)
          .map((c) => [a, b, c])
      }),
    )
    expect(wrong).toEqual([])
  },
)

describe('letters', () => {
  const lowered = (name: keyof typeof DATABASES): readonly string[] =>
    ['STRASSE', 'İ', 'ΟΔΟΣ', 'É', 'ẞ'].map((text) => DATABASES[name].lower(text, 'string'))

  test('the reference converts letters to lower case as each database does', () => {
    expect(lowered('plain')).toEqual(['STRASSE', 'İ', 'ΟΔΟΣ', 'É', 'ẞ'].map(foldCase))
    expect(lowered('sqlite')).toEqual(['strasse', 'İ', 'ΟΔΟΣ', 'É', 'ẞ'])
    expect(lowered('postgres')).toEqual(['strasse', 'i', 'οδοσ', 'é', 'ß'])
    expect(lowered('postgres+icu')).toEqual(['strasse', 'i\u0307', 'οδος', 'é', 'ß'])
  })
})

describe('JSON on PostgreSQL', () => {
  const { json, text } = DATABASES.postgres

  test('JSON on PostgreSQL is sorted in the order of the real server', () => {
    const inOrder = [
      [],
      null,
      '',
      'a',
      'A',
      'a b',
      -1,
      0,
      1.5,
      10,
      false,
      true,
      [null],
      ['a'],
      [[]],
      ['a', 1],
      {},
      { a: 1 },
    ]
    const again = inOrder.toReversed().toSorted((a, b) => json.compare(a, b))
    expect(again).toEqual(inOrder)
  })

  test('JSON on PostgreSQL is written with spaces, shorter keys first, and numbers without exponents', () => {
    expect(text('json', { bb: 1e21, a: [1e-7, 'x'], b: { c: null } })).toBe(
      '{"a": [0.0000001, "x"], "b": {"c": null}, "bb": 1000000000000000000000}',
    )
  })
})

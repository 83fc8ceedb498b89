/** Tests how each database reads an operand that the real server does not cast, in a list of conditions. */
import { describe, expect, test } from 'vitest'
import type { ScalarType } from '../src/reference/schema/schema.ts'
import { DATABASES, type DatabaseName } from '../src/reference/strapi/databases/databases.ts'
import type { Comparable } from '../src/reference/values.ts'

const instant = (text: string): number => Date.parse(text)

/**
 * Each row has an attribute type, an operand, and the values that PostgreSQL and MariaDB read from the operand. The
 * value `undefined` means that the database refuses the operand.
 */
const READ: readonly (readonly [ScalarType, string, Comparable | undefined, Comparable])[] = [
  ['boolean', ' Tr ', 1, 0],
  ['boolean', 'on', 1, 0],
  ['boolean', 'o', undefined, 0],
  ['boolean', 'of', 0, 0],
  ['boolean', '', undefined, 0],
  ['boolean', '1x', undefined, 1],
  ['integer', ' +9 ', 9n, 9],
  ['integer', '9.5', undefined, 9.5],
  ['integer', '2147483648', undefined, 2_147_483_648],
  ['integer', 'x', undefined, 0],
  ['biginteger', '9007199254740993', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
  ['biginteger', '9223372036854775808', undefined, 2 ** 63],
  ['float', 'NaN', Number.POSITIVE_INFINITY, 0],
  ['float', '-inf', Number.NEGATIVE_INFINITY, 0],
  ['float', '1e400', undefined, Number.POSITIVE_INFINITY],
  ['decimal', '.5y', undefined, 0.5],
  ['date', '20240229', '2024-02-29', '2024-02-29'],
  ['date', '2024-2-29', '2024-02-29', '2024-02-29'],
  ['date', '2024-02-29T10:00', '2024-02-29', '2024-02-2910:00'],
  ['date', '2024-02-30', undefined, ''],
  ['date', '2000', undefined, ''],
  ['time', '12:30', '12:30:00.000', '12:30:00.000'],
  ['time', '1230', '12:30:00.000', '00:12:30.000'],
  ['time', '12', undefined, '00:00:12.000'],
  ['time', '12:30:00.5', '12:30:00.500', '12:30:00.500'],
  ['time', 'x', undefined, '00:00:00.000'],
  ['datetime', '2024-02-29', instant('2024-02-29T00:00Z'), instant('2024-02-29T00:00Z')],
  ['datetime', '2024-02-29 12:00+02', instant('2024-02-29T12:00Z'), instant('2024-02-29T12:00Z')],
  ['datetime', '5', undefined, Number.NEGATIVE_INFINITY],
  ['timestamp', '20240229T12:00:00Z', instant('2024-02-29T12:00Z'), instant('2024-02-29T12:00Z')],
  ['enumeration', 'any', 'any', 'any'],
]

const read = (name: DatabaseName, type: ScalarType, text: string): Comparable | undefined =>
  DATABASES[name].uncast(type, text)

describe('operands without a cast', () => {
  test.each(READ)(
    'a column of type %s reads "%s" as PostgreSQL and MariaDB do',
    (type, text, strict, loose) => {
      expect(read('postgres', type, text)).toEqual(strict)
      expect(read('mariadb', type, text)).toEqual(loose)
    },
  )

  test('SQLite reads a number as a number, and any other text as a text', () => {
    expect(read('sqlite', 'datetime', '5')).toBe(5)
    expect(read('sqlite', 'boolean', 'true')).toBe('true')
    expect(read('sqlite', 'biginteger', '9007199254740993')).toBe(9_007_199_254_740_993n)
  })
})

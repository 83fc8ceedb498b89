/**
 * The values of generated rows and the operands of generated filters, by scalar type. Each type has few values, so
 * that equal values are frequent.
 */

import {
  isOperator,
  LOGICAL,
  OF_DATABASES,
  OPERATORS,
  type Operator,
  type TestOperator,
} from '../../src/reference/operators/operators.ts'
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import type { Column } from '../../src/semantics/model.ts'
import type { Json } from '../../src/util/json.ts'

/** The values of generated enumerations. */
export const ENUM_VALUES = ['news', 'News', 'été'] as const

/**
 * Unusual texts: case pairs beyond ASCII, combining marks, characters beyond the basic plane, LIKE metacharacters, and
 * texts that look like numbers, booleans, null or URL parts.
 */
export const TEXTS: readonly string[] = [
  'a',
  'b',
  'A',
  'ab',
  'aB',
  '',
  'Abba',
  'é',
  'e\u0301',
  'É',
  'ß',
  'SS',
  'ẞ',
  'straße',
  'İ',
  'i\u0307',
  'I',
  'ı',
  'i',
  'ς',
  'Σ',
  'ΟΔΟΣ',
  'οδός',
  'ﬁ',
  'FI',
  '🍕',
  '🍔🍕',
  '\uffee',
  '%',
  '_',
  '\\',
  '100%',
  'a_b',
  'a%b',
  ' ',
  ' a ',
  'null',
  'true',
  '0',
  '7',
  '-1',
  '1e3',
  "o'k",
  '"',
  'a,b',
  'a.b',
  'a&b=c#d?e+f',
  '[0]',
  '[object Object]',
  '../x',
]

/** Half of a surrogate pair. JSON can contain half of a surrogate pair, but a URL cannot. */
const LONE_SURROGATE = '\ud83c'

/**
 * Lists of texts, each with texts that a faulty comparison may confuse with each other. Most unusual texts of a
 * generated world come from one list of `TEXT_FAMILIES`.
 */
export const TEXT_FAMILIES: readonly (readonly string[])[] = [
  ['a', 'A', 'ab', 'aB', 'Abba'],
  // These texts contain characters with code points below and above the code points of surrogates, and half of a
  // surrogate pair.
  ['🍕', '\uffee', 'ﬁ', LONE_SURROGATE, '🍔🍕'],
  ['ß', 'SS', 'ẞ', 'straße', 'STRASSE'],
  ['ς', 'Σ', 'ΟΔΌΣ', 'οδός'],
  ['İ', 'i\u0307', 'I', 'ı', 'i'],
  ['%', '_', '\\', '100%', 'a_b', 'a%b'],
  ['0', '7', '-1', '1e3', 'null', 'true'],
]

const TEXT_VALUES: readonly Json[] = [...TEXTS, LONE_SURROGATE, `${LONE_SURROGATE}\uffee`]
const INSTANTS = [
  '2024-01-15T10:11:12.345Z',
  '2024-01-15T10:11:12.000Z',
  '2024-02-29T00:00:00.000Z',
  '1969-07-20T20:17:40.000Z',
] as const
/** Times with milliseconds. Most of these times also have a shorter notation, such as `10:20:30.5`. */
const TIMES = ['10:20:30.500', '10:20:30.050', '10:20:30.005', '00:00:00.000', '23:59:59.990'] as const
const INTEGERS = [0, 1, 2, -1, 7, 2147483647, -2147483648, 9007199254740991] as const
const REALS = [0, 1, 0.5, -0.5, 1.5, 3.3, 1e21, -1e300, 1e-7, 5e-324, 2] as const
/**
 * Big integers. Most of them have a neighbour in the list that would be equal if both numbers were rounded to doubles.
 */
const BIG = [
  '0',
  '7',
  '-1',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740992',
  '-9007199254740993',
  '-123456789012345678901234567890',
  '-123456789012345678901234567891',
] as const

/** The values of generated rows by attribute type, without null and the default of the attribute. */
export const VALUES: { readonly [type in ScalarType]: readonly Json[] } = {
  string: TEXT_VALUES,
  text: TEXT_VALUES,
  richtext: TEXT_VALUES,
  email: ['a@b.c', 'A@b.c', 'é@b.c'],
  uid: ['a', 'a-b', 'A'],
  enumeration: ENUM_VALUES,
  password: ['secret', 'hunter2', 'a'],
  date: ['2024-02-29', '2024-01-15', '1969-07-20'],
  time: TIMES,
  datetime: INSTANTS,
  timestamp: ['0', '1700000000000', '-1'],
  integer: INTEGERS,
  biginteger: BIG,
  float: REALS,
  decimal: REALS,
  boolean: [true, false],
  array: [[], [1], ['a', 'b'], [[null]]],
  json: ['a', 1, 0.5, true, [], {}, { a: 1 }, { b: { c: ['é'] } }, [1, 'a'], '{"a":1}', ''],
  blocks: [[], [{ type: 'paragraph', children: [{ type: 'text', text: 'hi' }] }]],
}

/** The generated values of `createdAt` and `updatedAt`. */
export const STAMPS: readonly string[] = INSTANTS

const REAL_OPERANDS = [...REALS.map(String), ' 7 ', '0x10', '.5', '1e0']

/** The operands of filters that can be cast to a value of an attribute type, by attribute type. */
const OPERANDS: { readonly [type in ScalarType]: readonly string[] } = {
  string: TEXTS,
  text: TEXTS,
  richtext: TEXTS,
  email: ['a@b.c', 'A@B.C', 'b'],
  uid: ['a', 'a-b', 'A'],
  enumeration: [...ENUM_VALUES, 'other'],
  password: ['a'],
  date: ['2024-02-29', '2024-01-15', '1969-07-20', '2024-01-15T23:00:00'],
  time: [...TIMES, '10:20:30.5', '10:20:30.05', '00:00:00', '23:59:59.999'],
  datetime: [...INSTANTS, '2024-02-29', '2024-01-15T10:11:12Z', '2024-01-15T11:11:12+01:00', '1705313472345'],
  timestamp: ['1970-01-01T00:00:00.000Z', '1700000000000', '2023-11-14T22:13:20Z'],
  integer: [...INTEGERS.map(String), '0.5', ' 7 ', '0x7'],
  biginteger: [...BIG, '+7', ' 1 '],
  float: REAL_OPERANDS,
  decimal: REAL_OPERANDS,
  boolean: ['true', 'false', 't', 'f', '1', '0'],
  array: ['[]', '[1]', '["a","b"]'],
  json: ['a', '1', '0.5', 'true', '[]', '{"a":1}', 'null', ''],
  blocks: ['[]', 'hi'],
}

/** The operands of conditions on ids. A condition on an id also accepts texts that are not numbers. */
const ID_OPERANDS: readonly string[] = ['1', '2', '3', '4', '1.0', ' 2 ', '0', '99', 'abc', '']

/** Every operator of the query language. */
export const OPERATOR_NAMES: readonly Operator[] = Object.keys({
  ...OPERATORS,
  ...LOGICAL,
  ...OF_DATABASES,
}).filter(isOperator)

/** Returns the operands that a generated filter may use for an operator on an attribute, as texts. */
export function operandsOf(
  column: Column,
  operator: TestOperator,
  documentIds: readonly string[],
): readonly string[] {
  if (OPERATORS[operator].takes === 'text') return [...TEXTS, ...documentIds]
  if (column === 'documentId') return ['nobody', ...documentIds]
  return column === 'id' ? ID_OPERANDS : OPERANDS[column]
}

/** Generates values of scalar attributes for writes: most values are valid, and some are invalid. */
import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import type { ScalarType } from '../../../reference/schema/schema.ts'
import type { Json } from '../../../util/json.ts'
import type { WritableAttribute } from '../../../writing/index.ts'

const TEXTS = ['Abc', 'x y', 'Zoë', 'a', '']
const PARAGRAPH = { type: 'paragraph', children: [{ type: 'text', text: 'hi' }] }

const FITTING: { readonly [type in ScalarType]: readonly Json[] } = {
  string: TEXTS,
  text: TEXTS,
  richtext: ['**b**', ''],
  email: ['a@b.co', 'A@b.co'],
  uid: ['u-«new»-0', 'u-«new»-1', 'U-«new»'],
  enumeration: [],
  password: ['secret12', 'hunter22'],
  date: ['2024-02-29', '2024-01-15'],
  time: ['10:20:30.500', '09:05:00'],
  datetime: ['2024-01-15T10:11:12.345Z', '2024-01-15'],
  timestamp: ['1700000000000'],
  integer: [0, 1, -1, 7, '7'],
  biginteger: ['7', '-1', 12],
  float: [0, 0.5, -3.25],
  decimal: [0, 0.5, 12.25],
  boolean: [true, false, 'true'],
  array: [[], [1]],
  json: [{ a: 1 }, [1, 'a'], 'a', 1, '{"a":1}', {}],
  blocks: [[PARAGRAPH], []],
}

const WRONG: { readonly [type in ScalarType]: readonly Json[] } = {
  string: [7, { a: 1 }, 'x'.repeat(256)],
  text: [7, ['a']],
  richtext: [true],
  email: ['nobody', 7],
  uid: ['no blanks', 7],
  enumeration: ['none of these', 7],
  password: [7],
  date: ['tomorrow', '2024-13-01'],
  time: ['09:05', 'noon'],
  datetime: ['tomorrow'],
  timestamp: ['tomorrow'],
  integer: ['x', 1.5, true],
  biginteger: ['x', 1.5],
  float: ['x', {}],
  decimal: ['x', []],
  boolean: ['perhaps', 2],
  array: ['x'],
  json: [null],
  blocks: [[{ type: 'none' }]],
}

/** The percentage of invalid values among the generated values of scalar attributes. */
const WRONG_OF_HUNDRED = 3
/** The percentage of nulls among the generated values of scalar attributes. */
const NULL_OF_HUNDRED = 6

/** The percentage of values at or just beyond a limit, among the generated values of attributes that have limits. */
const EDGES_OF_HUNDRED = 80

/** Returns a random value for an attribute in a write; undefined if the attribute is not a scalar. */
export function scalarFor(writable: WritableAttribute, roll: Roll): Json | undefined {
  const { attribute, unique } = writable
  if (attribute.kind !== 'scalar') return undefined
  const { type, enum: names } = attribute
  const edges = unique ? [] : edgesOf(writable, FITTING[type])
  if (edges.length > 0 && roll.chance(EDGES_OF_HUNDRED)) return roll.pick(edges)
  if (roll.chance(WRONG_OF_HUNDRED)) return roll.pick(WRONG[type])
  if (roll.chance(NULL_OF_HUNDRED)) return null
  // The text that replaces `«new»` differs between sessions, so no document outside the session has it. Two documents
  // of one session may get the same text, which tests the rule about unique values.
  if (unique && type !== 'uid' && FITTING[type] === TEXTS) return roll.pick(['n «new» 0', 'n «new» 1'])
  return roll.pick(type === 'enumeration' ? names : FITTING[type])
}

/** Returns whether an attribute has limits: a minimum or maximum of its value or length. */
export const hasLimits = ({ min, max, minLength, maxLength }: WritableAttribute): boolean =>
  [min, max, minLength, maxLength].some((limit) => limit !== undefined)

/** The maximum length of a text that is generated to test a length limit. */
const MAX_TEXT = 300

/**
 * Returns the values at the limits of an attribute and just beyond these limits. Each letter of a generated text has
 * two bytes in UTF-8, so that a server that counts bytes fails.
 */
function edgesOf(
  { min, max, minLength = 0, maxLength }: WritableAttribute,
  fitting: readonly Json[],
): readonly Json[] {
  if (fitting === TEXTS) {
    const lengths = [
      ...(minLength > 0 ? [minLength, minLength - 1] : []),
      ...(maxLength === undefined ? [] : [maxLength, maxLength + 1]),
    ]
    return lengths.filter((length) => length <= MAX_TEXT).map((length) => 'é'.repeat(length))
  }
  const numbers = [...(min === undefined ? [] : [min, min - 1]), ...(max === undefined ? [] : [max, max + 1])]
  return fitting.some((value) => typeof value === 'number') ? numbers : []
}

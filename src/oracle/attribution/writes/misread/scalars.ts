/** Defines misreadings of scalar values at any depth of a write, which the target stores in another form. */
import type { Attribute } from '../../../../reference/schema/schema.ts'
import type { Json } from '../../../../util/json.ts'
import { ofParts, ofValues, PLACES, type WriteMisreading } from './kit.ts'

/** Matches a text with a date, a time and an offset such as `+02:00`. */
const WITH_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]{5,20})[+-]\d\d:?\d\d$/

/** Matches the milliseconds at the end of a time or of an instant. */
const MILLISECONDS = /\.\d{1,3}(?=Z?$)/

const isOfType = (attribute: Attribute, ...types: readonly string[]): boolean =>
  attribute.kind === 'scalar' && types.includes(attribute.type)

/**
 * Returns the value of an enumeration attribute that differs from a written text only in letter case; if there is none,
 * the written value.
 */
function sameWord(value: Json, attribute: Attribute, values: readonly string[]): Json {
  if (!isOfType(attribute, 'enumeration') || typeof value !== 'string' || values.includes(value)) return value
  return values.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value
}

const FORMS: readonly WriteMisreading[] = [
  ...(['time', 'datetime'] as const).map((type) =>
    ofParts(
      {
        rule: 'write.values.date',
        kind: `milliseconds dropped: ${type}`,
        says: `A write stores the milliseconds of a ${type}. The server drops the milliseconds.`,
      },
      (value, { attribute }) =>
        isOfType(attribute, type) && typeof value === 'string' ? value.replace(MILLISECONDS, '') : value,
    ),
  ),
  ofParts(
    {
      rule: 'write.values.date',
      kind: 'offset ignored',
      says: 'A datetime with an offset is stored in UTC. The server ignores the offset.',
    },
    (value, { attribute }) =>
      isOfType(attribute, 'datetime', 'timestamp') && typeof value === 'string'
        ? value.replace(WITH_OFFSET, '$1Z')
        : value,
  ),
  ofParts(
    {
      rule: 'write.values',
      kind: 'letter case of an enumeration ignored',
      says: 'An enumeration distinguishes uppercase and lowercase letters. The server ignores the case.',
    },
    (value, { attribute }) =>
      attribute.kind === 'scalar' ? sameWord(value, attribute, attribute.enum) : value,
  ),
]

/** A misreading: a value that is false, 0 or empty counts as absent. */
const FALSY: WriteMisreading = ofValues(
  {
    rule: 'write.values.defaults',
    kind: 'defaults for false',
    says: 'A default applies only to an absent attribute. The server applies it to false, 0 and "", too.',
  },
  (value, { default: own }, { request }) =>
    request.method === 'POST' && own !== undefined && FALSE.has(value) ? undefined : value,
)

/** The attribute types whose values are texts of any form. */
const TEXTS = ['string', 'text', 'richtext'] as const

const FALSE: ReadonlySet<Json> = new Set<Json>([false, 0, ''])

/** The values that a server may store in place of null, each with the group of types for which it does so. */
const IN_PLACE_OF_NULL: readonly (readonly [group: string, types: readonly string[], value: Json])[] = [
  ['a boolean', ['boolean'], false],
  ['a number', ['integer', 'float', 'decimal'], 0],
  ['a text', TEXTS, ''],
]

const NULLS: readonly WriteMisreading[] = IN_PLACE_OF_NULL.map(([group, types, stored]) =>
  ofParts(
    {
      rule: 'write.values.defaults',
      kind: `null stored as ${JSON.stringify(stored)}`,
      says: `Null stays null for ${group}. The server stores \`${JSON.stringify(stored)}\` in place of null.`,
    },
    (value, { attribute }) => (value === null && isOfType(attribute, ...types) ? stored : value),
  ),
)

const isText = (attribute: Attribute): boolean => isOfType(attribute, ...TEXTS)

/** The values that a server may store as null, each with its words. */
const STORED_AS_NULL: readonly (readonly [
  what: string,
  says: string,
  isStored: (value: Json, attribute: Attribute) => boolean,
])[] = [
  [
    '0, false and an empty text',
    'The values 0, false and an empty text are values.',
    (value, attribute) =>
      attribute.kind === 'scalar' && FALSE.has(value) && (value !== '' || isText(attribute)),
  ],
  [
    'an empty text',
    'An empty text stays an empty text.',
    (value, attribute) => value === '' && isText(attribute),
  ],
  ['each empty text', 'An empty text is not null, and invalid for most attributes.', (value) => value === ''],
  [
    'the JSON values 0, false and ""',
    'The values 0, false and an empty text are JSON.',
    (value, attribute) => isOfType(attribute, 'json') && FALSE.has(value),
  ],
  ['false', 'The value false stays false.', (value, { kind }) => kind === 'scalar' && value === false],
  ['0', 'The number 0 stays 0.', (value, { kind }) => kind === 'scalar' && value === 0],
]

/** The misreadings in which the target stores null in place of other values, in all or in optional attributes. */
const AS_NULL: readonly WriteMisreading[] = STORED_AS_NULL.flatMap(([what, says, isStored]) =>
  PLACES.flatMap(([where, making]) =>
    [false, true].map((isOptional) =>
      making(
        {
          rule: 'write.values',
          kind: `${what}${where} as null${isOptional ? ' if optional' : ''}`,
          says: `${says} The server stores null in place of ${what}.`,
        },
        (value, { attribute, required }): Json =>
          isStored(value, attribute) && !(isOptional && required) ? null : value,
      ),
    ),
  ),
)

/** A misreading: the target cuts off the blanks around a text. */
const TRIMMED: WriteMisreading = ofParts(
  {
    rule: 'write.values',
    kind: 'blanks cut off',
    says: 'A text keeps the blanks around it. The server cuts them off.',
  },
  (value, { attribute }) =>
    typeof value === 'string' && isOfType(attribute, ...TEXTS) ? value.trim() : value,
)

/** A misreading: the target stores only the characters with at most three bytes in UTF-8. */
const THREE_BYTES: WriteMisreading = ofParts(
  {
    rule: 'write.values',
    kind: 'characters beyond U+FFFF as ?',
    says: 'A text keeps all characters of Unicode. The server stores `?` in place of characters beyond U+FFFF.',
  },
  (value, { attribute }) =>
    typeof value === 'string' && isOfType(attribute, ...TEXTS)
      ? [...value].map((character) => (character.length > 1 ? '?' : character)).join('')
      : value,
)

/** The misreadings in which the target stores a number in single precision. */
const SINGLE: readonly WriteMisreading[] = [['float'], ['float', 'decimal']].map((types) =>
  ofParts(
    {
      rule: 'write.values',
      kind: `single precision: ${types.join(' and ')}`,
      says: `A ${types.join(' or ')} is a number in double precision. The server stores it in single precision (32 bits).`,
    },
    (value, { attribute }) =>
      typeof value === 'number' && isOfType(attribute, ...types) ? Math.fround(value) : value,
  ),
)

/** The misreadings of scalar values. */
export const SCALARS: readonly WriteMisreading[] = [
  ...FORMS,
  ...NULLS,
  ...AS_NULL,
  TRIMMED,
  THREE_BYTES,
  ...SINGLE,
  FALSY,
]

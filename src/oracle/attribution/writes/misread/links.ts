/**
 * Defines misreadings of written links: of positions, of `connect`, `disconnect` and `set`, and of the forms of a
 * link.
 */
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import type { WritableAttribute } from '../../../../writing/index.ts'
import { ITEMS } from './items.ts'
import { isManyRelation, listOf, ofLinks, ofValues, type WriteMisreading } from './kit.ts'

/** Returns the written value of a relation with changed positions in its `connect`. */
export const placed = (
  value: JsonObject,
  change: (position: JsonObject) => JsonObject | undefined,
): JsonObject => ({
  ...value,
  ...(Object.hasOwn(value, 'connect')
    ? {
        connect: listOf(member(value, 'connect')).map((item): Json => {
          const position = isObject(item) ? member(item, 'position') : undefined
          if (!isObject(item) || !isObject(position)) return item
          const other = change(position)
          return other === undefined ? withoutPosition(item) : { ...item, position: other }
        }),
      }
    : {}),
})

const PLACES = ['before', 'after', 'start', 'end'] as const

/** Returns whether a position takes the value true instead of the name of an entry. */
const isTrue = (place: (typeof PLACES)[number]): boolean => place === 'start' || place === 'end'

/** Returns the misreadings in which the target ignores a position, such as `before`, or takes it for another one. */
const misplaced = (place: (typeof PLACES)[number]): readonly WriteMisreading[] => [
  ofLinks(
    {
      rule: 'write.relation.position',
      kind: `${place} ignored`,
      says: `The position \`${place}\` sets the place of a connected entry. The server ignores it.`,
    },
    (value) => placed(value, (position) => (Object.hasOwn(position, place) ? undefined : position)),
  ),
  ...PLACES.filter((other) => isTrue(other) === isTrue(place) && other !== place).map((other) =>
    ofLinks(
      {
        rule: 'write.relation.position',
        kind: `${place} as ${other}`,
        says: `The server takes the position \`${place}\` for \`${other}\`.`,
      },
      (value) =>
        placed(value, (position) => {
          const target = member(position, place)
          return target === undefined ? position : { [other]: target }
        }),
    ),
  ),
]

/** The misreadings of positions: the target ignores every position, or misreads one of them. */
export const POSITIONS: readonly WriteMisreading[] = [
  ofLinks(
    {
      rule: 'write.relation.position',
      kind: 'positions ignored',
      says: 'In `connect`, `position` sets the place of an entry in the relation. The server ignores every position.',
    },
    (value) => placed(value, () => undefined),
  ),
  ...PLACES.flatMap(misplaced),
]

/** Returns an item of `connect` without its position. */
export const withoutPosition = (item: Json): Json => {
  if (!isObject(item)) return item
  const { position: _own, ...rest } = item
  return rest
}

/**
 * The forms of a written value that replaces all links of a relation. A server may read each of these forms by
 * different code.
 */
const FORMS_OF_SET: readonly (readonly [
  form: string,
  isForm: (value: Json, writable: WritableAttribute) => boolean,
])[] = [
  ['`set`, or a plain list,', () => true],
  ['`set`', isObject],
  ['A plain list', isList],
  ['A plain list of entries', (value) => isList(value) && value.length > 0],
  ['On the side with `mappedBy`, `set` or a plain list', (_value, { isInverse }) => isInverse],
  [
    'On a `oneToMany` side, `set` or a plain list',
    (_value, { isInverse, cardinality }) => isInverse && cardinality === 'oneToMany',
  ],
]

/** The kinds of attributes whose links a written list replaces, each with its rule and the name of what it links. */
const REPLACED = {
  relation: ['write.relation.set', 'linked entries'],
  media: ['write.files', 'linked files'],
} as const

/** The groups of relations for which a server may read `connect`, `disconnect` or `set` by different code. */
const SIZES: readonly (readonly [of: string, isOf: (writable: WritableAttribute) => boolean])[] = [
  ['', () => true],
  [' of a to-one relation', (writable) => !isManyRelation(writable)],
  [' of a to-many relation', isManyRelation],
]

/** The kinds of inverse relations whose written values a server may ignore, each with its words. */
const SIDES: readonly (readonly [of: string, cardinalities: readonly WritableAttribute['cardinality'][]])[] =
  [
    ['', ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany']],
    [' of a `oneToMany` relation', ['oneToMany']],
    [' of a `oneToOne` relation', ['oneToOne']],
    [' of a `manyToMany` relation', ['manyToMany']],
  ]

/** Returns the written value of a relation without one of its members; undefined if it had no other member. */
function withoutForm(value: JsonObject, name: 'connect' | 'disconnect' | 'set'): Json | undefined {
  if (!Object.hasOwn(value, name)) return value
  const { [name]: _own, ...rest } = value
  return Object.keys(rest).length === 0 ? undefined : rest
}

export const LINKS: readonly WriteMisreading[] = [
  ...SIDES.map(([of, cardinalities]) =>
    ofValues(
      {
        rule: 'write.relation.sides',
        kind: `inverse sides${of} ignored`,
        says: `Both sides of a relation can be written. The server ignores the side with \`mappedBy\`${of}.`,
      },
      (value, { attribute, isInverse, cardinality }) =>
        attribute.kind === 'relation' && isInverse && cardinalities.includes(cardinality) ? undefined : value,
    ),
  ),
  // A POST has no linked entries to replace, so a server may read `connect` rightly there.
  ...[false, true].map((isOfPut) =>
    ofValues(
      {
        rule: 'write.relation.connect',
        kind: `connect${isOfPut ? ' of a PUT' : ''} replaces`,
        says: '`connect` adds entries to the linked entries. The server replaces the linked entries.',
      },
      (value, writable, { request }) =>
        isManyRelation(writable) &&
        isObject(value) &&
        Object.hasOwn(value, 'connect') &&
        (!isOfPut || request.method === 'PUT')
          ? { set: listOf(member(value, 'connect')).map(withoutPosition) }
          : value,
    ),
  ),
  ...(['relation', 'media'] as const).flatMap((kind) =>
    FORMS_OF_SET.map(([form, isForm]) =>
      ofValues(
        {
          rule: REPLACED[kind][0],
          kind: `${form} adds${kind === 'media' ? ' files' : ''}`,
          says: `${form} replaces the ${REPLACED[kind][1]}. The server adds to the ${REPLACED[kind][1]}.`,
        },
        (value, writable, { request }) => {
          const { attribute } = writable
          const set = isObject(value) ? member(value, 'set') : value
          const isMany = attribute.kind === kind && attribute.many && request.method === 'PUT'
          return isMany && isForm(value, writable) && isList(set) ? { connect: set } : value
        },
      ),
    ),
  ),
  ...(['connect', 'disconnect', 'set'] as const).flatMap((name) => [
    ...SIZES.map(([of, isOf]) =>
      ofLinks(
        {
          rule: `write.relation.${name}`,
          kind: `${name} ignored${of}`,
          says: `\`${name}\` changes the linked entries${of}. The server ignores it.`,
          isOfAccepted: true,
        },
        (value, writable) => (isOf(writable) ? withoutForm(value, name) : value),
      ),
    ),
    ofLinks(
      {
        rule: `write.relation.${name}`,
        kind: `${name} ignored and unchecked`,
        says: `\`${name}\` changes the linked entries. The server ignores it, even if it names no entry.`,
      },
      (value) => withoutForm(value, name),
    ),
  ]),
]

/** Returns the link to a populated entry of a morph relation. */
const linkTo = (entry: JsonObject): Json => ({
  __type: member(entry, '__type') ?? null,
  id: member(entry, 'id') ?? null,
})

const NULL_MEMBERS = ['set', 'connect'] as const

/** Returns whether the only effect of a relation's written value is to disconnect entries. */
const isOnlyDisconnect = (value: JsonObject): boolean =>
  listOf(member(value, 'disconnect')).length > 0 &&
  listOf(member(value, 'connect')).length === 0 &&
  !Object.hasOwn(value, 'set')

/**
 * The misreadings of items in `connect` and `disconnect`, of `connect` beside `set`, of null, and of lists for morph
 * relations.
 */
export const WHOLE_LISTS: readonly WriteMisreading[] = [
  ...ITEMS,
  ofLinks(
    {
      rule: 'write.relation.set',
      kind: 'connect beside set',
      says: 'Beside `set`, `connect` has no effect. The server does both.',
    },
    ({ connect, ...value }) =>
      Object.hasOwn(value, 'set') && connect !== undefined
        ? { ...value, set: [...listOf(member(value, 'set')), ...listOf(connect).map(withoutPosition)] }
        : { ...value, ...(connect === undefined ? {} : { connect }) },
  ),
  ofValues(
    {
      rule: 'write.relation.forms',
      kind: 'null in set or connect clears',
      says: 'Null in `set` or `connect` changes no links. The server removes all links.',
    },
    (value, writable) =>
      isManyRelation(writable) && isObject(value) && NULL_MEMBERS.some((name) => member(value, name) === null)
        ? []
        : value,
  ),
  ...(['to-many', 'to-one'] as const).map((size) =>
    ofValues(
      {
        rule: 'write.relation.disconnect',
        kind: `disconnect clears a ${size} relation`,
        says: `\`disconnect\` removes only the entries that it names. The server clears the ${size} relation.`,
      },
      (value, { attribute }) =>
        attribute.kind === 'relation' &&
        attribute.many === (size === 'to-many') &&
        isObject(value) &&
        isOnlyDisconnect(value)
          ? attribute.many
            ? []
            : null
          : value,
    ),
  ),
  ofValues(
    {
      rule: 'write.morph',
      kind: 'an empty list clears a morph relation',
      says: 'An empty list leaves the entries of a morph relation. The server removes them.',
    },
    (value, { attribute }, asked) =>
      attribute.kind === 'morphTo' && attribute.many && isList(value) && value.length === 0
        ? { disconnect: listOf(asked.storedAt(attribute.name)).filter(isObject).map(linkTo) }
        : value,
  ),
  ofValues(
    {
      rule: 'write.morph',
      kind: 'a list adds to a morph relation',
      says: 'A list replaces the entries of a morph relation. The server adds to the entries.',
    },
    (value, { attribute }) =>
      attribute.kind === 'morphTo' && attribute.many && isList(value) ? { connect: value } : value,
  ),
]

/**
 * Defines misreadings of values at any depth of a write: lost parts of components, and values that the target stores
 * in another form.
 */
import type { Attribute } from '../../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../../util/json.ts'
import { modelsOf } from '../../../../writing/index.ts'
import { type HolderKind, hasId, listOf, ofParts, ofValues, type WriteMisreading } from './kit.ts'

/**
 * The groups of holders (component, dynamic zone) whose parts a server may store by separate code, each with its name.
 */
const HOLDERS: readonly (readonly [name: string, holders: readonly HolderKind[]])[] = [
  ['A component, or an element of a zone,', ['component', 'zone']],
  ['A component', ['component']],
  ['An element of a zone', ['zone']],
]

/** The groups of attributes of components that a server may not store, each with its name. */
const PARTS: readonly (readonly [name: string, kinds: readonly Attribute['kind'][]])[] = [
  ['components', ['component']],
  ['relations', ['relation']],
  ['files', ['media']],
]

/** The misreadings in which the target does not store parts of components. */
const LOST: readonly WriteMisreading[] = HOLDERS.flatMap(([holder, holders]) =>
  PARTS.map(([part, kinds]) =>
    ofParts(
      {
        rule: 'write.component.new',
        kind: `${part} lost: ${holders.join(' and ')}`,
        says: `${holder} is stored with its ${part}. The server drops its ${part}.`,
      },
      (value, { attribute }, inside) =>
        kinds.includes(attribute.kind) && holders.includes(inside) ? undefined : value,
    ),
  ),
)

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

/**
 * The kinds of attributes that link to one entry or file. From a written list, a server may link the item at the wrong
 * end.
 */
const ONE = {
  media: [
    'write.files',
    'Of several files for a single file attribute, the first is linked. The server links the last.',
  ],
  relation: [
    'write.relation.one',
    'A to-one relation links the last entry of a list. The server links the first.',
  ],
} as const

const OTHER_END: readonly WriteMisreading[] = (['media', 'relation'] as const).map((kind) =>
  ofParts(
    { rule: ONE[kind][0], kind: `other end of a list: ${kind}`, says: ONE[kind][1] },
    (value, { attribute }) =>
      attribute.kind === kind && !attribute.many && isList(value)
        ? kind === 'media'
          ? value.slice(-1)
          : value.slice(0, 1)
        : value,
  ),
)

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

const FALSE: ReadonlySet<Json> = new Set<Json>([false, 0, ''])

/** A misreading: in components, `connect` replaces the links. */
const CONNECT_INSIDE: WriteMisreading = ofParts(
  {
    rule: 'write.relation.connect',
    kind: 'connect replaces in components',
    says: 'In a component, `connect` adds entries to the linked entries. The server replaces the linked entries.',
  },
  (value, { attribute }, holder) => {
    if (holder === 'entry' || attribute.kind !== 'relation' || !attribute.many || !isObject(value))
      return value
    const connect = member(value, 'connect')
    return connect === undefined || Object.hasOwn(value, 'set') ? value : { set: listOf(connect) }
  },
)

/** The values that a server may store in place of null, each with the group of types for which it does so. */
const IN_PLACE_OF_NULL: readonly (readonly [group: string, types: readonly string[], value: Json])[] = [
  ['a boolean', ['boolean'], false],
  ['a number', ['integer', 'float', 'decimal'], 0],
  ['a text', ['string', 'text', 'richtext'], ''],
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

/** A misreading: the target stores an empty text as null. */
const EMPTY_AS_NULL: WriteMisreading = ofParts(
  {
    rule: 'write.values',
    kind: 'an empty text stored as null',
    says: 'An empty text stays an empty text. The server stores null in place of an empty text.',
  },
  (value, { attribute, required }) =>
    value === '' && !required && isOfType(attribute, 'string', 'text', 'richtext') ? null : value,
)

/** A misreading: the target cuts off the blanks around a text. */
const TRIMMED: WriteMisreading = ofParts(
  {
    rule: 'write.values',
    kind: 'blanks cut off',
    says: 'A text keeps the blanks around it. The server cuts them off.',
  },
  (value, { attribute }) =>
    typeof value === 'string' && isOfType(attribute, 'string', 'text', 'richtext') ? value.trim() : value,
)

/** The misreadings in which the target resets the attributes that the body omits for a component with an id. */
const RESET_PARTS: readonly WriteMisreading[] = HOLDERS.map(([holder, holders]) =>
  ofValues(
    {
      rule: 'write.component.kept',
      kind: `omitted attributes reset: ${holders.join(' and ')}`,
      says: `${holder} with an \`id\` keeps the attributes that the body omits. The server sets them to null.`,
    },
    (value, { attribute }, { graph }) => {
      if ((attribute.kind !== 'component' && attribute.kind !== 'zone') || !holders.includes(attribute.kind))
        return value
      const filled = (item: Json): Json => {
        if (!isObject(item) || !hasId(item)) return item
        const uid = attribute.kind === 'component' ? attribute.component : String(item['__component'])
        const unset = [...(modelsOf(graph).get(uid)?.attributes.values() ?? [])].flatMap((own) =>
          own.attribute.kind === 'scalar' && !own.required ? [[own.attribute.name, null] as const] : [],
        )
        return { ...Object.fromEntries(unset), ...item }
      }
      return isList(value) ? value.map(filled) : filled(value)
    },
  ),
)

export const INNER: readonly WriteMisreading[] = [
  ...LOST,
  ...FORMS,
  ...OTHER_END,
  ...NULLS,
  EMPTY_AS_NULL,
  TRIMMED,
  ...RESET_PARTS,
  CONNECT_INSIDE,
  FALSY,
]

/**
 * Defines misreadings of values at any depth of a write: lost parts of components, and values that the target stores
 * in another form.
 */
import type { Attribute } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { type HolderKind, listOf, ofParts, ofValues, type WriteMisreading } from './kit.ts'

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

export const INNER: readonly WriteMisreading[] = [...LOST, ...FORMS, ...OTHER_END, CONNECT_INSIDE, FALSY]

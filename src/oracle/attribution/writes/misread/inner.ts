/** Defines misreadings of components in a write, of what they contain, and of lists for one entry or file. */
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

const SINGLE: (typeof HOLDERS)[number] = ['A single component', ['component']]

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

/** The misreadings in which the target resets the attributes that the body omits for a component with an id. */
const RESET_PARTS: readonly WriteMisreading[] = [...HOLDERS, SINGLE].flatMap(([holder, holders]) =>
  [false, true].map((isAlsoRequired) =>
    ofValues(
      {
        rule: 'write.component.kept',
        kind: `omitted attributes reset: ${holder}${isAlsoRequired ? ', also required ones' : ''}`,
        says: `${holder} with an \`id\` keeps the attributes that the body omits. The server sets them to null.`,
      },
      (value, { attribute }, { graph }) => {
        const isSingle = attribute.kind === 'component' && !attribute.many
        if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value
        if (!holders.includes(attribute.kind) || (holder === SINGLE[0] && !isSingle)) return value
        const filled = (item: Json): Json => {
          if (!isObject(item) || !hasId(item)) return item
          const uid = attribute.kind === 'component' ? attribute.component : String(item['__component'])
          const unset = [...(modelsOf(graph).get(uid)?.attributes.values() ?? [])].flatMap((own) =>
            own.attribute.kind === 'scalar' && (isAlsoRequired || !own.required)
              ? [[own.attribute.name, null] as const]
              : [],
          )
          return { ...Object.fromEntries(unset), ...item }
        }
        return isList(value) ? value.map(filled) : filled(value)
      },
    ),
  ),
)

/** A misreading: a component inside a component is always new. */
const NESTED_IDS: WriteMisreading = ofParts(
  {
    rule: 'write.component.kept',
    kind: 'ids of nested components ignored',
    says: 'A component with an `id` inside a component updates the existing component. The server makes a new component.',
  },
  (value, { attribute }, holder) => {
    if (holder === 'entry' || attribute.kind !== 'component') return value
    const withoutId = (item: Json): Json => {
      if (!isObject(item)) return item
      const { id: _own, ...rest } = item
      return rest
    }
    return isList(value) ? value.map(withoutId) : withoutId(value)
  },
)

export const INNER: readonly WriteMisreading[] = [
  ...LOST,
  ...OTHER_END,
  ...RESET_PARTS,
  NESTED_IDS,
  CONNECT_INSIDE,
]

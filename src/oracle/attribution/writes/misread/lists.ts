/**
 * Defines misreadings of written lists and components: the target stores another order, or changes existing components
 * in a wrong way.
 */
import { type Attribute, FILE_UID } from '../../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import { modelsOf, type WritableAttribute } from '../../../../writing/index.ts'
import {
  type AskedWrite,
  EVERY_LIST,
  hasId,
  isPlaced,
  listOf,
  ofParts,
  ofValues,
  type WriteMisreading,
  withLists,
} from './kit.ts'

/** Returns the id of the row that an item of a written list names, if the row exists. */
function idIn(item: Json, { attribute }: WritableAttribute, { graph }: AskedWrite): number | undefined {
  const name = isObject(item) ? (member(item, 'documentId') ?? member(item, 'id')) : item
  const uid = attribute.kind === 'media' ? FILE_UID : attribute.kind === 'relation' ? attribute.target : ''
  const table = graph.tables.get(uid)
  if (typeof name === 'number') return table?.byId.get(name)?.id
  return typeof name === 'string' ? table?.byDocument.get(name)?.[0]?.id : undefined
}

/** Returns a list in the order of the numbers of its items. Returns the same list if an item has no number. */
function ordered(list: readonly Json[], numberOf: (item: Json) => number | undefined): readonly Json[] {
  const keyed = list.map((item) => ({ item, number: numberOf(item) }))
  if (keyed.some(({ number }) => number === undefined)) return list
  return keyed.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0)).map(({ item }) => item)
}

/** The groups of link lists whose order a server may change, the largest group first. */
const LISTS_OF_LINKS: readonly (readonly [where: string, names: readonly string[]])[] = [
  ['', EVERY_LIST],
  [' outside `connect`', EVERY_LIST.filter((name) => name !== 'connect')],
  [' in `connect`', ['connect']],
]

/** The orders of components by which a server may group the elements of a dynamic zone. */
const GROUPINGS: readonly (readonly [
  order: string,
  namesIn: (uids: readonly string[], written: readonly string[]) => readonly string[],
])[] = [
  ['as in the schema', (uids) => uids],
  ['by name', (uids) => uids.toSorted()],
  ['by first element', (_uids, written) => [...new Set(written)]],
]

/** Returns the uid of the component that an element of a dynamic zone names. */
const componentOf = (item: Json): string => String(isObject(item) && item['__component'])

/** The kinds of elements that a server may put at the start of a list, each with its name. */
const ENDS: readonly (readonly [first: string, isFirst: (item: Json) => boolean])[] = [
  ['with an id', hasId],
  ['without an id', (item) => !hasId(item)],
]

/** The kinds of lists of components whose order a server may change, each with its name. */
const LISTS_OF_PARTS = [
  ['A list of components', ['component', 'zone']],
  ['A list of components', ['component']],
  ['A list of elements of a zone', ['zone']],
] as const

/** Returns a list in reverse order; the same list if an item has a position. */
const reversedUnlessPlaced = (list: readonly Json[]) => (list.some(isPlaced) ? list : list.toReversed())

const LISTS_OF = { relation: 'links', media: 'files', component: 'components', zone: 'elements' } as const

/** The misreadings in which the target stores a written list in a different order. */
export const ORDERS: readonly WriteMisreading[] = [
  ...(['relation', 'media'] as const).flatMap((kind) =>
    LISTS_OF_LINKS.map(([where, names]) =>
      ofParts(
        {
          rule: kind === 'media' ? 'write.files' : 'write.relation.set',
          kind: `${kind} sorted by id${where}`,
          says: `${kind === 'media' ? 'Files' : 'Linked entries'} keep the order of the written list. The server sorts them by id${where}.`,
        },
        (value, writable, _holder, asked) =>
          writable.attribute.kind === kind && writable.attribute.many
            ? withLists(value, (list) => ordered(list, (item) => idIn(item, writable, asked)), names)
            : value,
      ),
    ),
  ),
  ...GROUPINGS.map(([order, namesIn]) =>
    ofValues(
      {
        rule: 'write.zone',
        kind: `grouped by component, ${order}`,
        says: 'The elements of a zone keep the order of the written list. The server groups the elements by component.',
      },
      (value, { attribute }) =>
        attribute.kind === 'zone' && isList(value)
          ? ordered(value, (item) =>
              namesIn(attribute.components, value.map(componentOf)).indexOf(componentOf(item)),
            )
          : value,
    ),
  ),
  ...ENDS.flatMap(([first, isFirst]) =>
    LISTS_OF_PARTS.map(([list, kinds]) =>
      ofValues(
        {
          rule: 'write.component.new',
          kind: `${kinds.join(' and ')} ${first} first`,
          says: `${list} keeps its order. The server puts the elements ${first} first.`,
        },
        (value, { attribute: { kind } }) =>
          kinds.some((one) => one === kind) && isList(value)
            ? [...value.filter(isFirst), ...value.filter((item) => !isFirst(item))]
            : value,
      ),
    ),
  ),
  ...(['relation', 'media', 'component', 'zone'] as const).flatMap((kind) =>
    LISTS_OF_LINKS.slice(0, kind === 'relation' || kind === 'media' ? 2 : 1).map(([where, names]) =>
      ofValues(
        {
          rule:
            kind === 'media'
              ? 'write.files'
              : kind === 'relation'
                ? 'write.relation.set'
                : 'write.component.new',
          kind: `${kind} reversed${where}`,
          says: `A list of ${LISTS_OF[kind]} keeps its order. The server stores the list in reverse order${where}.`,
        },
        (value, { attribute }) =>
          attribute.kind === kind ? withLists(value, reversedUnlessPlaced, names) : value,
      ),
    ),
  ),
]

/** Returns the components in an attribute of the written row, each with only its `id` and `__component`. */
const idsAt = ({ storedAt }: AskedWrite, name: string): readonly Json[] =>
  listOf(storedAt(name)).flatMap((one) =>
    isObject(one) ? [{ id: member(one, 'id') ?? null, ...partOf(one) }] : [],
  )

/** Returns an object with the `__component` of an item of a dynamic zone; an empty object for any other component. */
const partOf = (one: JsonObject): JsonObject => {
  const component = member(one, '__component')
  return component === undefined ? {} : { __component: component }
}

/** Returns the value that an attribute gets in a new component if the body omits it. */
const emptyOf = ({ attribute, ...limits }: WritableAttribute): Json =>
  limits.default ?? (isListOfParts(attribute) || ('many' in attribute && attribute.many) ? [] : null)

/** Returns whether the value of an attribute is a list of components. */
const isListOfParts = (attribute: Attribute): boolean =>
  attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.many)

/** The reactions of a server to null for a list of components, each with the list that it stores. */
const NULLS: readonly (readonly [deed: string, list: Json | undefined])[] = [
  ['takes it for an empty list', []],
  ['ignores it', undefined],
]

/**
 * The places at which a server may keep the existing elements of a list: before or after the written ones, for every
 * written list or only for a list with elements.
 */
const PLACES_OF_KEPT = (['before', 'after'] as const).flatMap((place) => [
  [place, 'the list', () => true] as const,
  [place, 'a list that is not empty', (list: readonly Json[]) => list.length > 0] as const,
])

const LISTS = { component: 'A list of components', zone: 'A list of elements of a zone' } as const

/**
 * The groups of component ids that a server may ignore, each with the kind and the sentence of the misreading, and
 * with a test of ids.
 */
const IDS: readonly (readonly [
  kind: string,
  says: string,
  isIgnored: (id: Json | undefined, attribute: Attribute) => boolean,
])[] = [
  [
    'text ids of components ignored',
    'The id of a component may be a text, such as "7". The server ignores the text and makes a new component.',
    (id) => typeof id === 'string',
  ],
  [
    'ids of components ignored',
    'A component with an id updates the existing component with this id. The server makes a new component.',
    () => true,
  ],
  [
    'ids of elements ignored',
    'An element of a zone with an id updates the existing element with this id. The server makes a new element.',
    (_id, { kind }) => kind === 'zone',
  ],
  [
    'ids of listed components ignored',
    'A component with an id in a list updates the existing component with this id. The server makes a new component.',
    (_id, attribute) => attribute.kind === 'component' && attribute.many,
  ],
  [
    'ids of single components ignored',
    'A single component with an id updates the existing component with this id. The server makes a new component.',
    (_id, attribute) => attribute.kind === 'component' && !attribute.many,
  ],
]

export const COMPONENTS: readonly WriteMisreading[] = [
  ofValues(
    {
      rule: 'write.component.new',
      kind: 'merged into the existing component',
      says: 'A component without an id replaces the existing component. The server changes the existing component instead of creating a new one.',
    },
    (value, { attribute }, asked) => {
      if (attribute.kind !== 'component' || attribute.many || !isObject(value)) return value
      const [existing] = Object.hasOwn(value, 'id') ? [] : idsAt(asked, attribute.name)
      return isObject(existing) ? { ...existing, ...value } : value
    },
  ),
  ofValues(
    {
      rule: 'write.component.new',
      kind: 'the id of the replaced component',
      says: 'A component without an id gets a new id. The server gives it the id of the component that it replaces.',
    },
    (value, { attribute }, asked) => {
      if (attribute.kind !== 'component' || attribute.many || !isObject(value)) return value
      const [existing] = Object.hasOwn(value, 'id') ? [] : idsAt(asked, attribute.name)
      const model = modelsOf(asked.graph).get(attribute.component)
      const unset = [...(model?.attributes ?? [])].map(([name, own]) => [name, emptyOf(own)])
      return isObject(existing) ? { ...Object.fromEntries(unset), ...existing, ...value } : value
    },
  ),
  ...(['component', 'zone'] as const).flatMap((kind) =>
    PLACES_OF_KEPT.map(([place, form, isForm]) =>
      ofValues(
        {
          rule: 'write.component.new',
          kind: `unlisted elements kept ${place} ${form}: ${kind}`,
          says: `${LISTS[kind]} replaces the existing list. The server keeps existing elements, ${place} ${form}.`,
        },
        (value, { attribute }, asked) => {
          if (attribute.kind !== kind || !isList(value) || !isForm(value)) return value
          const named = new Set(value.map((item) => (isObject(item) ? String(item['id']) : '')))
          const kept = idsAt(asked, attribute.name).filter(
            (one) => !(isObject(one) && named.has(String(one['id']))),
          )
          return place === 'before' ? [...kept, ...value] : [...value, ...kept]
        },
      ),
    ),
  ),
  ofValues(
    {
      rule: 'write.zone',
      kind: 'elements of unknown components dropped',
      says: 'An element of a zone with an unknown component is an error. The server drops the element.',
    },
    (value, { attribute }, { graph }) =>
      attribute.kind === 'zone' && isList(value)
        ? value.filter((item) => {
            const uid = isObject(item) ? member(item, '__component') : undefined
            return typeof uid !== 'string' || graph.schema.components.has(uid)
          })
        : value,
  ),
  ...(['component', 'zone'] as const).flatMap((kind) =>
    NULLS.map(([deed, list]) =>
      ofValues(
        {
          rule: 'write.values',
          kind: `null for a list: ${kind}: ${deed}`,
          says: `Null is an error in place of ${kind === 'zone' ? 'a zone' : 'a list of components'}. The server ${deed}.`,
        },
        (value, { attribute }) =>
          value === null && attribute.kind === kind && isListOfParts(attribute) ? list : value,
      ),
    ),
  ),
  ...IDS.map(([kind, says, isIgnored]) =>
    ofValues({ rule: 'write.component.kept', kind, says }, (value, { attribute }) => {
      if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value
      const withoutId = (item: Json): Json => {
        if (!isObject(item)) return item
        const { id, ...rest } = item
        return isIgnored(id, attribute) ? rest : item
      }
      return isList(value) ? value.map(withoutId) : withoutId(value)
    }),
  ),
]

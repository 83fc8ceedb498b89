/** Defines misreadings of written links that depend on the entries that the row already links before the write. */
import { isObject, type Json, member } from '../../../../util/json.ts'
import type { WritableAttribute } from '../../../../writing/index.ts'
import {
  type AskedWrite,
  isManyRelation,
  isPlaced,
  listOf,
  ofLinks,
  ofParts,
  ofValues,
  type WriteMisreading,
  withLists,
} from './kit.ts'
import { placed } from './links.ts'

/** Returns the documentId or id by which an item of a written list names an entry. */
const nameIn = (item: Json): Json | undefined =>
  isObject(item) ? (member(item, 'documentId') ?? member(item, 'id')) : item

/** Returns whether an item of `connect`, `before` or `after` names an entry that the row already links. */
const isNamedBy = (item: Json, entry: Json): boolean => {
  if (!isObject(entry)) return false
  const name = nameIn(item)
  return name === member(entry, 'documentId') || name === member(entry, 'id')
}

const hasPosition = (item: Json): boolean => isObject(item) && isObject(member(item, 'position'))

/** Returns the entries that the row links in an attribute before the write. */
const linkedIn = ({ storedAt }: AskedWrite, { attribute }: WritableAttribute): readonly Json[] =>
  listOf(storedAt(attribute.name))

/** Returns an item of `connect` that puts its entry at the start of the relation. */
const atStart = (item: Json): Json => ({
  ...(isObject(item) ? item : { [typeof item === 'string' ? 'documentId' : 'id']: item }),
  position: { start: true },
})

/** The orders in which a server may put the entries of `connect` at the start of a relation, each with its name. */
const ENDS_OF_CONNECT: readonly (readonly [
  order: string,
  inOrder: (list: readonly Json[]) => readonly Json[],
])[] = [
  [' in reverse order', (list) => list.map((item) => (isPlaced(item) ? item : atStart(item)))],
  ['', (list) => (list.some(isPlaced) ? list : list.toReversed().map(atStart))],
]

/** The items of `connect` that a server may still move if their entries are already linked, each with its words. */
const STAYING: readonly (readonly [where: string, isMoved: (item: Json) => boolean])[] = [
  ['', hasPosition],
  [', or to its position', () => false],
]

/** The misreadings of `connect` that depend on the entries that the row already links. */
export const LINKED: readonly WriteMisreading[] = [
  ofValues(
    {
      rule: 'write.relation.connect',
      kind: 'connect replaces, with positions',
      says: '`connect` adds entries to the linked entries. The server replaces the linked entries, and then obeys the positions in `connect`.',
    },
    (value, writable, asked) => {
      if (!isManyRelation(writable) || !isObject(value) || Object.hasOwn(value, 'set')) return value
      const connect = listOf(member(value, 'connect'))
      const gone = linkedIn(asked, writable).filter((one) => !connect.some((item) => isNamedBy(item, one)))
      if (connect.length === 0 || gone.length === 0) return value
      const ids = gone.flatMap((one) => (isObject(one) ? [member(one, 'id') ?? null] : []))
      return { ...value, disconnect: [...listOf(member(value, 'disconnect')), ...ids] }
    },
  ),
  ...STAYING.map(([where, isMoved]) =>
    ofValues(
      {
        rule: 'write.relation.connect',
        kind: `linked entries stay in place${where}`,
        says: `\`connect\` moves an entry that is already linked to the end${where}. The server leaves it in its place.`,
      },
      (value, writable, asked) => {
        if (!isManyRelation(writable) || !isObject(value) || Object.hasOwn(value, 'set')) return value
        const linked = linkedIn(asked, writable)
        const isKept = (item: Json): boolean => isMoved(item) || !linked.some((one) => isNamedBy(item, one))
        return Object.hasOwn(value, 'connect')
          ? { ...value, connect: listOf(member(value, 'connect')).filter(isKept) }
          : value
      },
    ),
  ),
  ofLinks(
    {
      rule: 'write.relation.position',
      kind: 'positions among connected entries ignored',
      says: '`before` and `after` may name an entry that the same request connects. The server ignores such a position.',
    },
    (value) => {
      const connected = new Set(listOf(member(value, 'connect')).map(nameIn))
      return placed(value, (position) => {
        const other = member(position, 'before') ?? member(position, 'after')
        return other !== undefined && connected.has(nameIn(other)) ? undefined : position
      })
    },
  ),
  ofLinks(
    {
      rule: 'write.relation.connect',
      kind: 'connect before disconnect',
      says: 'An entry in both `connect` and `disconnect` stays linked. The server disconnects it.',
    },
    (value) => {
      if (!Object.hasOwn(value, 'connect') || !Object.hasOwn(value, 'disconnect')) return value
      const gone = new Set(listOf(member(value, 'disconnect')).map(nameIn))
      return { ...value, connect: listOf(member(value, 'connect')).filter((item) => !gone.has(nameIn(item))) }
    },
  ),
  ofValues(
    {
      rule: 'write.relation.position',
      kind: 'lost positions',
      says: 'A position `before` or `after` an entry that is not linked is an error. The server accepts it.',
    },
    (value, writable, asked) => {
      if (!isManyRelation(writable) || !isObject(value)) return value
      const linked = linkedIn(asked, writable)
      const connected = new Set(listOf(member(value, 'connect')).map(nameIn))
      const isKnown = (other: Json): boolean =>
        connected.has(nameIn(other)) || linked.some((one) => isNamedBy(other, one))
      return placed(value, (position) => {
        const other = member(position, 'before') ?? member(position, 'after')
        return other === undefined || isKnown(other) ? position : undefined
      })
    },
  ),
  ofParts(
    {
      rule: 'write.relation.connect',
      kind: 'connect in reverse order',
      says: '`connect` links its entries in the order of the list. The server takes the list in reverse order.',
    },
    (value, { attribute: { kind } }) =>
      (kind === 'relation' || kind === 'morphTo') && isObject(value)
        ? withLists(value, (list) => list.toReversed(), ['connect'])
        : value,
  ),
  ...ENDS_OF_CONNECT.map(([order, inOrder]) =>
    ofParts(
      {
        rule: 'write.relation.connect',
        kind: `connect at the start${order}`,
        says: `\`connect\` adds entries at the end of a relation. The server adds them at the start${order}.`,
      },
      (value, { attribute: { kind, ...attribute } }) =>
        (kind === 'relation' || kind === 'morphTo') &&
        'many' in attribute &&
        attribute.many &&
        isObject(value)
          ? withLists(value, inOrder, ['connect'])
          : value,
    ),
  ),
]

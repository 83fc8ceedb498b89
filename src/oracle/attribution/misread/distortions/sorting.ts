/** Defines distortions of sorted lists: the target compares the values of a sort in a wrong way. */
import type { Graph, Node, Ref, Row } from '../../../../reference/graph/graph.ts'
import { attributesOf } from '../../../../reference/names/paths.ts'
import type { ContentType, ScalarType } from '../../../../reference/schema/schema.ts'
import { compare, SCALARS } from '../../../../reference/values.ts'
import { isObject, type Json, member } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { entriesOf, pageOf } from '../../../bodies/answer.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, partsOf, readPart } from '../../../names/mentions.ts'
import { type Distortion, isOf, wholeList } from '../parts.ts'
import {
  type Comparison,
  DECISIONS,
  type Direction,
  nullsFirst,
  stable,
  WRONG_ORDERS,
  WRONG_TIES,
  type WrongOrder,
} from './sort-orders.ts'

interface Key {
  /** The names of the sorted attribute and of the links to it. */
  readonly names: readonly string[]
  readonly direction: Direction
}

/** Returns the sort keys at the root of a request; undefined if the text of a key is not a path with an order. */
function keysOfSort(parts: readonly string[]): readonly Key[] | undefined {
  // A key without an index keeps its place, because every comparison with NaN is false.
  const indexOf = (part: string): number => Number(readPart(part).segments[1] ?? Number.NaN)
  const keys = parts
    .filter((part) => isOf('sort', part))
    .toSorted((one, other) => indexOf(one) - indexOf(other) || 0)
    .flatMap((part) => {
      const { segments, value } = readPart(part)
      const names = segments.slice(1).filter((name) => !isListIndex(name))
      return names.length > 0
        ? [[names.join('.'), value]]
        : value.split(',').map((key) => key.trim().split(':'))
    })
  const isPlain = keys.every(([path = '', _order, ...rest]) => rest.length === 0 && /^[\w.]+$/.test(path))
  if (keys.length === 0 || !isPlain) return undefined
  return keys.map(([path = '', order = 'asc']) => ({
    names: path.split('.'),
    direction: order.trim().toLowerCase() === 'desc' ? -1 : 1,
  }))
}

/** Returns the type of the attribute that a sort key names; undefined if this attribute is not a scalar. */
function sortedType({ names }: Key, type: ContentType, { schema }: Graph): ScalarType | undefined {
  const attributes = attributesOf(names, type, schema)
  const last = attributes.at(-1)
  if (names.at(-1) === 'id' && attributes.length === names.length - 1) return 'integer'
  return attributes.length === names.length && last?.kind === 'scalar' ? last.type : undefined
}

/**
 * Returns the values to which a sort key leads from a row, one for each way through links. A way without a linked row
 * of the requested status ends, and has the value null.
 */
function valuesAt({ names }: Key, row: Node, { tables }: Graph, status: Row['status']): readonly Json[] {
  const rowAt = ({ type, id }: Ref): readonly Node[] => {
    const table = tables.get(type)
    const linked = table?.byId.get(id)
    const isShown = table?.type.draftAndPublish !== true || linked?.status === status
    return linked !== undefined && isShown ? [linked] : []
  }
  let nodes: readonly (Node | null)[] = [row]
  for (const name of names.slice(0, -1))
    nodes = nodes.flatMap((node): readonly (Node | null)[] => {
      const next = node?.components[name] ?? (node?.links[name] ?? []).flatMap(rowAt)
      return next.length > 0 ? next : [null]
    })
  const last = names.at(-1) ?? ''
  return nodes.map((node) => (last === 'id' ? node?.id : node?.values[last]) ?? null)
}

/** Returns the right comparison of the values of a type. */
const rightly = (type: ScalarType): Comparison =>
  nullsFirst((one, other) => compare(SCALARS[type].comparable(one), SCALARS[type].comparable(other)))

const idOf = (entry: Json): number => Number(isObject(entry) ? member(entry, 'id') : undefined)

interface TypedKey {
  readonly key: Key
  readonly isWrong: boolean
  /** Returns the sign of the order of two values in the direction of the key. */
  readonly inOrder: (one: Json, other: Json) => number
}

/** Returns the sort keys that name a scalar attribute, each with the order of its values. */
const typedKeys = (
  keys: readonly Key[],
  type: ContentType,
  graph: Graph,
  { compare: wrongly, types, isRightForIds }: Pick<WrongOrder, 'compare' | 'types' | 'isRightForIds'>,
): readonly TypedKey[] =>
  keys.flatMap((key) => {
    const own = sortedType(key, type, graph)
    if (own === undefined) return []
    const isOfId = isRightForIds === true && key.names.at(-1) === 'id'
    const isWrong = wrongly !== undefined && types?.has(own) !== false && !isOfId
    const comparison = isWrong ? wrongly : rightly(own)
    const { direction } = key
    const inOrder = (one: Json, other: Json): number => comparison(one, other, direction) * direction
    return [{ key, isWrong, inOrder }]
  })

const ordered = (order: WrongOrder): Distortion => ({
  rule: order.rule,
  kind: `sort ${order.kind}`,
  says: `${sentenceOf(order.rule)} The server ${order.does}.`,
  distort: (request, reference) => {
    const { graph } = reference
    const { compare: wrongly, ties = () => 1, decides } = order
    const type = typeOf(reference, request)
    const keys = type && keysOfSort(partsOf(splitTarget(request.url).search))
    if (keys === undefined || type === undefined) return undefined
    const typed = typedKeys(keys, type, graph, order)
    const isUnchanged =
      (wrongly !== undefined && !typed.some((one) => one.isWrong)) ||
      (decides !== undefined && !keys.some(({ names }) => names.length > 1))
    if (typed.length < keys.length || isUnchanged) return undefined
    const ofIds = ties(keys.map(({ direction }) => direction))
    const { answer } = reference.ask(request)
    const page = pageOf(answer.body)
    const all = entriesOf(reference.ask(wholeList(request)).answer.body)
    if (page === undefined || all === undefined || !isObject(answer.body)) return undefined
    const isDraft = partsOf(splitTarget(request.url).search).includes('status=draft')
    const status = isDraft ? 'draft' : 'published'
    const rows: ReadonlyMap<number, Row> = graph.tables.get(type.uid)?.byId ?? new Map()
    const keyed = all.map((entry) => {
      const row = rows.get(idOf(entry))
      const values = typed.map(({ key, inOrder }) => {
        const linked = row === undefined ? [] : valuesAt(key, row, graph, status)
        const sorted = linked.toSorted(inOrder)
        const ascending = key.direction === 1 ? sorted : sorted.toReversed()
        return (decides === undefined ? sorted[0] : decides(linked, ascending, key.direction)) ?? null
      })
      return { entry, values }
    })
    const byKeys = (one: (typeof keyed)[number], other: (typeof keyed)[number]): number => {
      for (const [at, { inOrder }] of typed.entries()) {
        const sign = inOrder(one.values[at] ?? null, other.values[at] ?? null)
        if (sign !== 0) return sign
      }
      return ofIds * (idOf(one.entry) - idOf(other.entry))
    }
    const sorted = keyed.toSorted(byKeys).map(({ entry }) => entry)
    const size = Number(page['pageSize'] ?? page['limit'])
    const start = Number(page['start'] ?? (Number(page['page']) - 1) * size)
    return { ...answer, body: { ...answer.body, data: sorted.slice(start, start + size) } }
  },
})

function typeOf(
  { routeOf }: Reference,
  request: Parameters<Reference['routeOf']>[0],
): ContentType | undefined {
  const routed = routeOf(request)
  return 'type' in routed && routed.target.kind === 'list' ? routed.type : undefined
}

/** A distortion: entries without a value come last, or first, both in ascending and in descending order. */
const nulls = (which: 'last' | 'first'): Distortion =>
  ordered({
    kind: `puts missing values ${which}`,
    does: `puts entries without a value ${which} in both orders`,
    rule: 'sort.nulls',
    ties: stable,
    compare: (one, other, direction) =>
      one === null || other === null
        ? (Number(one === null) - Number(other === null)) * direction * (which === 'last' ? 1 : -1)
        : 0,
  })

/** The distortions in which the target sorts by another linked value. */
const OTHER_DECISIONS: readonly Distortion[] = DECISIONS.map(([what, decides, but = '']) =>
  ordered({
    ...{ kind: `${what} decides${but}`, rule: 'sort.through', decides },
    does: `always compares ${what}, in ascending and in descending order`,
  }),
)

/** The wrong orders of sorted lists. */
export const SORT_DISTORTIONS: readonly Distortion[] = [
  ...WRONG_ORDERS.map(ordered),
  nulls('last'),
  nulls('first'),
  ...WRONG_TIES.map(([when, ties]) =>
    ordered({
      ...{ kind: `ties in descending order${when}`, rule: 'sort.ties', ties },
      does: `puts equal entries in descending order of id${when}`,
    }),
  ),
  ...OTHER_DECISIONS,
]

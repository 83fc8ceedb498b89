/** Defines misreadings and distortions of `sort`, such as an ignored descending order or a wrong order of values. */
import type { Row } from '../../../../reference/graph/graph.ts'
import type { ContentType, ScalarType } from '../../../../reference/schema/schema.ts'
import {
  answeredText,
  compareText,
  foldCase,
  NUMBER_TYPES,
  TEXT_TYPES,
} from '../../../../reference/values.ts'
import { isObject, type Json, member } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { entriesOf, pageOf } from '../../../bodies/answer.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { type CheckedRule, sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, partsOf, readPart } from '../../../names/mentions.ts'
import { sortLevel } from '../lists.ts'
import {
  type Distortion,
  isOf,
  keyOf,
  type Misreading,
  ofQuery,
  recoded,
  wholeList,
  withKey,
} from '../parts.ts'

/** The places of a sort whose descending order a server may ignore. */
const PLACES: readonly (readonly [
  where: string,
  rule: CheckedRule,
  has: (names: readonly string[]) => boolean,
])[] = [
  ['a sort', 'sort.order', ([root]) => root === 'sort'],
  [
    'a sort inside `populate`',
    'populate.sort.list',
    ([root, ...names]) => root === 'populate' && names.includes('sort'),
  ],
  [
    'a sort as an object',
    'sort.object',
    ([root, ...names]) => root === 'sort' && names.some((name) => !isListIndex(name)),
  ],
  [
    'a sort as an object of one level',
    'sort.object',
    ([root, name, ...more]) =>
      root === 'sort' && name !== undefined && !isListIndex(name) && more.length === 0,
  ],
  ['a sort as a list', 'sort.text', ([root, name = '-']) => root === 'sort' && isListIndex(name)],
]

const ascending = (value: string): string => value.replace(/(^|:)\s*desc(?=\s*(?:,|$))/gi, '$1asc')

const ASCENDING: readonly Misreading[] = PLACES.map(([where, rule, has]) => ({
  ...ofQuery(rule, `descending order in ${where} ignored`, (parts) =>
    parts.map((part) => (has(readPart(part).segments) ? recoded(part, ascending) : part)),
  ),
  says: `${sentenceOf(rule)} The server reads a descending order in ${where} as ascending.`,
}))

/** A misreading: in a text with several keys, the order of the first key is the order of all keys. */
const FIRST_ORDER: Misreading = {
  ...ofQuery('sort.order', 'the order of the first key in a text counts', (parts) =>
    parts.map((part) =>
      isOf('sort', part)
        ? recoded(part, (value) => {
            const [first = '', ...others] = value.split(',')
            const order = first.split(':')[1]
            const keys = [
              first,
              ...others.map((key) => `${key.split(':', 1)[0]}${order === undefined ? '' : `:${order}`}`),
            ]
            return keys.join()
          })
        : part,
    ),
  ),
  says: `${sentenceOf('sort.order')} The server applies the order of the first key to all keys of a text.`,
}

/** A misreading: the items of a list have the order of the query, not of their indexes. */
const QUERY_ORDER: Misreading = {
  ...ofQuery('query.brackets', 'sort keys in the order of the query', (parts) => {
    let count = 0
    return parts.map((part) => {
      const { segments } = readPart(part)
      const isItem = segments[0] === 'sort' && /^\d+$/.test(segments[1] ?? '')
      if (!isItem) return part
      const index = String(count++)
      return `${keyOf(part).replace(/(\[|%5B)\d+/i, `$1${index}`)}${part.slice(keyOf(part).length)}`
    })
  }),
  says: 'The index of a list item decides its position. The server reads the items of `sort` in the order of the query.',
}

/** Returns the parts of one `sort`, and the sort keys in each text of the parts, in reverse order. */
function reversed(parts: readonly string[]): readonly string[] {
  const read = parts.toReversed().map((part) => {
    const { segments } = readPart(part)
    const at = segments.lastIndexOf('sort') + 1
    return { part, before: segments.slice(0, at), names: segments.slice(at) }
  })
  const last = Math.max(...read.map(({ names: [index = ''] }) => Number(index) || 0))
  return read.map(({ part, before, names }) => {
    const [index = '', ...inner] = names
    const key = isListIndex(index) && index !== '' ? [String(last - Number(index)), ...inner] : names
    const other = withKey(part, [...before, ...key])
    return names.every(isListIndex) ? recoded(other, (text) => text.split(',').toReversed().join()) : other
  })
}

/** The places of a sort whose keys a server may apply in reverse order, each with its words. */
const REVERSED: readonly (readonly [where: string, has: (level: string) => boolean])[] = [
  ['', () => true],
  [' at the root of the query', (level) => level === 'sort'],
  [' inside `populate`', (level) => level !== 'sort'],
]

/** The misreadings in which the last sort key is the most important key. A stable sort by each key in turn does so. */
const REVERSED_KEYS: readonly Misreading[] = REVERSED.map(([where, has]) => ({
  ...ofQuery('sort.text', `the last sort key is the most important${where}`, (parts) => {
    const levels = new Map<string, readonly string[]>()
    for (const part of parts) {
      const level = sortLevel(part)
      if (level !== undefined && has(level)) levels.set(level, [...(levels.get(level) ?? []), part])
    }
    const others = new Map<string, string[]>()
    for (const [level, all] of levels) others.set(level, [...reversed(all)])
    return parts.map((part) => others.get(sortLevel(part) ?? '')?.shift() ?? part)
  }),
  says: `${sentenceOf('sort.text')} In a sort${where}, the server takes the last key as the most important one.`,
}))

/** The misreadings of sorts. */
export const SORTING: readonly Misreading[] = [...ASCENDING, FIRST_ORDER, QUERY_ORDER, ...REVERSED_KEYS]

/** A wrong way to order two values. */
interface WrongOrder {
  readonly kind: string
  readonly does: string
  readonly rule: CheckedRule
  readonly types?: ReadonlySet<ScalarType>
  /**
   * Returns the sign of the order of two values. The parameter `direction` is 1 for ascending and -1 for descending
   * order.
   */
  readonly compare: (one: Json, other: Json, direction: 1 | -1) => number
  /**
   * Whether entries with equal values keep the order of the right answer. Otherwise, they are in ascending order of
   * id.
   */
  readonly isStable?: true
}

/** Makes a comparison of two values in which null is the smallest value. */
const nullsFirst =
  (compare: (one: string, other: string) => number) =>
  (one: Json, other: Json): number =>
    one === null || other === null
      ? Number(one !== null) - Number(other !== null)
      : compare(answeredText(one), answeredText(other))

/**
 * The attribute types whose texts servers often compare alike. Other text types may have a separate type in the
 * database.
 */
const PLAIN_TEXTS: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'uid'])

const caseless: WrongOrder['compare'] = nullsFirst((one, other) =>
  compareText(foldCase(one), foldCase(other)),
)

/**
 * The wrong orders of texts that ignore letter case. Texts that differ only in case have the order of ids, or of the
 * right answer.
 */
const CASELESS: readonly WrongOrder[] = [TEXT_TYPES, PLAIN_TEXTS].flatMap((types): readonly WrongOrder[] => {
  const kind = types === TEXT_TYPES ? 'ignores case' : 'ignores case of plain texts'
  const order: WrongOrder = { kind, does: 'ignores case', rule: 'sort.values', types, compare: caseless }
  return [order, { ...order, kind: `${kind}, with stable ties`, isStable: true }]
})

const WRONG_ORDERS: readonly WrongOrder[] = [
  ...CASELESS,
  {
    ...{ kind: 'ignores accents and case', rule: 'sort.values', types: TEXT_TYPES },
    does: 'sorts texts by the rules of a language',
    compare: nullsFirst((one, other) => one.localeCompare(other, 'en')),
  },
  {
    ...{ kind: 'numbers as texts', does: 'sorts numbers as texts', rule: 'sort.values', types: NUMBER_TYPES },
    compare: nullsFirst(compareText),
  },
]

interface OnlySortKey {
  readonly name: string
  readonly direction: 1 | -1
}

/** Returns the sort key of a request that sorts by the name of one attribute; otherwise undefined. */
function keyOfSort(parts: readonly string[]): OnlySortKey | undefined {
  const [sort, ...more] = parts.filter((part) => isOf('sort', part))
  if (sort === undefined || more.length > 0) return undefined
  const { segments, value } = readPart(sort)
  const names = segments.slice(1).filter((name) => !isListIndex(name))
  const [name = '', order = 'asc', ...rest] = names.length === 1 ? [names[0], value] : value.split(':')
  if (names.length > 1 || rest.length > 0 || !/^\w+$/.test(name)) return undefined
  return { name, direction: order.trim().toLowerCase() === 'desc' ? -1 : 1 }
}

const idOf = (entry: Json): number => Number(isObject(entry) ? member(entry, 'id') : undefined)

const ordered = ({ kind, does, rule, types, compare, isStable }: WrongOrder): Distortion => ({
  rule,
  kind: `sort ${kind}`,
  says: `${sentenceOf(rule)} The server ${does}.`,
  distort: (request, reference) => {
    const key = keyOfSort(partsOf(splitTarget(request.url).search))
    const type = typeOf(reference, request)
    const attribute = key && type?.attributes.get(key.name)
    if (key === undefined || type === undefined || attribute?.kind !== 'scalar') return undefined
    if (types !== undefined && !types.has(attribute.type)) return undefined
    const { answer } = reference.ask(request)
    const page = pageOf(answer.body)
    const all = entriesOf(reference.ask(wholeList(request)).answer.body)
    if (page === undefined || all === undefined || !isObject(answer.body)) return undefined
    const rows: ReadonlyMap<number, Row> = reference.graph.tables.get(type.uid)?.byId ?? new Map()
    const sortedBy = (entry: Json): Json => rows.get(idOf(entry))?.values[key.name] ?? null
    const sorted = all.toSorted(
      (one, other) =>
        compare(sortedBy(one), sortedBy(other), key.direction) * key.direction ||
        (isStable === true ? 0 : idOf(one) - idOf(other)),
    )
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
    isStable: true,
    compare: (one, other, direction) =>
      one === null || other === null
        ? (Number(one === null) - Number(other === null)) * direction * (which === 'last' ? 1 : -1)
        : 0,
  })

/** The wrong orders of sorted lists. */
export const SORT_DISTORTIONS: readonly Distortion[] = [
  ...WRONG_ORDERS.map(ordered),
  nulls('last'),
  nulls('first'),
]

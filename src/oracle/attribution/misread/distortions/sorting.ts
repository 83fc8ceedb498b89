/** Defines distortions of sorted lists: the target compares the values of a sort in a wrong way. */
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
import { type Distortion, isOf, wholeList } from '../parts.ts'

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

/** The attribute types whose texts servers often compare alike. */
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
  {
    ...{ kind: 'numbers except big integers as texts', does: 'sorts numbers as texts', rule: 'sort.values' },
    types: new Set(['integer', 'float', 'decimal']),
    compare: nullsFirst(compareText),
  },
]

interface RootKey {
  readonly name: string
  readonly direction: 1 | -1
}

/** Returns the sort keys of a request if each key is the name of an attribute; otherwise undefined. */
function keysOfSort(parts: readonly string[]): readonly RootKey[] | undefined {
  const keys = parts
    .filter((part) => isOf('sort', part))
    .flatMap((part) => {
      const { segments, value } = readPart(part)
      const names = segments.slice(1).filter((name) => !isListIndex(name))
      return names.length > 0
        ? [[names.join('.'), value]]
        : value.split(',').map((key) => key.trim().split(':'))
    })
  const isPlain = keys.every(([name = '', _order, ...rest]) => rest.length === 0 && /^\w+$/.test(name))
  if (keys.length === 0 || !isPlain) return undefined
  return keys.map(([name = '', order = 'asc']) => ({
    name,
    direction: order.trim().toLowerCase() === 'desc' ? -1 : 1,
  }))
}

/** Returns the type of a sorted attribute; undefined for an attribute that is not a scalar. */
function sortedType({ attributes }: ContentType, name: string): ScalarType | undefined {
  const attribute = attributes.get(name)
  if (name === 'id') return 'integer'
  return attribute?.kind === 'scalar' ? attribute.type : undefined
}

const rightly: WrongOrder['compare'] = (one, other) =>
  one === null || other === null
    ? Number(one !== null) - Number(other !== null)
    : typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareText(answeredText(one), answeredText(other))

const idOf = (entry: Json): number => Number(isObject(entry) ? member(entry, 'id') : undefined)

const ordered = ({ kind, does, rule, types, compare, isStable }: WrongOrder): Distortion => ({
  rule,
  kind: `sort ${kind}`,
  says: `${sentenceOf(rule)} The server ${does}.`,
  distort: (request, reference) => {
    const keys = keysOfSort(partsOf(splitTarget(request.url).search))
    const type = typeOf(reference, request)
    if (keys === undefined || type === undefined) return undefined
    const typed = keys.map((key) => ({ ...key, type: sortedType(type, key.name) }))
    const isWrong = (own: ScalarType | undefined): boolean =>
      types === undefined || (own !== undefined && types.has(own))
    if (typed.some((key) => key.type === undefined) || !typed.some((key) => isWrong(key.type)))
      return undefined
    const { answer } = reference.ask(request)
    const page = pageOf(answer.body)
    const all = entriesOf(reference.ask(wholeList(request)).answer.body)
    if (page === undefined || all === undefined || !isObject(answer.body)) return undefined
    const rows: ReadonlyMap<number, Row> = reference.graph.tables.get(type.uid)?.byId ?? new Map()
    const sortedBy = (entry: Json, name: string): Json =>
      name === 'id' ? idOf(entry) : (rows.get(idOf(entry))?.values[name] ?? null)
    const byKeys = (one: Json, other: Json): number => {
      for (const { name, direction, type: own } of typed) {
        const order = isWrong(own) ? compare : rightly
        const sign = order(sortedBy(one, name), sortedBy(other, name), direction) * direction
        if (sign !== 0) return sign
      }
      return isStable === true ? 0 : idOf(one) - idOf(other)
    }
    const sorted = all.toSorted(byKeys)
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

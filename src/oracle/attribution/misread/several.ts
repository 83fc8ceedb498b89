/**
 * Defines misreadings of several values, such as equal keys or several operators of which the target reads only one,
 * and misreadings of the sort order.
 */
import { isLogicalOperator, isOperator } from '../../../reference/operators/operators.ts'
import { asDecoded } from '../../../util/url/percent.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import { sortLevel } from './lists.ts'
import { isListOf } from './names.ts'
import { isOf, keyOf, type Misreading, ofParts, ofQuery, REFUSED, recoded } from './parts.ts'

const SIDES = ['first', 'last'] as const
type End = (typeof SIDES)[number]

/** Returns the query parts that a target reads if it reads only the first or the last part of each group. */
function chosen(
  parts: readonly string[],
  side: End,
  groupOf: (part: string) => { readonly group: string; readonly item: string } | undefined,
): readonly string[] {
  const groups = parts.map(groupOf)
  const itemOf = new Map<string, string>()
  for (const one of groups)
    if (one !== undefined && (side === 'last' || !itemOf.has(one.group))) itemOf.set(one.group, one.item)
  return parts.filter((_part, at) => {
    const one = groups[at]
    return one === undefined || itemOf.get(one.group) === one.item
  })
}

const ofEqualKeys = (side: End): Misreading => ({
  ...ofQuery('query.brackets', `the ${side} of equal keys counts`, (parts) => {
    const keys = parts.map((part) => asDecoded(keyOf(part)))
    return parts.filter((_part, at) => {
      const key = keys[at] ?? ''
      return (side === 'first' ? keys.indexOf(key) : keys.lastIndexOf(key)) === at
    })
  }),
  says: `Values with equal keys form a list. The server reads only the ${side} value of the list.`,
})

/** A misreading: of several keys with empty brackets, the last counts. */
const OF_EMPTY_BRACKETS: Misreading = {
  ...ofQuery('query.brackets', 'the last of equal keys with empty brackets counts', (parts) => {
    const keys = parts.map((part) => asDecoded(keyOf(part)))
    return parts.filter((_part, at) => {
      const key = keys[at] ?? ''
      return !key.endsWith('[]') || keys.lastIndexOf(key) === at
    })
  }),
  says: 'Keys with empty brackets form a list. The server reads only the last value of the list.',
}

/**
 * The parameters with lists of values, for which a server may read several equal keys differently than for other
 * parameters.
 */
const LISTED = ['fields', 'populate', 'sort']

const ofEqualKeysIn = (parameter: string, side: End): Misreading => ({
  ...ofQuery('query.brackets', `the ${side} of equal keys of ${parameter} counts`, (parts) => {
    const all = parts.filter((part) => asDecoded(keyOf(part)) === parameter)
    const counting = all.at(side === 'first' ? 0 : -1)
    return parts.filter((part) => !all.includes(part) || part === counting)
  }),
  says: `Values with equal keys form a list. Of several \`${parameter}\`, the server reads only the ${side}.`,
})

/**
 * Returns the names in a filter before its operator, joined by dots, and the operator. Returns undefined for a part
 * that is not a filter, or that has only logical operators.
 */
function operatorIn(part: string): { readonly group: string; readonly item: string } | undefined {
  const { segments } = readPart(part)
  const at = segments.findIndex((name) => isOperator(name) && !isLogicalOperator(name))
  if (segments[0] !== 'filters' || at < 0) return undefined
  return { group: segments.slice(0, at).join('.'), item: segments[at] ?? '' }
}

const ofOperators = (side: End): Misreading => ({
  ...ofQuery('filters.all', `the ${side} of several operators counts`, (parts) =>
    chosen(parts, side, operatorIn),
  ),
  says: `All conditions on an attribute must hold. The server reads only the ${side} operator.`,
})

function attributeIn(part: string): { readonly group: string; readonly item: string } | undefined {
  const [root, name = ''] = readPart(part).segments
  const isAttribute = root === 'filters' && !isOperator(name) && !isListIndex(name)
  return isAttribute ? { group: root, item: name } : undefined
}

const ofAttributes = (side: End): Misreading => ({
  ...ofQuery('filters.all', `the ${side} of several attributes in filters counts`, (parts) =>
    chosen(parts, side, attributeIn),
  ),
  says: `The conditions on all attributes must hold. The server reads only the ${side} attribute.`,
})

/** The sort orders in capital letters, in a text with keys, or as the only text of a sort as an object. */
const CAPITALS = /(^|:)\s*(?:ASC|DESC)(?=\s*(?:,|$))/g

const isSort = (part: string): boolean => isOf('sort', part)

/** Returns a text with sort keys in which each order in capital letters is ascending. */
const withoutCapitals = (text: string): string => text.replace(CAPITALS, '$1asc')

/** Returns whether a part of a query has sort keys with an order in capital letters. */
function hasCapitals(part: string): boolean {
  const { value } = readPart(part)
  return sortLevel(part) !== undefined && withoutCapitals(value) !== value
}

/** Returns whether a part of a query has an item of `sort` without a name, such as the last item of `name,`. */
function hasEmptyItem(part: string): boolean {
  const level = sortLevel(part)
  if (level === undefined || !part.includes('=')) return false
  const { segments, value } = readPart(part)
  const isText = segments.slice(level.split('.').length).every(isListIndex)
  return isText && value.split(',').some((item) => item.trim() === '')
}

const ORDERS: readonly Misreading[] = [
  {
    ...ofQuery('sort.text', 'empty items refused', (parts) => (parts.some(hasEmptyItem) ? REFUSED : parts)),
    says: 'An empty item of `sort` has no effect. The server refuses a sort with an empty item.',
  },
  {
    ...ofQuery('sort.order', 'capitals refused', (parts) => (parts.some(hasCapitals) ? REFUSED : parts)),
    says: 'A sort order is asc or desc, in any letter case. The server refuses capital letters.',
  },
  {
    ...ofParts('sort.order', 'capitals ignored', (part) =>
      hasCapitals(part) ? recoded(part, withoutCapitals) : part,
    ),
    says: 'A sort order is asc or desc, in any letter case. The server reads `DESC` in capital letters as ascending.',
  },
]

/** Returns whether a text is a sort order, in any letter case. */
const isKnownOrder = (order: string): boolean => /^(asc|desc)$/i.test(order.trim())

/** Returns a text of `sort`, in which each unknown order is ascending. */
const ascending = (text: string): string =>
  text
    .split(',')
    .map((key) => {
      const [name = '', order] = key.split(':')
      return order === undefined || isKnownOrder(order) ? key : `${name}:asc`
    })
    .join()

const UNKNOWN_ORDERS: readonly Misreading[] = [
  {
    ...ofQuery('sort.order', 'an unknown order in a text is ascending', (parts) =>
      parts.map((part) => (isListOf('sort', part) ? recoded(part, ascending) : part)),
    ),
    says: 'A sort order is asc or desc. The server reads another order in a text as asc.',
  },
  {
    ...ofQuery('sort.order', 'an unknown order is ascending', (parts) =>
      parts.map((part) => {
        if (!isSort(part)) return part
        const change = (order: string): string => (isKnownOrder(order) ? order : 'asc')
        return recoded(part, isListOf('sort', part) ? ascending : change)
      }),
    ),
    says: 'A sort order is asc or desc. The server reads any order other than desc as asc.',
  },
]

const EMPTY: readonly Misreading[] = [
  {
    ...ofQuery('query.brackets', 'empty brackets at any level ignored', (parts) =>
      parts.filter((part) => !asDecoded(keyOf(part)).includes('[]')),
    ),
    says: 'Empty brackets are the next index of a list. The server ignores a key with empty brackets.',
  },
  {
    ...ofQuery('query.brackets', 'empty brackets are a name', (parts) =>
      parts.map((part) => {
        const key = asDecoded(keyOf(part))
        return key.includes('[]')
          ? `${encodeURIComponent(key.replaceAll('[]', '[-]'))}${part.slice(keyOf(part).length)}`
          : part
      }),
    ),
    says: 'Empty brackets are the next index of a list. The server reads empty brackets as a name.',
  },
]

/** A misreading: of several paths in `populate` with the same first name, only the last counts. */
const LAST_PATH: Misreading = {
  ...ofQuery('populate.form.several', 'the last path of each first name counts', (parts) => {
    const firstOf = (path: string): string => path.trim().split('.', 1)[0] ?? ''
    const isPath = (part: string): boolean =>
      isOf('populate', part) && part.includes('=') && readPart(part).segments.slice(1).every(isListIndex)
    const paths = parts.flatMap((part, at) =>
      isPath(part)
        ? readPart(part)
            .value.split(',')
            .map((path) => ({ path, at }))
        : [],
    )
    const last = new Map(paths.map((one) => [firstOf(one.path), one]))
    return parts.flatMap((part, at) => {
      if (!isPath(part)) return [part]
      const own = paths.filter((one) => one.at === at)
      const left = own.filter((one) => last.get(firstOf(one.path)) === one)
      if (left.length === own.length) return [part]
      return left.length === 0 ? [] : [recoded(part, () => left.map(({ path }) => path).join())]
    })
  }),
  says: 'All paths in `populate` count. Of several paths with the same first name, the server reads only the last.',
}

/** The misreadings of several values. */
export const SEVERAL_VALUES: readonly Misreading[] = [
  LAST_PATH,
  ...SIDES.flatMap((side) => [ofEqualKeys(side), ofOperators(side), ofAttributes(side)]),
  ...LISTED.flatMap((parameter) => SIDES.map((side) => ofEqualKeysIn(parameter, side))),
  OF_EMPTY_BRACKETS,
  ...ORDERS,
  ...UNKNOWN_ORDERS,
  ...EMPTY,
]

/** Misreadings of operands: the target ignores or changes an operand, or some operands of a list. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { TestOperator } from '../../../../reference/operators/operators.ts'
import { NUMBER_TYPES } from '../../../../reference/values.ts'
import type { Misreading } from '../parts.ts'
import {
  type Condition,
  FREE_INDEX,
  isOfOneList,
  ofConditions,
  ofOperator,
  partOf,
  withNames,
  withOperator,
} from './conditions.ts'
import { isOfType, TEXTS } from './scopes.ts'
import { typedOperands } from './typed-operands.ts'

/**
 * The wrong ways to read `$between`. For each of its two operands, the list has the operator with which the target
 * compares instead, or null if the target ignores the operand.
 */
const BOUNDS: readonly (readonly [does: string, first: TestOperator | null, second: TestOperator | null])[] =
  [
    ['ignores the second operand', '$gte', null],
    ['ignores the first operand', null, '$lte'],
    ['excludes the second operand', '$gte', '$lt'],
    ['excludes the first operand', '$gt', '$lte'],
    ['excludes both operands', '$gt', '$lt'],
    ['ignores the second operand and excludes the first', '$gt', null],
    ['compares with the two operands in reverse order', '$lte', '$gte'],
  ]

const bounds = (graph: Graph): readonly Misreading[] =>
  BOUNDS.map(([does, ...operators]) =>
    ofOperator(graph, '$between', does, does, (condition, all) => {
      const isPair = all.filter((one) => isOfOneList(one, condition)).length === 2
      const { item, part } = condition
      if (item === undefined || !isPair) return [part]
      const operator = operators[item]
      return operator === undefined || operator === null ? [] : [withOperator(condition, [operator], [])]
    }),
  )

/**
 * The numbers of items after which a server may stop reading a list of operands, each with the phrase about the items.
 */
const COUNTS: readonly (readonly [count: number, what: string])[] = [
  [1, 'item'],
  [2, 'two items'],
  [10, 'ten items'],
  [20, '20 items'],
]

const LISTS: readonly TestOperator[] = ['$in', '$notIn']

const lists = (graph: Graph): readonly Misreading[] =>
  LISTS.flatMap((operator) => [
    ...COUNTS.map(([count, what]) =>
      ofOperator(
        graph,
        operator,
        `reads ${count} items`,
        `reads only the first ${what} of the list`,
        ({ item, part }) => (item === undefined || item < count ? [part] : []),
      ),
    ),
    ofOperator(
      graph,
      operator,
      'reads the last item',
      'reads only the last item of the list',
      (condition, all) =>
        all.some((one) => isOfOneList(one, condition) && (one.item ?? 0) > (condition.item ?? 0))
          ? []
          : [condition.part],
    ),
    ofOperator(
      graph,
      operator,
      'with one operand finds nothing',
      'finds nothing for one operand outside of a list',
      (one) =>
        one.item === undefined && !one.isImplicit && one.operatorAt === one.at + 1
          ? [nothing(one)]
          : [one.part],
    ),
    ofOperator(graph, operator, 'splits operands at commas', 'splits an operand at its commas', split),
  ])

/** Returns one condition for each text between the commas of an operand. */
function split(condition: Condition): readonly string[] {
  const { names, operatorAt, item, value, part } = condition
  const texts = value.split(',')
  if (texts.length === 1) return [part]
  const list = names.slice(0, operatorAt + 1)
  return texts.map((text, at) =>
    partOf([...list, String(FREE_INDEX + (item ?? 0) * texts.length + at)], text),
  )
}

/** Returns a condition that no entry satisfies, which replaces the given condition. */
export const nothing = ({ names, at }: Condition): string =>
  partOf([...names.slice(0, at), 'id', '$eq'], '-1')

/** The negative operators. An entry without a value in the filtered attribute satisfies none of them. */
const NEGATIVE: readonly TestOperator[] = ['$ne', '$nei', '$notIn', '$notContains', '$notContainsi']

/** The kinds of rows without a value that a target may also find by a negative operator. */
const MISSING: readonly (readonly [kind: string, what: string, isLinked: boolean])[] = [
  ['values', 'entries without a value', true],
  ['values or links', 'entries without a value, and entries without the link to a value', false],
]

const missing = (graph: Graph): readonly Misreading[] =>
  NEGATIVE.flatMap((operator) =>
    MISSING.flatMap(([kind, what, isLinked]) =>
      [undefined, TEXTS].map((types) => ({
        ...ofOperator(
          graph,
          operator,
          `with missing ${kind}${types === undefined ? '' : ' of texts'}`,
          `also finds ${what}${types === undefined ? '' : ' of a text attribute'}`,
          (condition, all) =>
            types === undefined || isOfType(types, condition)
              ? orMissing(condition, all, isLinked)
              : [condition.part],
        ),
        isUnchecked: true,
      })),
    ),
  )

/**
 * Returns the query parts of a condition that rows without a value satisfy too. If `isLinked` is true, entries without
 * the link to the value do not satisfy it.
 */
function orMissing(condition: Condition, all: readonly Condition[], isLinked: boolean): readonly string[] {
  const { names, at, firstAt, part, attribute, links, operatorAt, item = 0 } = condition
  if (attribute?.kind !== 'scalar' || operatorAt !== at + 1) return [part]
  const index = all.findIndex((one) => one === condition || isOfOneList(one, condition))
  const before = [...names.slice(0, firstAt), '$and', String(FREE_INDEX + index), '$or']
  const [path, link] = [names.slice(firstAt, at + 1), names.slice(firstAt, at)]
  const present =
    links.length > 0 && isLinked ? [partOf([...before, '1', ...link, 'id', '$notNull'], 'true')] : []
  return [
    withNames(condition, [...before, '0', ...names.slice(firstAt)]),
    ...(item === 0 ? [partOf([...before, '1', ...path, '$null'], 'true'), ...present] : []),
  ]
}

/** A misreading: the target swaps the operands of `$between` if the first operand is greater. */
const swapped = (graph: Graph): Misreading =>
  ofOperator(
    graph,
    '$between',
    'swaps a greater first operand',
    'swaps the two operands if the first is greater',
    (condition, all) => {
      const [first, second, ...more] = all.filter((one) => isOfOneList(one, condition))
      const { part, names, attribute } = condition
      if (first === undefined || second === undefined || more.length > 0) return [part]
      if (first.value === '' || second.value === '') return [part]
      const isNumber = attribute?.kind !== 'scalar' || NUMBER_TYPES.has(attribute.type)
      const isSwapped = isNumber ? Number(first.value) > Number(second.value) : first.value > second.value
      return [isSwapped ? partOf(names, (condition === first ? second : first).value) : part]
    },
  )

/** The conditions whose empty operand a server may take as no condition, each with the phrase about them. */
const EMPTY: readonly (readonly [what: string, has: (condition: Condition) => boolean])[] = [
  ['a condition', () => true],
  ['a condition on a text attribute', (condition) => isOfType(TEXTS, condition)],
  ['a condition without an operator', ({ isImplicit }) => isImplicit],
]

/**
 * Returns misreadings: the target ignores a condition with an empty operand, such as `filters[a]=` from an empty field
 * of a form.
 */
const withoutEmpty = (graph: Graph): readonly Misreading[] =>
  EMPTY.map(([what, has]) => ({
    ...ofConditions(graph, 'filters.cast', `${what} with an empty operand ignored`, (condition) => {
      const { value, part, attribute } = condition
      const isEmpty = value === '' && part.includes('=') && attribute?.kind === 'scalar'
      return isEmpty && has(condition) ? [] : [part]
    }),
    says: `An empty operand is a value to compare. The server ignores ${what} with an empty operand.`,
  }))

/** Returns the misreadings of operands that are possible with a dataset. */
export const operandsMisread = (graph: Graph): readonly Misreading[] => [
  ...bounds(graph),
  swapped(graph),
  ...withoutEmpty(graph),
  ...lists(graph),
  ...typedOperands(graph),
  ...missing(graph),
]

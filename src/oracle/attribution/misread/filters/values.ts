/**
 * Defines misreadings of compared values: the target compares other values than those of the dataset, such as texts
 * without accents. No query can express this comparison. Therefore, a misread condition lists the ids of the rows that
 * the target finds.
 */
import type { Graph, Node } from '../../../../reference/graph/graph.ts'
import { nodesOf } from '../../../../reference/graph/nodes.ts'
import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../../../reference/operators/operators.ts'
import { likeMatcher } from '../../../../reference/plan/like.ts'
import type { ScalarType } from '../../../../reference/schema/schema.ts'
import { answeredText, compareText, foldCase } from '../../../../reference/values.ts'
import type { Json } from '../../../../util/json.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import type { Misreading } from '../parts.ts'
import { type Condition, FREE_INDEX, isOfOneList, ofConditions, partOf } from './conditions.ts'
import { nothing } from './operands.ts'
import { isOfType, TEXTS } from './scopes.ts'

const nodes = new WeakMap<Graph, ReadonlyMap<string, readonly Node[]>>()

/** Returns a map from the uid of each model to its rows or components. */
function nodesIn(graph: Graph): ReadonlyMap<string, readonly Node[]> {
  const before = nodes.get(graph)
  if (before !== undefined) return before
  const found = new Map<string, Node[]>()
  for (const { rows } of graph.tables.values())
    for (const row of rows)
      for (const node of nodesOf<Node>(row)) {
        const alike = found.get(node.uid) ?? []
        found.set(node.uid, alike)
        alike.push(node)
      }
  nodes.set(graph, found)
  return found
}

/** A function that returns whether a value other than null satisfies a test with one operand. */
type Holds = (value: Json, operand: string, operator: TestOperator) => boolean

/** A wrong way to compare the values of an attribute with an operand. */
interface Comparison {
  readonly kind: string
  /** The text that completes the sentence "The server …". */
  readonly does: string
  /** The types of the attributes with the wrong comparison; absent for attributes of any scalar type. */
  readonly types?: readonly ScalarType[]
  readonly operators: readonly TestOperator[]
  readonly holds: Holds
  /** Returns whether the comparison with an operand is right; absent if it may be wrong with each operand. */
  readonly isRight?: (operand: string) => boolean
}

const PARTS = TEST_OPERATORS.filter((operator) => OPERATORS[operator].compares === 'part')
const OF_ONE = TEST_OPERATORS.filter((operator) => ['value', 'text'].includes(OPERATORS[operator].takes))
/** The operators that ignore letter case. */
const FOLDING = TEST_OPERATORS.filter((operator) => {
  const test = OPERATORS[operator]
  return test.takes === 'text' && test.foldsCase
})
const ORDERS: readonly TestOperator[] = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']

export const holdsText = (operator: TestOperator, value: string, operand: string): boolean => {
  const test = OPERATORS[operator]
  if (test.takes === 'value') return test.holds(compareText(value, operand))
  if (test.takes !== 'text') return false
  return test.foldsCase ? test.holds(foldCase(value), foldCase(operand)) : test.holds(value, operand)
}

const holdsOrder = (operator: TestOperator, order: number): boolean => {
  const test = OPERATORS[operator]
  return test.takes === 'value' && test.holds(order)
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Returns whether a text matches an operand in which `%` and `_` are wildcards. */
function matchesWildcards(value: string, operand: string, operator: TestOperator): boolean {
  const test = OPERATORS[operator]
  if (test.takes !== 'text') return false
  const [text, pattern] = test.foldsCase ? [foldCase(value), foldCase(operand)] : [value, operand]
  const before = test.at === 'start' || test.at === 'whole' ? '' : '%'
  const after = test.at === 'end' || test.at === 'whole' ? '' : '%'
  return likeMatcher(`${before}${pattern}${after}`)(text) !== test.negative
}

/** Returns a wrong comparison in which a function changes both texts first. */
const ofTexts = (kind: string, does: string, change: (text: string) => string): Comparison => ({
  ...{ kind, does, types: TEXTS, operators: OF_ONE },
  holds: (value, operand, operator) => holdsText(operator, change(answeredText(value)), change(operand)),
})

/** Returns a wrong comparison in which a function converts both values to numbers first. */
const ofNumbers = (
  kind: string,
  does: string,
  types: readonly ScalarType[],
  read: (value: string) => number,
): Comparison => ({
  ...{ kind, does, types, operators: ORDERS },
  holds: (value, operand, operator) => {
    const order = read(answeredText(value)) - read(operand)
    return !Number.isNaN(order) && holdsOrder(operator, order)
  },
})

const secondsOf = (value: string): number =>
  Math.floor((/^-?\d+$/.test(value) ? Number(value) : Date.parse(value)) / 1000)
const secondsOfTime = (value: string): number => Number(value.slice(0, 8).replaceAll(':', ''))

const COMPARISONS: readonly Comparison[] = [
  ofTexts('accents', 'ignores accents', withoutAccents),
  ofTexts('blanks', 'ignores blanks around texts', (text) => text.trim()),
  {
    kind: 'only the values in lower case',
    does: 'ignores the letter case of the values, but not of the operand',
    operators: FOLDING,
    holds: (value, operand, operator) => {
      const test = OPERATORS[operator]
      return test.takes === 'text' && test.holds(foldCase(answeredText(value)), operand)
    },
    isRight: (operand) => operand === foldCase(operand),
  },
  {
    kind: 'only the operand in lower case',
    does: 'ignores the letter case of the operand, but not of the values',
    types: TEXTS,
    operators: FOLDING,
    holds: (value, operand, operator) => {
      const test = OPERATORS[operator]
      return test.takes === 'text' && test.holds(answeredText(value), foldCase(operand))
    },
  },
  {
    kind: 'wildcards',
    does: 'reads `%` and `_` in the operand as wildcards',
    types: TEXTS,
    operators: [...PARTS, '$eqi', '$nei'],
    holds: (value, operand, operator) => matchesWildcards(answeredText(value), operand, operator),
  },
  ...(['biginteger', 'integer', 'decimal', 'float'] as const).map(
    (type): Comparison => ({
      kind: `${type} as text`,
      does: `compares the values of ${type} attributes as texts`,
      types: [type],
      operators: ['$gt', '$gte', '$lt', '$lte'],
      holds: (value, operand, operator) => holdsText(operator, answeredText(value), operand),
    }),
  ),
  ofNumbers(
    'biginteger as double',
    'compares big integers as floating-point numbers',
    ['biginteger'],
    Number,
  ),
  ofNumbers('whole numbers', 'ignores the fractions of numbers', ['decimal', 'float'], (value) =>
    Math.trunc(Number(value)),
  ),
  ofNumbers('seconds of times', 'ignores the milliseconds of times', ['time'], secondsOfTime),
  ofNumbers('seconds of datetimes', 'ignores the milliseconds of datetimes', ['datetime'], secondsOf),
  ofNumbers('days of datetimes', 'ignores the time of day of datetimes', ['datetime'], (value) =>
    Math.floor(secondsOf(value) / 86_400),
  ),
]

/** A wrong comparison of texts by UTF-16 units, as the operators `<` and `>` of JavaScript do. */
const UNITS: Comparison = {
  ...{ kind: 'UTF-16 units', does: 'compares their UTF-16 units', types: TEXTS },
  operators: ['$gt', '$gte', '$lt', '$lte', '$between'],
  holds: (value, operand, operator) => {
    const text = answeredText(value)
    return holdsOrder(operator, text < operand ? -1 : Number(text > operand))
  },
}

/** Returns whether a condition is a test of a public scalar attribute, which no `$not` negates. */
const isPlain = ({ names, attribute, links, operatorAt, at, part }: Condition): boolean =>
  attribute?.kind === 'scalar' &&
  [attribute, ...links].every((one) => !one.private) &&
  operatorAt === at + 1 &&
  !names.includes('$not') &&
  part.includes('=')

/** The operators that ignore letter case together: a target may compare the texts of all of them by the same code. */
const TOGETHER = {
  rule: 'filters.letter-case',
  says: 'Operators such as `$containsi` ignore letter case.',
} as const

const compared = (graph: Graph, comparison: Comparison): readonly Misreading[] => {
  const { kind, operators } = comparison
  const each = operators.map((operator) => {
    const { rule } = OPERATORS[operator]
    return comparing(graph, comparison, [operator], {
      ...{ rule, kind: `${operator} compares ${kind}`, says: sentenceOf(rule) },
    })
  })
  return operators === FOLDING
    ? [...each, comparing(graph, comparison, operators, { ...TOGETHER, kind: `operators compare ${kind}` })]
    : each
}

const comparing = (
  graph: Graph,
  { types, does, holds, isRight }: Comparison,
  operators: readonly TestOperator[],
  { rule, kind, says }: Pick<Misreading, 'rule' | 'kind' | 'says'>,
): Misreading => ({
  ...ofConditions(graph, rule, kind, (condition, all) => {
    const isMeant =
      operators.includes(condition.operator) &&
      (types === undefined || isOfType(types, condition)) &&
      isPlain(condition)
    const list = isMeant ? all.filter((one) => isOfOneList(one, condition)) : []
    return isMeant && list.some(({ value }) => isRight?.(value) !== true)
      ? idsIn(graph, condition, all, list, holds)
      : [condition.part]
  }),
  says: `${says} The server ${does}.`,
  isUnchecked: true,
})

/**
 * Returns the query parts that select, by their ids, the rows that pass a test with one operand or with a list of
 * operands. The first operand of a list stands for the list.
 */
function idsIn(
  graph: Graph,
  condition: Condition,
  all: readonly Condition[],
  list: readonly Condition[],
  holds: Holds,
): readonly string[] {
  const { names, at, owner, attribute, operator, part, item } = condition
  const name = attribute?.name ?? ''
  const test = OPERATORS[operator]
  const isOfEach = 'negative' in test && test.negative
  const isBetween = (value: Json): boolean =>
    list.every((one, index) => holds(value, one.value, index === 0 ? '$gte' : '$lte'))
  if (operator === '$between' && list.length !== 2) return [part]
  if (list.length > 1 && item === undefined) return [part]
  if (list[0] !== condition) return []
  const passes = (value: Json): boolean =>
    isOfEach
      ? list.every((one) => holds(value, one.value, operator))
      : list.some((one) => holds(value, one.value, operator))
  const rows = nodesIn(graph).get(owner?.uid ?? '') ?? []
  const isFound = operator === '$between' ? isBetween : passes
  const ids = rows.flatMap(({ id, values }) => {
    const own = values[name]
    return own !== undefined && own !== null && isFound(own) ? [id] : []
  })
  if (owner === undefined || list.some(({ value }) => value === '')) return [part]
  if (ids.length === 0) return [nothing(condition)]
  const parent = names.slice(0, at).join()
  const isOnly = all.filter((one) => one.names.slice(0, at).join() === parent).length === list.length
  const group = isOnly ? [] : ['$and', String(FREE_INDEX + all.indexOf(condition))]
  const before = [...names.slice(0, at), ...group, 'id', '$in']
  return ids.map((id, index) => partOf([...before, String(index)], String(id)))
}

/** A misreading: a condition on a repeatable component looks only at the first component of each entry. */
const firstComponent = (graph: Graph, only?: TestOperator): Misreading => ({
  ...ofConditions(
    graph,
    'filters.through',
    `the first component counts${only === undefined ? '' : ` for ${only}`}`,
    (condition, all) => {
      if (only !== undefined && condition.operator !== only) return [condition.part]
      const { names, at, links, part } = condition
      const link = links.at(-1)
      if (link?.kind !== 'component' || !link.many || names.includes('$not')) return [part]
      const parent = names.slice(0, at)
      const isFirst = all.find((one) => one.names.slice(0, at).join() === parent.join()) === condition
      const ids = isFirst ? firstIds(graph, link.name) : []
      return [part, ...ids.map((id, index) => partOf([...parent, 'id', '$in', String(index)], String(id)))]
    },
  ),
  says: `A filter on a repeatable component matches any component of the list.${only === undefined ? ' The' : ` For \`${only}\`, the`} server looks only at the first component.`,
  isUnchecked: true,
})

/** Returns the ids of the components that are the first component of an entry in the attribute with the given name. */
const firstIds = (graph: Graph, name: string): readonly number[] =>
  [...nodesIn(graph).values()].flatMap((all) =>
    all.flatMap(({ components }) => components[name]?.slice(0, 1).map(({ id }) => id) ?? []),
  )

/** Returns the misreadings of compared values that are possible with a dataset. */
export const valuesMisread = (graph: Graph): readonly Misreading[] => [
  ...COMPARISONS.flatMap((comparison) => compared(graph, comparison)),
  comparing(graph, UNITS, UNITS.operators, {
    ...{ rule: 'filters.op.$gt', kind: 'texts by UTF-16 units' },
    says: 'Filters compare texts by code points.',
  }),
  firstComponent(graph),
  firstComponent(graph, '$eq'),
]

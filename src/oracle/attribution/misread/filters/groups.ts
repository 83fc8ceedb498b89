/** Misreadings of `$and`, `$or` and `$not`: the target joins or negates conditions in a wrong way. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { LOGICAL, type LogicalOperator } from '../../../../reference/operators/operators.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex } from '../../../names/mentions.ts'
import type { Misreading } from '../parts.ts'
import { type Condition, FREE_INDEX, isOfOneList, ofConditions, partOf, withNames } from './conditions.ts'

/** A place of a logical operator in the key of a condition, such as the root. */
interface GroupPlace {
  readonly says: string
  /** Returns whether the name at the index `at` of the key is at this place. */
  readonly has: (condition: Condition, at: number) => boolean
}

const ANYWHERE: GroupPlace = { says: '', has: () => true }
const within = (outer: LogicalOperator): GroupPlace => ({
  says: ` inside \`${outer}\``,
  has: ({ names }, at) => names.slice(0, at).includes(outer),
})
const PLACES: readonly GroupPlace[] = [
  ANYWHERE,
  { says: ' below an attribute', has: (condition, at) => at > condition.at },
  { says: ' above an attribute', has: (condition, at) => at < condition.at },
  { says: ' at the root of `filters`', has: ({ names }, at) => at === 1 && names[0] === 'filters' },
  { says: ' below the root of `filters`', has: ({ names }, at) => at !== 1 || names[0] !== 'filters' },
  { says: ' inside `populate`', has: ({ names }) => names[0] === 'populate' },
  within('$and'),
  within('$or'),
  within('$not'),
]

/** Makes a misreading that changes each name of one logical operator at a place. */
const ofLogical = (
  graph: Graph,
  operator: LogicalOperator,
  place: GroupPlace,
  kind: string,
  does: string,
  change: readonly string[],
): Misreading => {
  const { rule } = LOGICAL[operator]
  return {
    ...ofConditions(graph, rule, `${operator}${place.says} ${kind}`, (condition) => {
      const { names, part } = condition
      const isMeant = (name: string, at: number): boolean => name === operator && place.has(condition, at)
      return names.some(isMeant)
        ? [
            withNames(
              condition,
              names.flatMap((name, at) => (isMeant(name, at) ? change : [name])),
            ),
          ]
        : [part]
    }),
    says: `${sentenceOf(rule)} The server ${does.replace('OPERATOR', `\`${operator}\`${place.says}`)}.`,
  }
}

const replaced = (graph: Graph): readonly Misreading[] =>
  PLACES.flatMap((place) => [
    ofLogical(graph, '$not', place, 'negates nothing', 'ignores OPERATOR, and reads only its condition', []),
    ofLogical(graph, '$or', place, 'as $and', 'reads OPERATOR as `$and`', ['$and']),
    ofLogical(graph, '$and', place, 'as $or', 'reads OPERATOR as `$or`', ['$or']),
  ])

/** Returns a misreading: a logical operator at the root of `filters` replaces the conditions beside it. */
const alone = (graph: Graph, operator: LogicalOperator): Misreading => ({
  ...ofConditions(graph, 'filters.all', `conditions beside ${operator} ignored`, ({ names, part }, all) => {
    const isBeside = names[0] === 'filters' && names[1] !== operator
    return isBeside && all.some((one) => one.names[0] === 'filters' && one.names[1] === operator)
      ? []
      : [part]
  }),
  says: `${sentenceOf('filters.all')} The server ignores the conditions beside \`${operator}\`.`,
})

/** The numbers of conditions after which a server may stop reading a list of conditions. */
const COUNTS: readonly (readonly [count: number, what: string])[] = [
  [1, 'condition'],
  [2, 'two conditions'],
  [3, 'three conditions'],
]

const counted = (graph: Graph): readonly Misreading[] =>
  (['$or', '$and'] as const).flatMap((operator) =>
    COUNTS.map(([count, what]) => ({
      ...ofConditions(
        graph,
        LOGICAL[operator].rule,
        `${operator} reads ${count} conditions`,
        ({ names, part }) =>
          names.some((name, at) => names[at - 1] === operator && isListIndex(name) && Number(name) >= count)
            ? []
            : [part],
      ),
      says: `${sentenceOf(LOGICAL[operator].rule)} The server reads only the first ${what} of the list.`,
    })),
  )

/** The misreadings of `$and` and `$or` in which each condition of the list replaces the conditions before it. */
const lastOnly = (graph: Graph): readonly Misreading[] =>
  (['$or', '$and'] as const).map((operator) => ({
    ...ofConditions(
      graph,
      LOGICAL[operator].rule,
      `${operator} reads the last condition`,
      ({ names, part }, all) => {
        const isLast = names.every((name, at) => {
          if (names[at - 1] !== operator || !isListIndex(name)) return true
          const list = names.slice(0, at).join()
          return all.every(
            (one) => one.names.slice(0, at).join() !== list || Number(one.names[at]) <= Number(name),
          )
        })
        return isLast ? [part] : []
      },
    ),
    says: `${sentenceOf(LOGICAL[operator].rule)} The server reads only the last condition of the list.`,
  }))

/** A misreading: a negation of several conditions negates each condition, not all of them together. */
const eachNegated = (graph: Graph): Misreading => ({
  ...ofConditions(graph, 'filters.op.$not', '$not negates each condition', (condition, all) => {
    const { names, at, part } = condition
    if (names[0] !== 'filters' || names[1] !== '$not' || at !== 2) return [part]
    const first = all.findIndex((one) => one.names[1] === '$not' && one.names[2] === names[2])
    return [withNames(condition, ['filters', '$and', String(FREE_INDEX + first), ...names.slice(1)])]
  }),
  says: `${sentenceOf('filters.op.$not')} The server negates each of several conditions by itself.`,
})

/** A misreading: the conditions beside an `$or` are further conditions of this `$or`. */
const siblingsOfOr = (graph: Graph): Misreading => ({
  ...ofConditions(graph, 'filters.all', 'conditions beside $or belong to it', (condition, all) => {
    const { names, at, part } = condition
    const isBeside = all.some((one) => one.names[0] === 'filters' && one.names[1] === '$or')
    if (!isBeside || names[0] !== 'filters' || at !== 1) return [part]
    const first = all.findIndex((one) => one.names[1] === names[1])
    return [withNames(condition, ['filters', '$or', String(FREE_INDEX + first), ...names.slice(1)])]
  }),
  says: `${sentenceOf('filters.all')} The server reads a condition beside \`$or\` as a condition of \`$or\`.`,
})

/** A misreading: the conditions in one item of an `$or` are alternatives, as if each had its own item. */
const splitBranches = (graph: Graph): Misreading => ({
  ...ofConditions(graph, LOGICAL.$or.rule, 'conditions of one item of $or are items', (condition, all) => {
    const { names, part } = condition
    const at = names.findIndex((name, index) => name === '$or' && isListIndex(names[index + 1] ?? ''))
    const item = names.slice(0, at + 2).join()
    const inItem = all.filter((one) => one.names.slice(0, at + 2).join() === item)
    if (at < 0 || new Set(inItem.map((one) => one.names[at + 2])).size < 2) return [part]
    const first = inItem.find((one) => one.names[at + 2] === names[at + 2]) ?? condition
    const index = String(FREE_INDEX + all.indexOf(first))
    return [withNames(condition, [...names.slice(0, at + 1), index, ...names.slice(at + 2)])]
  }),
  says: `${sentenceOf(LOGICAL.$or.rule)} If an item of the list has several conditions, the server requires only one of them.`,
})

/** A misreading: the conditions on several attributes are alternatives. */
const alternatives = (graph: Graph): Misreading => ({
  ...ofConditions(graph, 'filters.all', 'one of several conditions suffices', (condition, all) => {
    const { names, at, part } = condition
    const others = all.filter((one) => one.names[0] === 'filters')
    if (names[0] !== 'filters' || others.some((one) => one.at !== 1)) return [part]
    if (new Set(others.map((one) => one.names[at])).size < 2) return [part]
    const first = others.findIndex((one) => one.names[1] === names[1])
    return [withNames(condition, ['filters', '$or', String(first), ...names.slice(1)])]
  }),
  says: `${sentenceOf('filters.all')} The server accepts an entry if one of the conditions holds.`,
})

/**
 * A misreading: `$not` makes an unknown condition true. Such a condition is false without `$not`, so the condition and
 * the presence of the value are negated together.
 */
const twoValued = (graph: Graph): Misreading => ({
  ...ofConditions(graph, LOGICAL.$not.rule, '$not of an unknown condition is true', (condition, all) => {
    const { names, at, firstAt, attribute, part, item = 0 } = condition
    if (attribute?.kind !== 'scalar' || !names.includes('$not')) return [part]
    const rest = names.slice(at + 1)
    const nots = rest.filter((name) => name === '$not')
    const index = String(FREE_INDEX + all.findIndex((one) => isOfOneList(one, condition)))
    const group = [...names.slice(0, firstAt), '$and', index, ...nots, '$and']
    const path = names.slice(firstAt, at + 1)
    return [
      withNames(condition, [...group, '0', ...path, ...rest.filter((name) => name !== '$not')]),
      ...(item === 0 ? [partOf([...group, '1', ...path, '$notNull'], 'true')] : []),
    ]
  }),
  says: `${sentenceOf(LOGICAL.$not.rule)} The server also finds entries without a value.`,
})

/** Returns the misreadings of logical operators that are possible with a dataset. */
export const groupsMisread = (graph: Graph): readonly Misreading[] => [
  ...replaced(graph),
  ...(['$or', '$and', '$not'] as const).map((operator) => alone(graph, operator)),
  ...counted(graph),
  ...lastOnly(graph),
  eachNegated(graph),
  siblingsOfOr(graph),
  splitBranches(graph),
  alternatives(graph),
  twoValued(graph),
]

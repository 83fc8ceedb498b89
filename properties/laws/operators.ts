/** Laws that compare the operators with each other and with the values in the answer. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { TestOperator } from '../../src/reference/operators/operators.ts'
import type { ContentType, ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { knownIn, operand } from '../arbitraries/filters.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type LiveLaw, live } from './law.ts'
import { type EntrySet, findingOnScalar, meet, none, sameSet, union } from './sets.ts'

const complement = live({
  id: 'filters.complement',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$not', 'filters.op.$notNull', 'filters.op.$null'],
  says:
    'Together, a condition on an attribute and its `$not` find every entry that has a value in the attribute. A condition on an attribute and its `$not` find no common entry. ' +
    'A condition on an attribute and its `$not` find only entries that have a value in the attribute.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const value = operand(type, scalar, '$eq', scene)
        const operator = scene.roll.pick<TestOperator>([
          '$eq',
          '$gt',
          '$lte',
          '$ne',
          '$lt',
          '$gte',
          '$in',
          '$notIn',
          '$contains',
          '$startsWithi',
        ])
        const test = { [operator]: value }
        return [
          { [scalar.name]: test },
          { [scalar.name]: { $not: test } },
          { [scalar.name]: { $notNull: 'true' } },
          { $not: { [scalar.name]: test } },
          { [scalar.name]: { $null: 'true' } },
          undefined,
        ]
      },
      ([test, not, has, outer, lacks, all]) =>
        sameSet(
          'the entries that a condition or its negation finds differ from the entries with a value',
          union(test, not),
          has,
        ) ??
        sameSet('a condition and its negation find the same entry', meet(test, not), none) ??
        sameSet('`$not` inside and outside an attribute find different entries', not, outer) ??
        sameSet('`$notNull` and `$null` together do not find exactly all entries', union(has, lacks), all) ??
        sameSet('`$notNull` and `$null` find the same entry', meet(has, lacks), none),
    ),
})

const inOrEq = live({
  id: 'filters.in',
  kind: 'law',
  looksAt: 'lists',
  rules: [
    'filters.op.$in',
    'filters.op.$notIn',
    'filters.op.$eq',
    'filters.op.$ne',
    'filters.implicit',
    'filters.list-operand',
  ],
  says:
    '`$in` finds the same entries as an `$or` with one `$eq` for each item of the list. A list without an operator finds the same entries as `$in` with this list. ' +
    'A list under `$eq` finds the same entries as `$in` with this list. `$notIn` finds the same entries as an `$and` with one `$ne` for each item of the list. ' +
    '`$notIn` finds the same entries as `$not` of `$in`. With a null in its list, `$notIn` finds nothing.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const values = [operand(type, scalar, '$eq', scene), operand(type, scalar, '$eq', scene)]
        const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
        return [
          on({ $in: values }),
          { $or: values.map((value) => on({ $eq: value })) },
          on(values),
          on({ $eq: values }),
          { $or: values.map(on) },
          on({ $notIn: values }),
          { $and: values.map((value) => on({ $ne: value })) },
          on({ $not: { $in: values } }),
          on({ $notIn: [...values, null] }),
          on({ $not: { $in: [...values, null] } }),
        ]
      },
      (found) => {
        const [first, , , , , negative] = found
        // Filters 0 to 4 must find the same entries, and filters 5 to 7 must find the same entries. Later filters must
        // find nothing.
        const expected = (at: number): EntrySet | undefined => (at < 5 ? first : at < 8 ? negative : none)
        return found
          .map((one, at) => sameSet(`filter ${at} finds wrong entries`, expected(at), one))
          .find(Boolean)
      },
    ),
})

const listOperand = live({
  id: 'filters.list-operand',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.list-operand', 'filters.op.$ne', 'filters.op.$notIn', 'filters.op.$contains'],
  says: 'A list under a positive operator, such as `$eq`, finds the entries that at least one item of the list finds. A list under a negative operator, such as `$ne`, finds the entries that every item of the list finds.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const operator = scene.roll.pick(LISTED)
        const values = [operand(type, scalar, operator, scene), operand(type, scalar, operator, scene)]
        const on = (test: QueryTree): QueryObject => ({ [scalar.name]: { [operator]: test } })
        return [{ [joining(operator)]: values.map(on) }, on(values)]
      },
      ([apart, together]) => sameSet('a list finds other entries than its items one by one', apart, together),
    ),
})

/** The operators that compare with a single operand, and to which the law `filters.list-operand` gives a list. */
const LISTED: readonly TestOperator[] = [
  ...(['$eq', '$ne', '$eqi', '$nei', '$lt', '$lte', '$gt', '$gte'] as const),
  ...(['$contains', '$notContains', '$containsi', '$notContainsi'] as const),
  ...(['$startsWith', '$startsWithi', '$endsWith', '$endsWithi'] as const),
]

const joining = (operator: TestOperator): '$and' | '$or' => (operator.startsWith('$n') ? '$and' : '$or')

/**
 * Returns a bound of a range, if possible the value of an entry, so that the law tests whether the range includes its
 * bounds.
 */
function boundOf(scalar: ScalarAttribute, scene: Scene, type: ContentType, graph: Graph) {
  const known = knownIn(type, scalar, graph)
  return known.length > 0 ? scene.roll.pick(known) : operand(type, scalar, '$gte', scene)
}

const between = live({
  id: 'filters.between',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$between', 'filters.op.$gte', 'filters.op.$lte', 'filters.op.$gt', 'filters.op.$lt'],
  says:
    '`$between` finds the same entries as `$gte` and `$lte` together. `$between` includes both ends of the range. `$gte` finds the same entries as `$gt` or `$eq`. ' +
    'Among the entries with a value, `$lt` finds exactly the entries that `$gte` does not find.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const low = boundOf(scalar, scene, type, graph)
        const high = operand(type, scalar, '$gte', scene)
        const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
        return [
          on({ $between: [low, high] }),
          on({ $gte: low, $lte: high }),
          on({ $between: [low, low] }),
          on({ $eq: low }),
          on({ $gte: low }),
          { $or: [on({ $gt: low }), on({ $eq: low })] },
          on({ $lt: low }),
          on({ $not: { $gte: low } }),
          on({ $lte: low }),
          on({ $not: { $gt: low } }),
        ]
      },
      ([a, b, point, equal, c, d, e, f, g, h]) =>
        sameSet('`$between` finds other entries than `$gte` with `$lte`', a, b) ??
        sameSet('`$between` from a value to itself finds other entries than `$eq`', point, equal) ??
        sameSet('`$gte` finds other entries than `$gt` or `$eq`', c, d) ??
        sameSet('`$lt` finds other entries than the negation of `$gte`', e, f) ??
        sameSet('`$lte` finds other entries than the negation of `$gt`', g, h),
    ),
})

const openRange = live({
  id: 'filters.open-range',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$between', 'filters.op.$not', 'filters.op.$lt', 'filters.op.$gt'],
  says: '`$between` with a null at one end finds nothing. The `$not` of a `$between` with a null at one end finds exactly the entries that the other end excludes.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const end = boundOf(scalar, scene, type, graph)
        const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
        return [
          on({ $between: [end, null] }),
          on({ $between: [null, end] }),
          on({ $not: { $between: [end, null] } }),
          on({ $lt: end }),
          on({ $not: { $between: [null, end] } }),
          on({ $gt: end }),
        ]
      },
      ([from, to, notFrom, lower, notTo, higher]) =>
        sameSet('`$between` from a value to null finds entries', from, none) ??
        sameSet('`$between` from null to a value finds entries', to, none) ??
        sameSet('the negation of a range from a value to null differs from `$lt`', notFrom, lower) ??
        sameSet('the negation of a range from null to a value differs from `$gt`', notTo, higher),
    ),
})

const PAIRS: readonly (readonly [TestOperator, TestOperator])[] = [
  ['$eq', '$ne'],
  ['$eqi', '$nei'],
  ['$in', '$notIn'],
  ['$contains', '$notContains'],
  ['$containsi', '$notContainsi'],
]

const negations = live({
  id: 'filters.negations',
  kind: 'law',
  looksAt: 'lists',
  rules: [
    'filters.op.$ne',
    'filters.op.$nei',
    'filters.op.$notIn',
    'filters.op.$notContains',
    'filters.op.$notContainsi',
  ],
  says:
    'A negative operator such as `$ne` finds entries that its positive operator does not find. A negative operator finds only entries that have a value in the tested attribute. ' +
    'Among the entries with a value, a negative operator finds every entry that its positive operator does not find.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      (scalar, scene, type) => {
        const [positive, negative] = scene.roll.pick(PAIRS)
        const value = operand(type, scalar, positive, scene)
        const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
        return [
          on({ [positive]: value }),
          on({ [negative]: value }),
          on({ $notNull: 'true' }),
          on({ $null: 'false' }),
        ]
      },
      ([yes, no, has, hasToo]) =>
        sameSet('an operator and its negative operator find the same entry', meet(yes, no), none) ??
        sameSet('the two operators together find other entries than `$notNull`', union(yes, no), has) ??
        sameSet('`$notNull` with true finds other entries than `$null` with false', has, hasToo),
    ),
})

/** The notations of true and of false in a query. */
const FLAGS = { true: ['true', 't', '1'], false: ['false', 'f', '0'] } as const

const flags = live({
  id: 'filters.flags',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$null', 'filters.op.$notNull', 'filters.no-value'],
  says:
    '`$null` finds the same entries with each notation of true. `$null` with true finds the same entries as a filter that names the attribute without a value. ' +
    '`$null` with each notation of false finds the same entries as `$notNull` with true.',
  experiment: (graph, input) =>
    findingOnScalar(
      graph,
      input,
      ({ name }, { roll }) => [
        { [name]: { $null: 'true' } },
        { [name]: { $null: roll.pick(FLAGS.true) } },
        { [name]: null },
        { [name]: { $notNull: roll.pick(FLAGS.false) } },
        { [name]: { $notNull: 'true' } },
        { [name]: { $null: roll.pick(FLAGS.false) } },
        { [name]: { $notNull: roll.pick(FLAGS.true) } },
      ],
      ([lacks, lacksToo, valueless, notHas, has, notLacks, hasToo]) =>
        sameSet('two notations of `$null` find different entries', lacks, lacksToo) ??
        sameSet('`$null` finds other entries than the name without a value', lacks, valueless) ??
        sameSet('`$null` finds other entries than `$notNull` with false', lacks, notHas) ??
        sameSet('`$notNull` finds other entries than `$null` with false', has, notLacks) ??
        sameSet('two notations of `$notNull` find different entries', has, hasToo),
    ),
})

export const OPERATOR_LAWS: readonly LiveLaw[] = [
  complement,
  inOrEq,
  listOperand,
  between,
  openRange,
  negations,
  flags,
]

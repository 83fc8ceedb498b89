/** Defines misreadings of an operator: the target reads one operator as another operator. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { OPERATORS, type TestOperator } from '../../../../reference/operators/operators.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import type { Misreading } from '../parts.ts'
import { ofConditions, withOperator } from './conditions.ts'
import { EVERYWHERE, type Scope, scopesOf, serverDoes, TEXTS } from './scopes.ts'

type ConfusedPair = readonly [operator: TestOperator, other: TestOperator, does?: string]

/** The operators that respect letter case, each with the corresponding operator that ignores letter case. */
const FOLDING: readonly (readonly [TestOperator, TestOperator])[] = [
  ['$eq', '$eqi'],
  ['$ne', '$nei'],
  ['$contains', '$containsi'],
  ['$notContains', '$notContainsi'],
  ['$startsWith', '$startsWithi'],
  ['$endsWith', '$endsWithi'],
]

/** The operators that exclude a value equal to the operand, each with the operator that includes such a value. */
const INCLUDING: readonly (readonly [TestOperator, TestOperator])[] = [
  ['$gt', '$gte'],
  ['$lt', '$lte'],
]

/** The pairs of operators that servers may confuse for all attributes, or for some attributes only. */
const SCOPED: readonly ConfusedPair[] = [
  ...FOLDING.flatMap(([exact, folding]): readonly ConfusedPair[] => [
    [exact, folding, 'ignores case'],
    [folding, exact, 'does not ignore case'],
  ]),
  ...INCLUDING.flatMap(([without, including]): readonly ConfusedPair[] => [
    [without, including, 'also accepts a value that equals the operand'],
    [including, without, 'does not accept a value that equals the operand'],
  ]),
]

/** The pairs of operators that servers may confuse for all attributes alike. */
const OTHERS: readonly ConfusedPair[] = [
  ['$gt', '$lt'],
  ['$lt', '$gt'],
  ['$gte', '$lte'],
  ['$lte', '$gte'],
  ['$startsWith', '$contains'],
  ['$endsWith', '$contains'],
  ['$startsWithi', '$containsi'],
  ['$endsWithi', '$containsi'],
  ['$contains', '$startsWith'],
  ['$contains', '$endsWith'],
  ['$containsi', '$startsWithi'],
  ['$containsi', '$endsWithi'],
  ['$startsWith', '$endsWith'],
  ['$endsWith', '$startsWith'],
  ['$startsWithi', '$endsWithi'],
  ['$endsWithi', '$startsWithi'],
  ['$startsWithi', '$eqi'],
  ['$endsWithi', '$eqi'],
  ['$gt', '$lte'],
  ['$gte', '$lt'],
  ['$lt', '$gte'],
  ['$lte', '$gt'],
  ['$eq', '$contains'],
  ['$eqi', '$containsi'],
  ['$contains', '$eq'],
  ['$containsi', '$eqi'],
  ['$startsWith', '$eq'],
  ['$endsWith', '$eq'],
  ['$notContains', '$ne'],
  ['$notContainsi', '$nei'],
  ['$ne', '$eq'],
  ['$nei', '$eqi'],
  ['$eq', '$ne'],
  ['$eqi', '$nei'],
  ['$contains', '$notContains'],
  ['$containsi', '$notContainsi'],
  ['$notContains', '$contains'],
  ['$notContainsi', '$containsi'],
  ['$notIn', '$in'],
  ['$in', '$notIn'],
  ['$notNull', '$null'],
  ['$null', '$notNull'],
]

const isFolding = (...pair: ConfusedPair): boolean =>
  FOLDING.some((one) => one.every((operator) => pair.includes(operator)))

const asOther = (graph: Graph, [operator, other, does]: ConfusedPair, scope: Scope): Misreading => {
  const { rule } = OPERATORS[operator]
  const where = scope === EVERYWHERE ? '' : `: ${scope.says}`
  // Only texts have a letter case.
  const isOnTexts = scope.types === undefined || scope.types.some((type) => TEXTS.includes(type))
  const verb = (isOnTexts || !isFolding(operator, other) ? does : undefined) ?? `reads it as \`${other}\``
  return {
    ...ofConditions(graph, rule, `${operator} as ${other}${where}`, (condition) =>
      condition.operator === operator && scope.has(condition)
        ? [withOperator(condition, [other])]
        : [condition.part],
    ),
    says: `${sentenceOf(rule)} ${serverDoes(scope, verb)}`,
  }
}

/** Returns the misreadings of operators that are possible with a dataset. */
export const operatorsMisread = (graph: Graph): readonly Misreading[] => [
  ...SCOPED.flatMap((pair) => scopesOf(graph).map((scope) => asOther(graph, pair, scope))),
  ...OTHERS.map((pair) => asOther(graph, pair, EVERYWHERE)),
]

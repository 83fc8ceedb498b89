/**
 * Misreadings of flags such as `$null`: the target misreads the operand `false` or a flag directly on a link, or refuses
 * an object.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { isFlagOperator, TEST_OPERATORS } from '../../../../reference/operators/operators.ts'
import { booleanText } from '../../../../reference/parse/url.ts'
import type { Attribute } from '../../../../reference/schema/schema.ts'
import { isListIndex, readPart } from '../../../names/mentions.ts'
import { type Misreading, ofQuery, REFUSED } from '../parts.ts'
import { type Condition, ofOperator, partOf } from './conditions.ts'
import { nothing } from './operands.ts'

export const isMany = (attribute: Attribute): boolean => 'many' in attribute && attribute.many === true

export const isFalse = (value: string): boolean => booleanText(value.toLowerCase()) === false

const flags = (graph: Graph): readonly Misreading[] =>
  TEST_OPERATORS.filter(isFlagOperator).flatMap((operator) => [
    ofOperator(
      graph,
      operator,
      'with false is true',
      `reads \`${operator}=false\` as \`${operator}=true\``,
      (condition) => [isFalse(condition.value) ? partOf(condition.names, 'true') : condition.part],
    ),
    ofOperator(
      graph,
      operator,
      'with any operand is true',
      `reads \`${operator}\` with any operand, also \`${operator}=false\`, as \`${operator}=true\``,
      ({ names }) => [partOf(names, 'true')],
    ),
    ofOperator(graph, operator, 'with false ignored', `ignores \`${operator}=false\``, ({ value, part }) =>
      isFalse(value) ? [] : [part],
    ),
  ])

/** The kinds of links on which a target may misread a flag such as `$null`, each with the phrase about the links. */
const LINKS: readonly (readonly [what: string, has: (attribute: Attribute) => boolean])[] = [
  ['a link', () => true],
  ['a link to several rows', isMany],
  ['a link to one row', (attribute) => !isMany(attribute)],
]

/** Returns misreadings: a flag such as `$null` directly on a link finds nothing, or has no effect. */
const flagsOfLinks = (graph: Graph): readonly Misreading[] =>
  TEST_OPERATORS.filter(isFlagOperator).flatMap((operator) =>
    LINKS.flatMap(([what, has]) => {
      const isMeant = ({ attribute }: Condition): boolean =>
        attribute !== undefined && attribute.kind !== 'scalar' && has(attribute)
      return [
        ofOperator(
          graph,
          operator,
          `on ${what} finds nothing`,
          `finds nothing for \`${operator}\` on ${what}`,
          (one) => [isMeant(one) ? nothing(one) : one.part],
        ),
        ofOperator(graph, operator, `on ${what} ignored`, `ignores \`${operator}\` on ${what}`, (one) =>
          isMeant(one) ? [] : [one.part],
        ),
      ]
    }),
  )

/** Returns whether a part of a query has an object as the operand of `$null` or `$notNull`. */
const hasObjectOfNull = (part: string): boolean => {
  const { segments } = readPart(part)
  const at = segments.findIndex(isFlagOperator)
  return at > 0 && segments.slice(at + 1).some((name) => !isListIndex(name))
}

/** A misreading: the target refuses an object as the operand of `$null` and `$notNull`. */
const NO_OBJECTS_OF_NULL: Misreading = {
  ...ofQuery('filters.op.$null', 'objects refused', (parts) =>
    parts.some(hasObjectOfNull) ? REFUSED : parts,
  ),
  says: '`$null` and `$notNull` accept an object of operators. The server refuses the object.',
}

/** Returns the misreadings of flags that are possible with a dataset. */
export const flagsMisread = (graph: Graph): readonly Misreading[] => [
  ...flags(graph),
  ...flagsOfLinks(graph),
  NO_OBJECTS_OF_NULL,
]

/** Misreadings of operands by the types of attributes, such as operands that do not fit a type and are not refused. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { OPERATORS } from '../../../../reference/operators/operators.ts'
import { OPERANDS } from '../../../../reference/operators/record.ts'
import type { ScalarType } from '../../../../reference/schema/schema.ts'
import { castBefore } from '../../../../reference/strapi/releases/names.ts'
import { KINDS_OF_TYPES, typesOf } from '../../../circumstances/filters.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import type { Misreading } from '../parts.ts'
import { type ChangedCondition, type Condition, isOfOneList, ofConditions, partOf } from './conditions.ts'
import { nothing } from './operands.ts'

/** The attribute types that some operands do not fit. */
const CAST: readonly ScalarType[] = [
  ...(['integer', 'biginteger', 'float', 'decimal'] as const),
  ...(['date', 'time', 'datetime', 'timestamp', 'boolean'] as const),
]

/** The groups of attribute types whose operands a server may not check, each with the words for an attribute. */
const GROUPS: readonly (readonly [what: string, types: readonly ScalarType[]])[] = [
  ...CAST.map((type) => [typesOf(type)[0] ?? type, [type]] as const),
  ...KINDS_OF_TYPES.filter(([, types]) => types.every((type) => CAST.includes(type))),
  ['an attribute', CAST],
]

/** Returns whether the attribute of a condition cannot hold the operand. An empty operand has its own misreadings. */
const isUnfit = ({ attribute, operator, value, part }: Condition): boolean =>
  attribute?.kind === 'scalar' &&
  OPERANDS[OPERATORS[operator].takes].isCast &&
  part.includes('=') &&
  value !== '' &&
  !castBefore(attribute.type, value, () => false).ok

/** Returns the query parts of a target that finds no entry for an unfit operand, or for a list of unfit operands. */
const findsNothing: ChangedCondition = (condition, all) => {
  const listed = all.filter((one) => isOfOneList(one, condition))
  return listed.every(isUnfit) && listed[0] === condition ? [nothing(condition)] : []
}

/** The ways in which a server may read an operand that does not fit, each with what the server does. */
const READINGS: readonly (readonly [does: string, read: ChangedCondition])[] = [
  ['finds no entry for it', findsNothing],
  [
    'finds no entry for it outside of a list',
    (condition, all) => (condition.item === undefined ? findsNothing(condition, all) : [condition.part]),
  ],
  ['ignores the condition', () => []],
  ['reads it as 0', ({ names }) => [partOf(names, '0')]],
]

/** Matches an instant without a time zone. */
const ZONELESS = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/
/** A time zone other than UTC. Its offset does not matter, because few filters show the offset of a wrong zone. */
const OTHER_ZONE = '+02:00'

/** A misreading: an instant without a time zone is in the time zone of the server. */
const inZoneOfServer = (graph: Graph): Misreading => ({
  ...ofConditions(
    graph,
    'filters.cast',
    'instants without a zone in another zone',
    ({ names, ...condition }) => [
      ZONELESS.test(condition.value) &&
      condition.attribute?.kind === 'scalar' &&
      INSTANTS.has(condition.attribute.type)
        ? partOf(names, `${condition.value}${OTHER_ZONE}`)
        : condition.part,
    ],
  ),
  says: 'An operand without a time zone is in UTC. The server reads it in another time zone.',
})

const INSTANTS: ReadonlySet<ScalarType> = new Set(['datetime', 'timestamp'])

/** Returns the misreadings of operands by the types of their attributes. */
export const castsMisread = (graph: Graph): readonly Misreading[] => [
  inZoneOfServer(graph),
  ...GROUPS.flatMap(([what, types]) =>
    READINGS.map(([does, read]) => ({
      ...ofConditions(
        graph,
        'filters.cast',
        `an operand for ${what} that does not fit: ${does}`,
        (condition, all) => {
          const { attribute, part } = condition
          const isMeant = attribute?.kind === 'scalar' && types.includes(attribute.type) && isUnfit(condition)
          return isMeant ? read(condition, all) : [part]
        },
      ),
      says: `${sentenceOf('filters.cast')} For ${what}, the server ${does}.`,
    })),
  ),
]

/**
 * Misreadings of conditions on links and through links, such as relations: the target compares another attribute of
 * the linked rows, leaves out the rows without a link, or requires that all linked rows satisfy a condition.
 */
import type { Graph, Node } from '../../../../reference/graph/graph.ts'
import {
  isFlagOperator,
  isOperator,
  OPERATORS,
  TEST_OPERATORS,
  type TestOperator,
} from '../../../../reference/operators/operators.ts'
import type { Attribute } from '../../../../reference/schema/schema.ts'
import { answeredText } from '../../../../reference/values.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import type { Misreading } from '../parts.ts'
import { type Condition, FREE_INDEX, ofConditions, partOf, withNames } from './conditions.ts'
import { isFalse, isMany } from './flags.ts'
import { EVERYWHERE, EXPLICIT, IMPLICIT, type Scope, serverDoes } from './scopes.ts'
import { holdsText } from './values.ts'

/** The conditions directly on a relation whose operand a server may compare with the documentId. */
const OF_DOCUMENTS: readonly Scope[] = [
  EVERYWHERE,
  EXPLICIT,
  IMPLICIT,
  { says: 'For an operator next to the name', has: ({ at, operatorAt }) => operatorAt === at + 1 },
  { says: 'For an operand that is not a number', has: ({ value }) => Number.isNaN(Number(value)) },
]

/** Returns misreadings: a condition directly on a relation compares the documentId of the linked entry, not its id. */
const documentIds = (graph: Graph): readonly Misreading[] =>
  OF_DOCUMENTS.map((scope) => ({
    ...ofConditions(
      graph,
      'filters.relation-id',
      `documentId compared${scope === EVERYWHERE ? '' : `: ${scope.says}`}`,
      (condition) => {
        const { attribute, operator, names, at, part } = condition
        const isMeant = attribute?.kind === 'relation' && !isFlagOperator(operator) && scope.has(condition)
        return [
          isMeant
            ? withNames(condition, [...names.slice(0, at + 1), 'documentId', ...names.slice(at + 1)])
            : part,
        ]
      },
    ),
    says: `${sentenceOf('filters.relation-id')} ${serverDoes(scope, 'compares the documentId of the linked entry')}`,
  }))

/** Returns whether a condition finds the rows without a value: `$null`, or `$notNull=false`. */
const isOfMissing = ({ operator, value }: Condition): boolean =>
  (operator === '$null' && !isFalse(value)) || (operator === '$notNull' && isFalse(value))

/** The links through which a server may join only the rows with a link, each with the phrase about the links. */
const JOINED: readonly (readonly [what: string, has: (link: Attribute) => boolean])[] = [
  ['a link', () => true],
  ['a relation', ({ kind }) => kind === 'relation'],
  ['a relation to one entry', (link) => link.kind === 'relation' && !isMany(link)],
  ['a relation to several entries', (link) => link.kind === 'relation' && isMany(link)],
  ['a component', ({ kind }) => kind === 'component'],
  ['a media attribute', ({ kind }) => kind === 'media'],
]

/** Returns misreadings: a condition for a missing value in a linked row does not find the rows without a link. */
const innerJoined = (graph: Graph): readonly Misreading[] =>
  JOINED.map(([what, has]) => ({
    ...ofConditions(graph, 'filters.op.$null', `$null through ${what} needs a link`, (condition, all) => {
      const { names, at, links, part } = condition
      const link = links.at(-1)
      const isMeant = link !== undefined && has(link) && isOfMissing(condition) && !names.includes('$not')
      return isMeant
        ? [
            part,
            partOf(
              [...beside(condition, all), ...names.slice(condition.firstAt, at), 'id', '$notNull'],
              'true',
            ),
          ]
        : [part]
    }),
    says: `A condition for a missing value also finds the entries without the link to this value. Through ${what}, the server does not find entries without a link.`,
    isUnchecked: true,
  }))

/** Returns the names of a further condition beside a condition, up to its first attribute. */
const beside = ({ names, firstAt, part }: Condition, all: readonly Condition[]): readonly string[] => [
  ...names.slice(0, firstAt),
  '$and',
  String(FREE_INDEX + all.findIndex((one) => one.part === part)),
]

const OF_TEXT = TEST_OPERATORS.filter((operator) => ['value', 'text'].includes(OPERATORS[operator].takes))
const isNegative = (operator: TestOperator): boolean =>
  operator.startsWith('$not') || operator.startsWith('$ne')

/** The links to several rows that a server may read alike, each with the phrase about the links. */
const SEVERAL: readonly (readonly [what: string, has: (link: Attribute) => boolean])[] = [
  ['a link to several rows', isMany],
  ['a relation to several entries', (link) => link.kind === 'relation' && isMany(link)],
  ['a repeatable component', (link) => link.kind === 'component' && isMany(link)],
]

/** Returns misreadings: all linked rows must satisfy a condition through a link to several rows. */
const allLinked = (graph: Graph): readonly Misreading[] =>
  OF_TEXT.flatMap((operator) =>
    SEVERAL.flatMap(([what, has]) =>
      [true, false].map((isLinked) => ({
        ...ofConditions(
          graph,
          'filters.through',
          `${operator} through ${what} is for all rows${isLinked ? '' : ', or for none'}`,
          (condition, all) => {
            const [link] = condition.links
            const isMeant = condition.operator === operator && link !== undefined && has(link)
            return isMeant ? ofAll(graph, condition, all, isLinked) : [condition.part]
          },
        ),
        says: `An entry matches if at least one linked row satisfies the condition. For \`${operator}\` through ${what}, the server requires that all linked rows satisfy it${isLinked ? '' : ', and also finds entries without a linked row'}.`,
        isUnchecked: true as const,
      })),
    ),
  )

/**
 * Returns the query parts of a condition that excludes, by their ids, the rows with a linked row that does not satisfy
 * the condition. If `isLinked` is false, the rows without a linked row satisfy the condition too.
 */
function ofAll(
  graph: Graph,
  condition: Condition,
  all: readonly Condition[],
  isLinked: boolean,
): readonly string[] {
  const { names, at, links, attribute, root, operator, operatorAt, value, part, item } = condition
  const [link, ...more] = links
  const isPlain = item === undefined && operatorAt === at + 1 && !names.includes('$not') && part.includes('=')
  if (link === undefined || !isMany(link) || more.length > 0 || !isPlain || value === '') return [part]
  if (attribute?.kind !== 'scalar' || attribute.private || link.private || root === undefined) return [part]
  const satisfies = (node: Node | undefined): boolean => {
    const own = node?.values[attribute.name] ?? null
    return own === null ? isNegative(operator) : holdsText(operator, answeredText(own), value)
  }
  const rows = graph.tables.get(root.uid)?.rows ?? []
  const excluded = rows.filter(({ links: refs, components }) => {
    const linked =
      components[link.name] ?? refs[link.name]?.map(({ type, id }) => graph.tables.get(type)?.byId.get(id))
    return linked?.some((node) => !satisfies(node)) === true
  })
  const before = [...beside(condition, all), 'id']
  const others = excluded.map(({ id }, index) => partOf([...before, '$notIn', String(index)], String(id)))
  const own = isLinked ? [part] : []
  return others.length > 0 ? [...own, ...others] : [...own, partOf([...before, '$notNull'], 'true')]
}

/**
 * Returns misreadings: each condition through a link to several rows has its own join, so that different rows may
 * satisfy the conditions. `$and` below a link joins conditions as the key of the link does, and a server may do both.
 */
const ownRows = (graph: Graph): readonly Misreading[] =>
  SEVERAL.flatMap(([what, has], index) =>
    [true, false].map((isOfAnd) => ({
      ...ofConditions(
        graph,
        'filters.through',
        `a linked row for each condition${index === 0 ? '' : ` through ${what}`}${isOfAnd ? '' : ', not of $and'}`,
        (condition, all) => {
          const { names, part, firstAt, operatorAt, links } = condition
          const isSplit = names
            .slice(firstAt, operatorAt)
            .every((name) => !isOperator(name) || (isOfAnd && name === '$and'))
          if (!links.some(has) || !isSplit) return [part]
          const own = names.slice(0, operatorAt).join()
          const group = all.findIndex((one) => one.names.slice(0, one.operatorAt).join() === own)
          const before = [...names.slice(0, firstAt), '$and', String(FREE_INDEX + group)]
          return [withNames(condition, [...before, ...names.slice(firstAt)])]
        },
      ),
      says: `One linked row must satisfy all conditions under the key of a link. Through ${what}, the server accepts different rows for different conditions${isOfAnd ? ', also in `$and` below the link' : ''}.`,
    })),
  )

/** Returns the misreadings of links in filters that are possible with a dataset. */
export const linksMisread = (graph: Graph): readonly Misreading[] => [
  ...documentIds(graph),
  ...innerJoined(graph),
  ...allLinked(graph),
  ...ownRows(graph),
]

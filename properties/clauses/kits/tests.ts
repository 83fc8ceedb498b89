/** Helpers that make faulty servers for the clauses about operators. */
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import type { ClauseFault } from '../clause.ts'
import { type Asked, isMap, isTrees, reading } from '../kit.ts'
import { tested } from '../kits/mentions.ts'

export const isText = (tree: QueryTree): tree is string => typeof tree === 'string'
export const isLoud = (tree: QueryTree): boolean => isText(tree) && tree !== tree.toLowerCase()
export const isPlain = (tree: QueryTree): boolean => isText(tree) && /^[ -~]+$/.test(tree)
export const typeOf = (asked: Asked): string => {
  const attribute = asked.type?.attributes.get(tested(asked)?.[0] ?? '')
  return attribute?.kind === 'scalar' ? attribute.type : ''
}

/** Returns a faulty server that reads some operators as other operators, at any place of the query. */
export const renaming = (says: string, names: Readonly<Record<string, string>>): ClauseFault => {
  const renamed = (tree: QueryTree): QueryTree => {
    if (isTrees(tree)) return tree.map(renamed)
    if (!isMap(tree)) return tree
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [names[key] ?? key, renamed(value)]))
  }
  return reading(says, (query, { text }) =>
    Object.keys(names).some((name) => text.includes(`[${name}]`)) ? toObject(renamed(query)) : undefined,
  )
}
export const toObject = (tree: QueryTree): QueryObject => (isMap(tree) ? tree : {})

/** Returns a faulty server that reads a single test of one attribute as another test. */
export const testing = (
  says: string,
  operator: string,
  change: (operand: QueryTree, name: string, asked: Asked) => QueryObject | undefined,
): ClauseFault =>
  reading(says, (query, asked) => {
    const [name = '', test = null] = tested(asked) ?? []
    const operand = isMap(test) && Object.keys(test).join() === operator ? test[operator] : undefined
    const filters = operand === undefined ? undefined : change(operand, name, asked)
    return filters === undefined ? undefined : { ...query, filters }
  })

/**
 * Returns the tests in the list under `$and` or `$or`, if all of these tests are about the same attribute; otherwise
 * an empty list.
 */
export const listOf = ({ query: { filters } }: Asked, joined: string): readonly QueryTree[] => {
  const list = isMap(filters) && Object.keys(filters).join() === joined ? filters[joined] : undefined
  const tests = isTrees(list) ? list.map((one) => (isMap(one) ? Object.entries(one) : [])) : []
  const [[[first = ''] = []] = []] = tests
  return tests.every((pairs) => pairs.length === 1 && pairs[0]?.[0] === first && !first.startsWith('$'))
    ? tests.flatMap((pairs) => pairs.map(([, test]) => test))
    : []
}
export const isJoined =
  (joined: string, ...operators: readonly string[]) =>
  (asked: Asked): boolean => {
    const tests = listOf(asked, joined)
    return (
      tests.length === operators.length &&
      tests.every((test, at) => (isMap(test) ? Object.keys(test).join() : '') === operators[at])
    )
  }
export const negated = (asked: Asked): QueryObject => {
  const [, test] = tested(asked) ?? []
  return isMap(test) && Object.keys(test).join() === '$not' ? toObject(test['$not'] ?? null) : {}
}
export const isOpenRange = (operand: QueryTree): boolean => isTrees(operand) && operand.includes(null)

export const PAIR = 'Another law notices the fault, because it compares the operator with its negation.'
export const LISTS =
  'Another law notices the fault, because it compares a filter by a list with filters by each item of the list.'
export const RANGE =
  'Another law notices the fault, because it compares the operators of ranges with each other.'

export function isLetter(text: QueryTree): boolean {
  return text === 't' || text === 'f'
}

/** Formats the conditions and sort orders of a plan as text in the query language. */
import type { Condition, QueryPlan, SortStep, Ties } from '../reference/plan/plan.ts'
import type { Column } from '../reference/schema/schema.ts'
import type { RowTies } from '../reference/strapi/databases/database.ts'

/**
 * The maximum number of characters in the text of a condition, because a condition may have thousands of members.
 * `cut` shortens a longer text and adds an ellipsis.
 */
const MAX_CHARACTERS = 200

/**
 * Formats a condition as a text such as `views $gt 3`, `author.name $eq "Ann"` or `(a or b)`. The recursion is as
 * deep as the nested brackets of the query, and the parser limits this depth.
 */
export function textOfCondition(condition: Condition): string {
  return cut(said(condition, ''))
}

export const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text

function said(condition: Condition, above: string): string {
  switch (condition.kind) {
    case 'test': {
      const { column, operator, operands } = condition
      const values = operands.map((operand) => (operand === null ? 'null' : JSON.stringify(operand)))
      return `${above}${nameOf(column)} ${operator} ${values.join(', ')}`.trimEnd()
    }
    case 'some':
      return said(condition.of, `${above}${condition.link.attribute.name}.`)
    case 'not':
      return `not (${said(condition.of, above)})`
    case 'all':
      return joined(condition.of, ' and ', above)
    case 'any':
      return joined(condition.of, ' or ', above)
  }
}

function joined(of: readonly Condition[], word: string, above: string): string {
  const [only] = of
  if (only === undefined) return 'anything'
  if (of.length === 1) return said(only, above)
  // Formats only the first members of a condition, because `cut` would remove the text of later members.
  const texts = of.slice(0, MAX_CHARACTERS / 4).map((one) => said(one, above))
  return `(${texts.join(word)})`
}

/**
 * Splits a conjunction (AND) into its conditions. A conjunction that comes from `$and` has a `group`, and stays
 * whole.
 */
export const membersOf = (where: Condition): readonly Condition[] =>
  where.kind === 'all' && where.group === undefined ? where.of.flatMap(single) : [where]

/**
 * Splits nested conjunctions into single conditions. The conditions inside one `author[…]` stay together, because a
 * single author must satisfy all these conditions.
 */
const single = (condition: Condition): readonly Condition[] =>
  condition.kind === 'all' && condition.group === undefined ? membersOf(condition) : [condition]

const nameOf = (column: Column): string => (typeof column === 'string' ? column : column.name)

/**
 * Returns the order of the root entries as text. For a read of one document, the text of the order names the locale,
 * because the rows of all locales have the same documentId.
 */
export const textOfRootOrder = ({ target, sort, ties }: QueryPlan): string =>
  textOfOrder(sort, target.kind === 'document' && ties === 'documentId' ? 'locale' : ties)

/** Formats a sort order as a text such as `author.name asc, views desc, then by id`. */
export function textOfOrder(sort: readonly SortStep[], ties: Ties | RowTies): string {
  const keys = sort.map(({ through, column, descending }) => {
    const path = [...through.map(({ attribute }) => attribute.name), nameOf(column)].join('.')
    return `${path} ${descending ? 'desc' : 'asc'}`
  })
  return cut([...keys, keys.length === 0 ? wordOfTies(ties) : `then ${wordOfTies(ties)}`].join(', '))
}

function wordOfTies(ties: Ties | RowTies): string {
  if (typeof ties === 'object' && 'rangeOf' in ties) return 'by the first matching range of ids'
  const order = typeof ties === 'string' ? ties : ties.order
  if (order === 'stored') return 'in the order of the links'
  return order === 'id' ? 'by id' : `by ${order}`
}

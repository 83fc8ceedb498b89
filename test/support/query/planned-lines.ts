/** Writes the plan of a query under the profile `documented` as text, with one line for each fact. */
import { isFlagOperator } from '../../../src/reference/operators/operators.ts'
import { TRUE } from '../../../src/reference/operators/record.ts'
import type { Branch, Condition, QueryPlan, Selection, SortStep } from '../../../src/reference/plan/plan.ts'

export function plannedLines({
  target,
  rows,
  locale,
  where,
  search,
  sort,
  page,
  select,
}: QueryPlan): string[] {
  const { start, limit, withCount } = page
  const window = `page from ${start} size ${limit} ${withCount ? 'counted' : 'not counted'}`
  return [
    `cohort ${rows.publication ?? 'none'}`,
    `locales ${locale ?? 'every'}`,
    `search ${search === null ? 'for nothing' : 'for something'}`,
    ...(target.kind === 'list' ? [window] : []),
    ...levelLines('data', { rows, where, sort, select }),
  ]
}

function levelLines(at: string, level: Pick<Branch, 'rows' | 'where' | 'sort' | 'select'>): string[] {
  const { rows, where, sort, select } = level
  return [
    `${at} status ${rows.status}`,
    `${at} fields ${select.scalars.join()}`,
    `${at} sort ${sort.map(sortLine).join()}`,
    ...conditionLines(where, `${at} filter `),
    ...(select.asReal === null ? [] : [`${at} as real`]),
    ...populateLines(at, select),
  ]
}

const populateLines = (at: string, { populate }: Selection): string[] =>
  populate.flatMap(({ attribute, count, branches, asReal }) => {
    const here = `${at}.${attribute.name}`
    const below = [...branches].flatMap(([uid, branch]) => levelLines(`${here}<${uid}>`, branch))
    return [`${here} ${count ? 'counted' : 'shown'}${asReal === null ? '' : ' as real'}`, ...below]
  })

function sortLine({ through, column, descending }: SortStep): string {
  const names = [...through.map(({ attribute }) => attribute.name), nameOf(column)]
  return `${names.join('.')} ${descending ? 'desc' : 'asc'}`
}

const nameOf = (column: SortStep['column']): string => (typeof column === 'string' ? column : column.name)

function conditionLines(condition: Condition, at: string): string[] {
  switch (condition.kind) {
    case 'test': {
      const { column, operator, operands } = condition
      const here = `${at}${nameOf(column)} `
      if (!isFlagOperator(operator)) return [`${here}${operator} ${JSON.stringify(operands)}`]
      return [`${here}${operator} finds ${condition.test(null) === TRUE ? '' : 'no '}missing values`]
    }
    case 'not':
      return conditionLines(condition.of, `${at}$not `)
    case 'some':
      return conditionLines(condition.of, `${at}${condition.link.attribute.name}/`)
    case 'all':
    case 'any': {
      const { group, of } = condition
      const spread = condition.kind === 'any' ? `${at}some ` : at
      return of.flatMap((member, index) =>
        conditionLines(member, group === undefined ? spread : `${at}${group}[${index}] `),
      )
    }
  }
}

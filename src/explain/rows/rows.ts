/** The rows of the request itself: how many there were, what each step left, and why a row is not on the page. */
import { sorter } from '../../reference/evaluate/sort.ts'
import type { Row } from '../../reference/graph/graph.ts'
import { isMap, type RawMap } from '../../reference/parse/url.ts'
import type { Condition } from '../../reference/plan/plan.ts'
import { cut } from '../condition-text.ts'
import type { KeptBack, StepTaken } from '../explanation.ts'
import { keptBack } from '../sentences.ts'
import { type ExplainContext, requestChange } from '../told.ts'
import { withMember, withoutFilters } from '../written.ts'
import { filterSieves, isRow, type Sieve, sifted, statusSieves, stopped, type VisibleNode } from './sieve.ts'

export interface RootRows {
  readonly steps: readonly StepTaken[]
  /** Why none of some rows is shown, by the one that came furthest; null where one is, or there are none. */
  readonly whyNone: (rows: readonly Row[]) => KeptBack | null
  /** The first rows that are not shown: those that came furthest first. */
  readonly keptBack: readonly KeptBack[]
}

/** Rows that are named one by one. */
const NAMED = 20

export function rootRows(told: ExplainContext): RootRows {
  const { plan, graph, meter } = told
  const { all, first } = candidates(told)
  const sieves = rootSieves(told)
  const { left: found, steps } = sifted(all, sieves)
  const ordered = sorter<Row>(plan.sort, plan.ties, graph, meter)(found)
  const { start, limit, asReal } = plan.page
  const from = asReal?.skip ?? start
  const page = ordered.slice(from, limit === null ? undefined : from + limit)
  const shown = new Set(page)
  const positions = new Map(ordered.map((row, at) => [row, at]))
  const paging = pageSieve(shown, positions, told)
  const every = [...sieves, paging]
  const whyNot = (row: Row): KeptBack | null => {
    const sieve = stopped(row, every)
    return sieve === undefined ? null : keptBack(row, null, sieve)
  }
  const whyNone = (rows: readonly Row[]): KeptBack | null => {
    const came = (row: Row): number => every.findIndex((sieve) => !sieve.keeps(row))
    const [first] = [...rows].sort((a, b) => came(b) - came(a))
    return first === undefined || rows.some((row) => shown.has(row)) ? null : whyNot(first)
  }
  const others = [...found, ...sifted(all, sieves.slice(0, 1)).left, ...all].filter((row) => !shown.has(row))
  return {
    steps: [first, ...steps, { step: 'page', says: paging.says, left: page.length }],
    whyNone,
    keptBack: [...new Set(others)].slice(0, NAMED).flatMap((row) => whyNot(row) ?? []),
  }
}

/** Why the row with an id is not shown; null where it is, or where there is none. */
export function rowOf(id: number, told: ExplainContext): KeptBack | null {
  const row = told.graph.tables.get(told.plan.type.uid)?.byId.get(id)
  return row === undefined ? null : rootRows(told).whyNone([row])
}

/** Every row of the type, or those of the document that is asked for: of the others nothing is told. */
function candidates({ plan, graph }: ExplainContext): {
  readonly all: readonly Row[]
  readonly first: StepTaken
} {
  const { target, isAsked, type } = plan
  const table = graph.tables.get(type.uid)
  const rows = table?.rows ?? []
  if (target.kind !== 'document')
    return { all: rows, first: { step: 'rows', says: type.uid, left: rows.length, access: 'scan' } }
  const { documentId } = target
  const all =
    isAsked === null
      ? (table?.byDocument.get(documentId) ?? [])
      : rows.filter((row) => isAsked(row.documentId))
  const access = isAsked === null ? 'documentId' : 'scan'
  return { all, first: { step: 'document', says: cut(`documentId ${documentId}`), left: all.length, access } }
}

function rootSieves(told: ExplainContext): readonly Sieve[] {
  const { plan, query } = told
  const { type, rows, search, where } = plan
  const searching: readonly Sieve[] =
    search === null
      ? []
      : [
          {
            step: 'search',
            says: cut(`_q ${JSON.stringify(query['_q'] ?? '')}`),
            keeps: (row) => search.finds(row),
            reason: () => 'search',
            rules: ['search.text'],
            because: () => 'the text of _q does not occur in it',
            change: () => requestChange(told, withMember(query, '_q', undefined), '_q'),
          },
        ]
  return [
    ...statusSieves(type, rows, told),
    ...localeSieves(told),
    ...filterSieves(where, told, (condition) => withoutFilter(condition, told), 'filters'),
    ...searching,
  ]
}

function localeSieves(told: ExplainContext): readonly Sieve[] {
  const { locale } = told.plan
  if (locale === null) return []
  const asked = locale.join(', ')
  const localeOf = (row: VisibleNode): string | null => (isRow(row) ? row.locale : null)
  return [
    {
      step: 'locale',
      says: cut(`locale ${asked}`),
      keeps: (row) => locale.includes(localeOf(row) ?? ''),
      reason: () => 'locale',
      rules: [Object.hasOwn(told.query, 'locale') ? 'locale.chosen' : 'locale.default'],
      because: (row) => cut(`its locale is ${localeOf(row)}, and ${asked} is asked for`),
      change: (row) => requestChange(told, withMember(told.query, 'locale', localeOf(row)), 'locale'),
    },
  ]
}

/** The query without the member of `filters` that a condition was read from, or without all where that is not plain. */
function withoutFilter(condition: Condition, { query, plan, context }: ExplainContext): RawMap | null {
  const { filters } = query
  const key = keyOf(condition)
  if (!isMap(filters) || key === undefined || !Object.hasOwn(filters, key) || Object.keys(filters).length < 2)
    return withoutFilters(query, { root: plan.type, steps: [] }, context)
  return withMember(query, 'filters', withMember(filters, key, undefined))
}

function keyOf(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'test':
      return typeof condition.column === 'string' ? condition.column : condition.column.name
    case 'some':
      return condition.link.attribute.name
    case 'not':
      return '$not'
    case 'all':
    case 'any':
      return condition.group
  }
}

const PAGED = { page: 'pagination.page', offset: 'pagination.offset' } as const

function pageSieve(
  shown: ReadonlySet<VisibleNode>,
  positions: ReadonlyMap<VisibleNode, number>,
  told: ExplainContext,
): Sieve {
  const { plan, query } = told
  const { start, limit } = plan.page
  const size = limit ?? positions.size
  return {
    step: 'page',
    says: plan.target.kind === 'list' ? `entries ${start + 1} to ${start + size}` : 'the first of them',
    keeps: (row) => shown.has(row),
    reason: () => 'page',
    rules: [Object.hasOwn(query, 'pagination') ? PAGED[plan.page.style] : 'list.page-defaults'],
    because: (row) =>
      plan.target.kind === 'list'
        ? `it is entry ${(positions.get(row) ?? 0) + 1} of ${positions.size}, and ${start + 1} to ${start + size} are asked for`
        : 'another row of it comes first',
    change: (row) => {
      if (plan.target.kind !== 'list' || size <= 0) return null
      const number = Math.floor((positions.get(row) ?? 0) / size) + 1
      const paged = { page: String(number), pageSize: String(size) }
      return requestChange(told, withMember(query, 'pagination', paged), 'pagination')
    },
  }
}

/**
 * Explains the root rows of a request. The explanation gives the number of rows that remain after each selection
 * step, and the reasons for rows that are not on the page.
 */
import { sorter } from '../../reference/evaluate/sort.ts'
import type { Row } from '../../reference/graph/graph.ts'
import { isMap, type RawMap } from '../../reference/parse/url.ts'
import type { Condition } from '../../reference/plan/plan.ts'
import { cut } from '../condition-text.ts'
import { type ExplainContext, requestChange } from '../explain-context.ts'
import type { KeptBack, StepTaken } from '../explanation.ts'
import { keptBack } from '../sentences.ts'
import { withMember, withoutFilters } from '../written.ts'
import {
  applyExclusions,
  type ExclusionStep,
  excludedBy,
  filterExclusions,
  isRow,
  statusExclusions,
  type VisibleNode,
} from './exclusion.ts'

export interface RootRows {
  readonly steps: readonly StepTaken[]
  /**
   * Explains why the answer shows none of the given rows. The explanation is about the row that passes the most
   * exclusion steps. The explanation is null if the answer shows one of the given rows, or if no row is given.
   */
  readonly whyNone: (rows: readonly Row[]) => KeptBack | null
  /** Explains why the list has no entry at an index, if the entry is on another page; otherwise null. */
  readonly whyBeyond: (index: number) => KeptBack | null
  /**
   * The first of the root rows that the answer hides. Rows on other pages come first, then rows that match the
   * filters and the search, then rows that pass the first exclusion step, and then all other rows.
   */
  readonly keptBack: readonly KeptBack[]
}

/** The maximum number of hidden rows that an explanation lists. */
const NAMED = 20

export function rootRows(explained: ExplainContext): RootRows {
  const { plan, graph, meter } = explained
  const { all, first } = candidates(explained)
  const exclusions = rootExclusions(explained)
  const { left: found, steps } = applyExclusions(all, exclusions)
  const ordered = sorter<Row>(plan.sort, plan.ties, graph, meter)(found)
  const { start, limit, asReal } = plan.page
  const from = asReal?.skip ?? start
  const page = ordered.slice(from, limit === null ? undefined : from + limit)
  const shown = new Set(page)
  const positions = new Map(ordered.map((row, at) => [row, at]))
  const paging = pageExclusion(shown, positions, explained)
  const every = [...exclusions, paging]
  const whyNot = (row: Row): KeptBack | null => {
    const exclusion = excludedBy(row, every)
    return exclusion === undefined ? null : keptBack(row, null, exclusion)
  }
  const whyNone = (rows: readonly Row[]): KeptBack | null => {
    const came = (row: Row): number => every.findIndex((exclusion) => !exclusion.keeps(row))
    const [first] = [...rows].sort((a, b) => came(b) - came(a))
    return first === undefined || rows.some((row) => shown.has(row)) ? null : whyNot(first)
  }
  const others = [
    ...found,
    ...matching(all, exclusions),
    ...applyExclusions(all, exclusions.slice(0, 1)).left,
    ...all,
  ].filter((row) => !shown.has(row))
  return {
    steps: [first, ...steps, { step: 'page', says: paging.says, left: page.length }],
    whyNone,
    whyBeyond: (index) => {
      const row = ordered[from + index]
      return row === undefined || shown.has(row) ? null : withLongerPage(whyNot(row), index, explained)
    },
    keptBack: [...new Set(others)].slice(0, NAMED).flatMap((row) => whyNot(row) ?? []),
  }
}

/**
 * The maximum number of rows of a content type, in all statuses and locales, that an explanation tests against the
 * filters.
 */
const MATCHED = 1000

/**
 * Returns the rows that match the filters and the search, regardless of their status and locale. If the answer hides
 * a row that matches the filters, the reason is the row's status, the row's locale or the page.
 */
function matching(all: readonly Row[], exclusions: readonly ExclusionStep[]): readonly Row[] {
  const asked = exclusions.filter(({ step }) => step === 'filter' || step === 'search')
  return asked.length === 0 || all.length > MATCHED ? [] : applyExclusions(all, asked).left
}

/** Proposes a request for a longer page, so that the page also shows the row at the given index. */
function withLongerPage(found: KeptBack | null, index: number, explained: ExplainContext): KeptBack | null {
  if (found?.reason !== 'page') return found
  const { start } = explained.plan.page
  const size = String(index + 1)
  const paged = start === 0 ? { page: '1', pageSize: size } : { start: String(start), limit: size }
  const longer = requestChange(explained, withMember(explained.query, 'pagination', paged), 'pagination')
  const { maxLimit } = explained.graph.settings
  const isTooLong = maxLimit !== null && index >= maxLimit
  return isTooLong ? found : { ...found, change: longer }
}

/**
 * Explains why the answer hides the row with the given id; null if the answer shows the row, or if no such row exists.
 */
export function rowOf(id: number, explained: ExplainContext): KeptBack | null {
  const row = explained.graph.tables.get(explained.plan.type.uid)?.byId.get(id)
  return row === undefined ? null : rootRows(explained).whyNone([row])
}

/** Returns the rows before any exclusion step: all rows of the type, or only the rows of the requested document. */
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

function rootExclusions(explained: ExplainContext): readonly ExclusionStep[] {
  const { plan, query } = explained
  const { type, rows, search, where } = plan
  const searching: readonly ExclusionStep[] =
    search === null
      ? []
      : [
          {
            step: 'search',
            says: cut(`_q ${JSON.stringify(query['_q'] ?? '')}`),
            keeps: (row) => search.finds(row),
            reason: () => 'search',
            rules: ['search.text'],
            because: () => 'it does not contain the text of _q',
            change: () => requestChange(explained, withMember(query, '_q', undefined), '_q'),
          },
        ]
  return [
    ...statusExclusions(type, rows, explained),
    ...localeExclusions(explained),
    ...filterExclusions(where, explained, (condition) => withoutFilter(condition, explained), 'filters'),
    ...searching,
  ]
}

function localeExclusions(explained: ExplainContext): readonly ExclusionStep[] {
  const { locale } = explained.plan
  if (locale === null) return []
  const requested = locale.join(', ')
  const localeOf = (row: VisibleNode): string | null => (isRow(row) ? row.locale : null)
  return [
    {
      step: 'locale',
      says: cut(`locale ${requested}`),
      keeps: (row) => locale.includes(localeOf(row) ?? ''),
      reason: () => 'locale',
      rules: [Object.hasOwn(explained.query, 'locale') ? 'locale.chosen' : 'locale.default'],
      because: (row) => cut(`its locale is ${localeOf(row)}, and the request asks for ${requested}`),
      change: (row) =>
        requestChange(explained, withMember(explained.query, 'locale', localeOf(row)), 'locale'),
    },
  ]
}

/**
 * Removes from a query the member of `filters` that contains the given condition. If no single member contains the
 * condition, removes all of `filters`.
 */
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

/**
 * Describes the position of a hidden row, with a text such as
 * `it is entry 2 of 15, on page 2, and the request asks for entry 1`.
 */
function textOfPage(at: number, total: number, start: number, size: number): string {
  // Omits the page number if the request does not start at the first entry of a page.
  const page = size > 0 && start % size === 0 ? ` on page ${Math.ceil(at / size)},` : ''
  const asked =
    size > 1 ? `entries ${start + 1} to ${start + size}` : size === 1 ? `entry ${start + 1}` : 'no entry'
  return `it is entry ${at} of ${total},${page} and the request asks for ${asked}`
}

const PAGED = { page: 'pagination.page', offset: 'pagination.offset' } as const

function pageExclusion(
  shown: ReadonlySet<VisibleNode>,
  positions: ReadonlyMap<VisibleNode, number>,
  explained: ExplainContext,
): ExclusionStep {
  const { plan, query } = explained
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
        ? textOfPage((positions.get(row) ?? 0) + 1, positions.size, start, size)
        : 'another row of the document comes first',
    change: (row) => {
      if (plan.target.kind !== 'list' || size <= 0) return null
      const number = Math.floor((positions.get(row) ?? 0) / size) + 1
      const paged = { page: String(number), pageSize: String(size) }
      return requestChange(explained, withMember(query, 'pagination', paged), 'pagination')
    },
  }
}

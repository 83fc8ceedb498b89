/**
 * The documented semantics a second time: a slow evaluator of well-formed requests, written to be read and not to be
 * fast. It shares the types and the parser of the first one and nothing else.
 */

import { attributesOf, mayFind, mayFindOne } from '../../properties/arbitraries/places.ts'
import { printQuery } from '../../properties/arbitraries/print.ts'
import type { Ask } from '../../properties/arbitraries/request.ts'
import type { Graph, Row } from '../reference/graph/graph.ts'
import { parseQuery } from '../reference/parse/query.ts'
import type { PaginationSyntax, QuerySyntax } from '../reference/parse/syntax.ts'
import { parseQueryString, type Raw } from '../reference/parse/url.ts'
import type { ContentType } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'
import { matches } from './conditions.ts'
import { sorted } from './order.ts'
import { show, wantedBy } from './show.ts'
import { fold, isSearchable, shownText } from './values.ts'
import { isVisible, rowsOf, type View } from './view.ts'

export interface NaiveAnswer {
  readonly status: number
  /** Of an entry or a list of them; undefined for an error. */
  readonly body?: Json
}

/** Answers a well-formed request under the `documented` profile. */
export function naive(graph: Graph, ask: Ask): NaiveAnswer {
  const { role, type, target } = ask
  if (role.permissions.size === 0 && role.name === graph.access.publicRole) return { status: 401 }
  const isAllowed = target === 'document' ? mayFindOne(role, type.uid) : mayFind(role, type.uid)
  if (!isAllowed) return { status: 403 }
  const syntax = parseQuery(parseQueryString(printQuery(ask.query, ask.notation), () => {}))
  const view: View = { graph, role, status: syntax.status === 'draft' ? 'draft' : 'published' }
  const found = rowsOf(view, type.uid)
    .filter((row) => target !== 'document' || row.documentId === ask.documentId)
    .filter((row) => isVisible(row, view))
    .filter((row) => isInCohort(row, syntax, type, view))
    .filter((row) => isInLocale(row, syntax.locale, type, ask, graph))
    .filter((row) => matches(syntax.filters, row, type, view))
    .filter((row) => isFound(row, syntax.search, type))
  const inOrder = sorted(found, syntax.sort, type, view)
  const wanted = { fields: syntax.fields, populate: wantedBy(syntax.populate) }
  if (target === 'list')
    return list(inOrder, syntax.pagination, graph, (row) => show(row, type, wanted, view))
  const [first] = inOrder
  return first === undefined
    ? { status: 404 }
    : { status: 200, body: { data: show(first, type, wanted, view), meta: {} } }
}

function isInLocale(
  row: Row,
  locale: Raw | undefined,
  type: ContentType,
  { target }: Ask,
  graph: Graph,
): boolean {
  if (!type.localized) return true
  if (locale === undefined || locale === null || locale === '') return row.locale === graph.locales.default
  if (locale === '*' && target === 'list') return true
  return Array.isArray(locale) ? locale.includes(row.locale) : row.locale === locale
}

/** By how the draft and the published row of a document pair, in one locale or over all of them. */
function isInCohort(row: Row, syntax: QuerySyntax, type: ContentType, view: View): boolean {
  const cohort = cohortOf(syntax)
  if (cohort === undefined || !type.draftAndPublish) return true
  const others = rowsOf(view, type.uid).filter(
    (other) => other.documentId === row.documentId && other.status !== row.status,
  )
  const twins = others.filter((other) => other.locale === row.locale)
  const isDraft = row.status === 'draft'
  const isModified = twins.some((twin) => {
    const [draft, published] = isDraft ? [row, twin] : [twin, row]
    return String(draft.values.updatedAt) > String(published.values.updatedAt)
  })
  switch (cohort) {
    case 'never-published':
      return isDraft && twins.length === 0
    case 'never-published-document':
      return isDraft && others.length === 0
    case 'has-published-version':
      return twins.length > 0
    case 'has-published-version-document':
      return others.length > 0
    case 'modified':
      return isModified
    case 'unmodified':
      return twins.length > 0 && !isModified
    case 'published-without-draft':
      return !isDraft && twins.length === 0
    default:
      return !isDraft && twins.length > 0
  }
}

function cohortOf({ publicationFilter, hasPublishedVersion }: QuerySyntax): string | undefined {
  if (typeof publicationFilter === 'string') return publicationFilter
  if (hasPublishedVersion === 'true') return 'has-published-version-document'
  return hasPublishedVersion === 'false' ? 'never-published-document' : undefined
}

/** `_q` is somewhere in the id, the documentId, or an open text attribute, case aside. */
function isFound(row: Row, search: Raw | undefined, type: ContentType): boolean {
  if (typeof search !== 'string' || search === '') return true
  const texts = [String(row.id), row.documentId]
  for (const attribute of attributesOf(type)) {
    if (attribute.kind !== 'scalar' || attribute.private || !attribute.searchable) continue
    const value = row.values[attribute.name] ?? null
    if (value !== null && isSearchable(attribute.type, search)) texts.push(shownText(value))
  }
  return texts.some((text) => fold(text).includes(fold(search)))
}

function list(
  rows: readonly Row[],
  syntax: PaginationSyntax,
  graph: Graph,
  shown: (row: Row) => Json,
): NaiveAnswer {
  const { defaultLimit, maxLimit, withCount } = graph.settings
  const number = (raw: Raw | undefined): number | undefined =>
    typeof raw === 'string' ? Number(raw) : undefined
  const isOffset = syntax.start !== undefined || syntax.limit !== undefined
  const asked = number(isOffset ? syntax.limit : syntax.pageSize) ?? defaultLimit
  const size = maxLimit === null ? asked : Math.min(asked, maxLimit)
  const page = number(syntax.page) ?? 1
  const start = isOffset ? (number(syntax.start) ?? 0) : (page - 1) * size
  const total = rows.length
  const counts = syntax.withCount === undefined ? withCount : syntax.withCount === 'true'
  const place: { [key: string]: Json } = isOffset ? { start, limit: size } : { page, pageSize: size }
  if (counts) place.total = total
  if (counts && !isOffset) place.pageCount = Math.ceil(total / size)
  const data = rows.slice(start, start + size).map(shown)
  return { status: 200, body: { data, meta: { pagination: place } } }
}

/**
 * Plans the parameters except `filters` that select the root rows of a query: status, cohort, locale, search and
 * page.
 */

import type { Node } from '../graph/graph.ts'
import { overridesLocale } from '../names/filters.ts'
import { isFlagOperator } from '../operators/operators.ts'
import { parseFilters } from '../parse/filters.ts'
import { asLooseNumber } from '../parse/pagination.ts'
import type { FilterEntry, FilterSyntax, QuerySyntax } from '../parse/syntax.ts'
import { booleanText, isGiven, isList, isMap, isText } from '../parse/url.ts'
import type { Column, ContentType, ScalarAttribute } from '../schema/schema.ts'
import { isScalar } from '../schema/target.ts'
import type { Database } from '../strapi/databases/database.ts'
import { takesLocaleOperators } from '../strapi/names.ts'
import { pageAsReal, windowIn } from '../strapi/plan/pagination.ts'
import * as real from '../strapi/plan/window.ts'
import { lengthSteps, NUMBER_TYPES, TEXT_TYPES } from '../values.ts'
import { documentIdOf } from './column.ts'
import { onColumn } from './filters.ts'
import { type Occurrence, wildcardOccurrence } from './like.ts'
import { imageReader, type OperandContext } from './operand.ts'
import {
  type Condition,
  type PagePlan,
  type PlanContext,
  PUBLICATION_FILTERS,
  type PublicationFilter,
  type RowFilter,
  type Search,
  type Target,
} from './plan.ts'
import type { PlaceContext } from './step.ts'

/**
 * Returns the condition on the status and the cohort of rows. The default status is published; any other value of
 * `status` selects drafts.
 */
export const planRows = (syntax: QuerySyntax, context: PlanContext): RowFilter => ({
  status: statusOf(syntax, context),
  publication: publicationOf(real.knownCohorts(syntax, context)),
})

function statusOf({ status }: QuerySyntax, { anyStatus }: PlanContext): RowFilter['status'] {
  if (anyStatus === true) return null
  return status === undefined || status === 'published' ? 'published' : 'draft'
}

/** Returns the cohort that `publicationFilter` selects, or else the older parameter `hasPublishedVersion`. */
function publicationOf({ publicationFilter, hasPublishedVersion }: real.Cohorts): PublicationFilter | null {
  if (isGiven(publicationFilter))
    return PUBLICATION_FILTERS.find((name) => name === publicationFilter) ?? null
  if (hasPublishedVersion === 'true') return 'has-published-version-document'
  return hasPublishedVersion === 'false' ? 'never-published-document' : null
}

/**
 * Returns the locales of the rows that a query reads: the default locale, or the requested locales; null if the
 * locale of rows does not matter.
 */
export function planLocale(
  { locale, filters }: QuerySyntax,
  type: ContentType,
  target: Target,
  context: PlanContext,
): readonly string[] | null {
  if (!type.localized || overridesLocale(filters, type, context)) return null
  if (!isGiven(locale) || locale === '') return [context.locales.default]
  if (isText(locale)) return locale === '*' && target.kind === 'list' ? null : alikeLocales([locale], context)
  return isList(locale) ? alikeLocales(locale.filter(isText), context) : null
}

/** Adds locales that the collation of the database treats as equal to a requested locale. */
function alikeLocales(
  requested: readonly string[],
  { database: { collation }, locales }: PlanContext,
): readonly string[] {
  if (collation.exact) return requested
  const codes = locales.codes.map(({ code }) => code)
  return [
    ...requested,
    ...codes.filter((code) => requested.some((one) => collation.compare(one, code) === 0)),
  ]
}

/**
 * Returns the condition of the operators under `locale`, which the profile `documented` refuses; null if the query
 * has no such operators.
 */
export function planLocaleFilter(
  { locale, filters }: QuerySyntax,
  type: ContentType,
  target: Target,
  place: PlaceContext,
): Condition | null {
  const isOperators = isMap(locale) || (isList(locale) && !locale.every(isText))
  const isUsed = isOperators && type.localized && target.kind === 'list' && takesLocaleOperators(place)
  const column = type.attributes.get('locale')
  return isUsed && column?.kind === 'scalar' && !overridesLocale(filters, type, place)
    ? onColumn(column, asWritten(parseFilters(locale)), place)
    : null
}

/**
 * Converts the operands of flag operators under `locale`. Under `locale`, every text except the empty text means
 * true.
 */
function asWritten(syntax: FilterSyntax): FilterSyntax {
  switch (syntax.kind) {
    case 'value':
      return syntax
    case 'list':
      return { kind: 'list', items: syntax.items.map(asWritten) }
    case 'map':
      return { kind: 'map', entries: syntax.entries.map(entryAsWritten) }
  }
}

function entryAsWritten({ key, value }: FilterEntry): FilterEntry {
  if (!isFlagOperator(key)) return { key, value: asWritten(value) }
  const isYes = value.kind !== 'value' || (value.value !== null && value.value !== '')
  return { key, value: { kind: 'value', value: String(isYes) } }
}

/**
 * Plans `_q`, which searches the id, the documentId and the text attributes of the content type. If the text is a
 * number, `_q` also searches number attributes.
 */
export function planSearch({ search }: QuerySyntax, type: ContentType, context: PlanContext): Search | null {
  if (!isText(search) || search === '') return null
  const attributes = searchedAttributes(search, type, context)
  const columns: readonly Column[] = ['id', 'documentId', ...attributes]
  const images = columns.map((column) => searchImage(column, context.database))
  const { occursIn, cost } = searchOccurrence(search, context)
  const finds = (node: Node): boolean =>
    images.some((imageOf) => {
      const image = imageOf(node)
      return image !== null && occursIn(image)
    })
  const looks = (node: Node): number =>
    attributes.reduce((sum, { name }) => sum + 1 + lengthSteps(node.values[name] ?? null), 2)
  return { text: search, columns, finds, cost: (node) => cost * looks(node) }
}

/**
 * Makes a function that reads the text of a column in the form that `_q` compares; the result is null if there is no
 * value.
 */
export function searchImage(column: Column, database: Database): (node: Node) => string | null {
  const { search } = database
  const fold = (text: string): string => search(text, 'text')
  if (column === 'id') return (node) => String(node.id)
  if (column === 'documentId') return (node) => fold(documentIdOf(node) ?? '')
  return imageReader(column, fold, database)
}

/** Makes a test whether the text of `_q` occurs in the text of a column. */
export function searchOccurrence(text: string, context: OperandContext): Occurrence {
  const { database } = context
  const { search } = database
  return occurrence(search(text, 'text'), real.takesSearchWildcard(context), database)
}

function searchedAttributes(text: string, type: ContentType, context: PlanContext): ScalarAttribute[] {
  const isNumber = !Number.isNaN(Number(text))
  return [...type.attributes.values()].filter(isScalar).filter((attribute) => {
    if (!attribute.searchable) return false
    if (attribute.private && attribute.name !== 'locale' && !real.searchesPrivate(context)) return false
    return TEXT_TYPES.has(attribute.type) || (isNumber && NUMBER_TYPES.has(attribute.type))
  })
}

/**
 * Makes a test whether a text occurs in another text. If `hasWildcard` is true, `_` in the searched text matches any
 * character.
 */
function occurrence(text: string, hasWildcard: boolean, { nul }: Database): Occurrence {
  const end = nul === 'ends' ? text.indexOf('\u0000') : -1
  if (end >= 0) return { occursIn: (value) => value.endsWith(text.slice(0, end)), cost: 1 }
  if (hasWildcard && text.includes('_')) return wildcardOccurrence(text)
  return { occursIn: (value) => value.includes(text), cost: 1 }
}

/**
 * Plans the page of a list. For a request for one entry, the page contains one entry. On the real server, `start` at
 * the root of the query may skip the requested entry.
 */
export function planPage(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  place: PlaceContext,
): PagePlan {
  const { pagination } = syntax
  if (target.kind !== 'list') {
    const { start } = pagination.bare
    return {
      start: isGiven(start) ? asLooseNumber(start) : 0,
      limit: 1,
      withCount: false,
      style: 'page',
      asReal: null,
    }
  }
  const { page, pageSize, start, limit, withCount } = pagination
  const { from, size } = windowIn(pagination, place.settings, place)
  const isOffset =
    (start !== undefined || limit !== undefined) && page === undefined && pageSize === undefined
  return {
    start: from,
    limit: size,
    withCount: withCount === undefined ? place.settings.withCount : booleanText(withCount) === true,
    style: isOffset ? 'offset' : 'page',
    asReal: pageAsReal(from, syntax, type, place),
  }
}

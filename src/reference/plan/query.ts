/**
 * The whole query. This is the only phase that refuses: every name, operand and shape is checked here, against the
 * schema, the role and the profile. What it returns can be evaluated over any graph of the schema.
 */
import type { FilterSyntax, PaginationSyntax, PopulateSyntax, QuerySyntax } from '../parse/syntax.ts'
import { invalidKey, type Refusal, Refusals, validation } from '../refusal.ts'
import type { ContentType } from '../schema/schema.ts'
import type { PlaceContext, PlanContext } from './context.ts'
import { planFields } from './fields.ts'
import { planFilters } from './filters.ts'
import { planPage, planSinglePage } from './pagination.ts'
import {
  ALWAYS,
  type Condition,
  type PagePlan,
  type QueryPlan,
  type Selection,
  type SortStep,
  type Target,
} from './plan.ts'
import { planPopulate } from './populate.ts'
import { planRewrites } from './rewrites.ts'
import { goesThrough, isScalar, withoutMorphToOne } from './selection.ts'
import { citeShown } from './shown.ts'
import { planSort } from './sort.ts'
import { ANY_LOCALE, planLocale, planPublication, planSearch, planStatus } from './visibility.ts'

/** The root parameters there are; any other is ignored, or refused under `strictParams`. */
const ROOT_KEYS = new Set([
  'filters',
  'sort',
  'fields',
  'populate',
  'status',
  'locale',
  'page',
  'pageSize',
  'start',
  'limit',
  '_q',
  'publicationFilter',
  'hasPublishedVersion',
  'pagination',
  'count',
  'ordering',
])

/** A plan, or why there is none. */
export type Planned =
  | { readonly ok: true; readonly plan: QueryPlan }
  | { readonly ok: false; readonly refusal: Refusal }

export function planQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  base: PlanContext,
): Planned {
  const refusals = new Refusals()
  const report = refusals.add.bind(refusals)
  const named = { ...base, report, param: null, populate: planPopulate }
  checkRootKeys(syntax, named)
  const status = planStatus(syntax.status, named)
  const publication = planPublication(syntax.publicationFilter, syntax.hasPublishedVersion, named)
  const rows = { status, publication }
  const nestedRows = base.has('pubfilter-cascades') ? rows : { status, publication: null }
  const context: PlaceContext = { ...named, status, rows: nestedRows }
  const where = planRootFilters(syntax, type, target, { ...context, param: 'filters' })
  const sort = planSort(syntax.sort, type, { ...context, param: 'sort' })
  if (target.kind === 'list') base.cite('sort.ties')
  const select = rootSelection(syntax, type, where, sort, context)
  const isOverridden = overridesLocale(syntax, type, context)
  const isList = target.kind === 'list'
  const locale = isOverridden && isList ? ANY_LOCALE : planLocale(syntax.locale, type, isList, context)
  const plan: QueryPlan = {
    type,
    target,
    rows,
    locale: isOverridden ? null : locale.test,
    where: locale.where === null ? where : { kind: 'all', of: [where, locale.where] },
    search: planSearch(syntax.search, type, context),
    sort,
    page: planWindow(syntax, target, context),
    select,
  }
  const refusal = refusals.first
  return refusal === undefined ? { ok: true, plan } : { ok: false, refusal }
}

/** The document in the path of a request is no matter of filters: a condition on it is lost on the real server. */
function planRootFilters(
  { filters }: QuerySyntax,
  type: ContentType,
  target: Target,
  context: PlaceContext,
): Condition {
  if (filters === undefined) return ALWAYS
  const where = planFilters(lookupsFirst(filters, type), type, context)
  if (target.kind !== 'document' || filters.kind !== 'map' || !context.has('document-filter-overridden'))
    return where
  const entries = filters.entries.filter((entry) => entry.key !== 'documentId')
  return planFilters({ kind: 'map', entries }, type, context)
}

/** Conditions on what the request itself looks up by are read first. */
function lookupsFirst(filters: FilterSyntax, type: ContentType): FilterSyntax {
  if (filters.kind !== 'map') return filters
  const lookups = [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? ['locale'] : [])]
  const first = lookups.flatMap((key) => filters.entries.filter((entry) => entry.key === key))
  return { kind: 'map', entries: [...first, ...filters.entries.filter((entry) => !first.includes(entry))] }
}

function checkRootKeys(
  { keys, lookup }: QuerySyntax,
  { report, settings, cite }: Pick<PlaceContext, 'report' | 'settings' | 'cite'>,
): void {
  const isReserved = lookup !== undefined && lookup !== null && lookup !== ''
  if (isReserved) report('names.again', validation('query.reserved', "Invalid params: 'lookup'"))
  if ([...keys].some((key) => !ROOT_KEYS.has(key))) cite('query.strict')
  if (!settings.strictParams) return
  for (const key of keys) {
    if (!ROOT_KEYS.has(key))
      report('strictParams', invalidKey(key, { rule: 'query.strict', path: null, param: key }))
  }
}

function rootSelection(
  { fields, populate, sort: sortSyntax }: QuerySyntax,
  type: ContentType,
  where: Condition,
  sort: readonly SortStep[],
  context: PlaceContext,
): Selection {
  const chosen = planFields(fields, type, { ...context, param: 'fields' })
  const level = { model: type, path: null, raw: null, nested: false }
  const populated = planPopulate(populate, level, { ...context, param: 'populate' })
  const isRestricted = (fields.kind === 'names' || fields.kind === 'gaps') && !fields.names.includes('*')
  const isDeep = sort.some((step) => step.through.length > 0)
  const leaks = context.has('sort-field-leak') && isRestricted && goesThrough(where) && !isDeep
  const names = leaks
    ? sortSyntax.keys.flatMap(({ path }) => path.filter((name) => isScalar(type.attributes.get(name))))
    : []
  const scalars = [...new Set([...names, ...chosen])]
  citeShown(type, scalars, context)
  if (isRestricted && populated.length > 0) context.cite('fields.not-populate')
  return {
    model: type,
    scalars,
    rewrites: planRewrites(scalars, type, context),
    positionAs: null,
    populate: isRestricted ? populated.map((item) => withoutMorphToOne(item, context)) : populated,
  }
}

/** A condition on `locale` at the root takes the place of the request's locale on the real server. */
function overridesLocale({ filters }: QuerySyntax, type: ContentType, { has }: PlaceContext): boolean {
  const isGiven = filters?.kind === 'map' && filters.entries.some((entry) => entry.key === 'locale')
  return isGiven && type.localized && has('filter-locale-overrides')
}

function planWindow({ pagination, populate }: QuerySyntax, target: Target, context: PlaceContext): PagePlan {
  if (target.kind === 'list') {
    refuseBoth(populate, pagination, context)
    return planPage(pagination, context)
  }
  const skip = planSinglePage(pagination, context)
  return { start: skip, skip, limit: 1, withCount: false, refused: null, style: 'page' }
}

/** A strict reading of the guide: what is populated is not paged. */
function refuseBoth(
  populate: PopulateSyntax,
  pagination: PaginationSyntax,
  { report, has }: PlaceContext,
): void {
  if (!has('populate-with-pagination') || populate.kind === 'none') return
  const isPaged = [pagination.page, pagination.pageSize, pagination.start, pagination.limit].some(
    (raw) => raw !== undefined,
  )
  const message = 'Invalid pagination: it cannot be combined with populate'
  if (isPaged) report('convert.pagination', validation('limit.pagination', message))
}

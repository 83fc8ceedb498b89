/**
 * Checks a whole query against schema, role and profile, in the parameter order of the real server. The plan and the
 * evaluation rely on the check of the query, and do not repeat any part of it.
 */
import type { Json } from '../../util/json.ts'
import { modelsAlong } from '../names/columns.ts'
import { lookedUp, lookupsFirst } from '../names/filters.ts'
import { NO_PAGES } from '../parse/pagination.ts'
import type { FilterSyntax, QuerySyntax } from '../parse/syntax.ts'
import { isList, isText, type Raw, type RawMap } from '../parse/url.ts'
import type { PlanContext, Target } from '../plan/plan.ts'
import { invalidKey, type Refusal, validation } from '../refusal.ts'
import type { ContentType } from '../schema/schema.ts'
import * as pages from '../strapi/check/pagination.ts'
import * as real from '../strapi/check/query.ts'
import { readsLookup } from '../strapi/names.ts'
import { filtersBefore } from '../strapi/releases/names.ts'
import { type CheckContext, contextOf, type LateFaults, namesOnly, report } from './context.ts'
import { checkFields } from './fields.ts'
import { checkConditions } from './filters/filters.ts'
import { checkNames } from './filters/names.ts'
import { checkNoPages, checkPages, faultOfWithCount } from './pagination.ts'
import { checkPopulate } from './populate.ts'
import { checkSort } from './sort.ts'
import { checkLocale, checkPublication, checkSearch, checkStatus } from './visibility.ts'

/**
 * The result of checking a query. For a valid query, the result contains the faults that occur only if there are
 * rows. For an invalid query, the result contains the first refusal, and all refusals with other messages.
 */
export type Checked =
  | { readonly ok: true; readonly late: LateFaults }
  | { readonly ok: false; readonly refusal: Refusal; readonly others: readonly Refusal[] }

/**
 * The query parameters that project code adds to the content API: the raw query, and the maximum text length of each
 * added parameter.
 */
export interface MoreParameters {
  readonly raw: RawMap
  readonly longest: ReadonlyMap<string, number>
}

export function checkQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  known: PlanContext,
  more?: MoreParameters,
): Checked {
  const { refusals, late } = walkQuery(syntax, type, target, contextOf(known), more)
  if (refusals.first === undefined) return { ok: true, late }
  const { refusal } = refusals.first
  const others = refusals.all
    .map((fault) => fault.refusal)
    .filter(({ message }) => message !== refusal.message)
  return { ok: false, refusal, others }
}

/**
 * Returns the first fault in the names of a query, and ignores faults in the values. The result is the same fault
 * that `validateQuery` of a Strapi controller reports.
 */
export function faultOfNames(
  syntax: QuerySyntax,
  type: ContentType,
  known: PlanContext,
): Refusal | undefined {
  const { first } = walkQuery(syntax, type, { kind: 'list' }, namesOnly(contextOf(known))).refusals
  return first?.refusal
}

/** Checks every part of a query and reports its faults. */
function walkQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  context: CheckContext,
  more?: MoreParameters,
): CheckContext {
  if (context.settings.strictParams || syntax.lookup !== undefined) checkKeys(syntax, context, more)
  if (syntax.status !== undefined) checkStatus(syntax, context)
  if (syntax.publicationFilter !== undefined || syntax.hasPublishedVersion !== undefined)
    checkPublication(syntax, context)
  const { keys, unnamed, nested, mixed, idle } = syntax.sort
  if (syntax.filters !== undefined) {
    const tables = keys.flatMap(({ path }) => modelsAlong(path, type, context.schema))
    checkRootFilters(syntax.filters, type, target, { ...context, param: 'filters', tables })
  }
  if (keys.length > 0 || unnamed || nested || mixed || idle !== undefined)
    checkSort(syntax.sort, type, { ...context, param: 'sort' })
  checkFields(syntax.fields, type, { ...context, param: 'fields' })
  const level = { model: type, path: null, raw: null, nested: false }
  checkPopulate(syntax.populate, level, { ...context, param: 'populate' })
  if (syntax.locale !== undefined) checkLocale(syntax, type, target, context)
  if (syntax.search !== undefined) checkSearch(syntax, context)
  if (syntax.pagination !== NO_PAGES) checkPagination(syntax, target, context)
  real.expectUnsetMorph(context)
  return context
}

/**
 * Returns whether a query is valid. The function expects a query that differs from a valid query only in its
 * operands.
 */
export function hasSoundOperands(
  { filters, pagination, populate }: QuerySyntax,
  type: ContentType,
  target: Target,
  known: PlanContext,
): boolean {
  const context = contextOf(known)
  if (filters !== undefined) checkRootFilters(filters, type, target, context)
  if (pagination !== NO_PAGES) checkPagination({ pagination, populate }, target, context)
  return context.refusals.first === undefined && context.late.size === 0
}

function checkRootFilters(
  written: FilterSyntax,
  type: ContentType,
  target: Target,
  context: CheckContext,
): void {
  const filters = filtersBefore(written, type, context)
  checkNames(filters, { model: type, path: null }, context)
  checkConditions(lookupsFirst(lookedUp(filters, target, context), type), type, context)
}

function checkKeys({ keys, lookup }: QuerySyntax, context: CheckContext, more?: MoreParameters): void {
  const isReserved = lookup !== undefined && lookup !== null && lookup !== ''
  if (isReserved && !readsLookup(context))
    report('names.again', validation('query.reserved', "Invalid params: 'lookup'"), context)
  if (!real.refusesUnknownKeys(context)) return
  for (const key of keys) {
    if (more?.longest.has(key) || real.isKnownKey(key, context)) continue
    report('strictParams', invalidKey(key, { rule: 'query.strict', path: null, param: key }), context)
  }
  if (more !== undefined) checkMore(more, context)
}

function checkMore({ raw, longest }: MoreParameters, context: CheckContext): void {
  for (const [key, most] of longest) {
    const fault = raw[key] === undefined ? undefined : faultOfText(raw[key], most)
    if (fault === undefined) continue
    const message = JSON.stringify([fault], null, 2)
    const details = { key, path: null, source: 'query', param: key }
    report('strictParams', validation('query.strict', message, details), context)
  }
}

/**
 * Returns the fault of a parameter that project code added, in the error format of zod. The real server validates
 * parameters of project code with the library zod.
 */
function faultOfText(value: Raw | undefined, most: number): Json | undefined {
  if (!isText(value)) {
    const found = value === null ? 'null' : isList(value) ? 'array' : 'object'
    const message = `Invalid input: expected string, received ${found}`
    return { expected: 'string', code: 'invalid_type', path: [], message }
  }
  if (value.length <= most) return undefined
  const message = `Too big: expected string to have <=${most} characters`
  return { origin: 'string', code: 'too_big', maximum: most, inclusive: true, path: [], message }
}

function checkPagination(
  { pagination, populate }: Pick<QuerySyntax, 'pagination' | 'populate'>,
  target: Target,
  context: CheckContext,
): void {
  if (target.kind !== 'list') return checkNoPages(pagination, context)
  const { page, pageSize, start, limit, withCount } = pagination
  const isPaged = [page, pageSize, start, limit].some((raw) => raw !== undefined)
  if (isPaged && pages.refusesPopulatedPages(populate, context)) {
    const message = 'Invalid pagination: it cannot be combined with populate'
    report('convert.pagination', validation('limit.pagination', message), context)
  }
  checkPages(pagination, context)
  const refusal = faultOfWithCount(withCount)
  if (refusal !== undefined) real.reportWithRows(pagination, 'count', refusal, context)
}

/**
 * The whole query, checked against schema, role and profile: the parameters in the order of the real server. What passes
 * is planned and evaluated without another look.
 */
import { lookupsFirst } from '../names/filters.ts'
import { NO_PAGES } from '../parse/pagination.ts'
import { ROOT_KEYS } from '../parse/query.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import type { PlanContext, Target } from '../plan/plan.ts'
import { invalidKey, type Refusal, validation } from '../refusal.ts'
import type { ContentType } from '../schema/schema.ts'
import { checkFields } from './fields.ts'
import { checkFilters } from './filters.ts'
import { type Judge, judgeOf, type LateFaults, notice } from './judge.ts'
import { checkNoPages, checkPages, faultOfWithCount } from './pagination.ts'
import { checkPopulate } from './populate.ts'
import { checkSort } from './sort.ts'
import { checkLocale, checkPublication, checkSearch, checkStatus } from './visibility.ts'

/** Sound, or why not. */
export type Checked =
  | { readonly ok: true; readonly late: LateFaults }
  | { readonly ok: false; readonly refusal: Refusal }

export function checkQuery(
  syntax: QuerySyntax,
  type: ContentType,
  target: Target,
  context: PlanContext,
): Checked {
  const judge = judgeOf(context)
  if (judge.settings.strictParams || syntax.lookup !== undefined) checkKeys(syntax, judge)
  if (syntax.status !== undefined) checkStatus(syntax, judge)
  if (syntax.publicationFilter !== undefined || syntax.hasPublishedVersion !== undefined)
    checkPublication(syntax, judge)
  if (syntax.filters !== undefined)
    checkFilters(lookupsFirst(syntax.filters, type), type, { ...judge, param: 'filters' })
  if (syntax.sort.keys.length > 0) checkSort(syntax.sort, type, { ...judge, param: 'sort' })
  checkFields(syntax.fields, type, { ...judge, param: 'fields' })
  const level = { model: type, path: null, raw: null, nested: false }
  checkPopulate(syntax.populate, level, { ...judge, param: 'populate' })
  if (syntax.locale !== undefined) checkLocale(syntax, type, target, judge)
  if (syntax.search !== undefined) checkSearch(syntax, judge)
  if (syntax.pagination !== NO_PAGES) checkPagination(syntax, target, judge)
  const { first } = judge.refusals
  return first === undefined ? { ok: true, late: judge.late } : { ok: false, refusal: first.refusal }
}

function checkKeys({ keys, lookup }: QuerySyntax, judge: Judge): void {
  const isReserved = lookup !== undefined && lookup !== null && lookup !== ''
  if (isReserved) notice('names.again', validation('query.reserved', "Invalid params: 'lookup'"), judge)
  if (!judge.settings.strictParams) return
  for (const key of keys) {
    if (!ROOT_KEYS.has(key))
      notice('strictParams', invalidKey(key, { rule: 'query.strict', path: null, param: key }), judge)
  }
}

function checkPagination({ pagination, populate }: QuerySyntax, target: Target, judge: Judge): void {
  if (target.kind !== 'list') return checkNoPages(pagination, judge)
  const { page, pageSize, start, limit, withCount } = pagination
  const isPaged = [page, pageSize, start, limit].some((raw) => raw !== undefined)
  if (judge.has('populate-with-pagination') && populate.kind !== 'none' && isPaged) {
    const message = 'Invalid pagination: it cannot be combined with populate'
    notice('convert.pagination', validation('limit.pagination', message), judge)
  }
  checkPages(pagination, judge)
  const refusal = faultOfWithCount(withCount)
  if (refusal === undefined) return
  if (judge.has('late-populate-errors')) judge.late.set(pagination, refusal)
  else notice('count', refusal, judge)
}

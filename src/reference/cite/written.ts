/**
 * Which rules an answer follows for how its query was written. Only for a query that was found sound, where all that is
 * written counts.
 */
import { isIdKey } from '../names/filters.ts'
import { isTestOperator, OPERATORS } from '../operators.ts'
import { asNumber, isByOffset, isByPage } from '../parse/pagination.ts'
import { ROOT_KEYS } from '../parse/query.ts'
import type {
  FieldsSyntax,
  FilterEntry,
  FilterSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateOptions,
  PopulateSyntax,
  QuerySyntax,
  SortSyntax,
} from '../parse/syntax.ts'
import { isGiven } from '../parse/url.ts'
import type { PlanContext, QueryPlan } from '../plan/plan.ts'
import type { Cite, RuleId } from '../rules.ts'
import type { Attribute, Model, Schema } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'

/** Where a part of the query bears on the answer, and whom to tell. */
interface Place {
  readonly model: Model
  /** `data`, `data.author`: names without positions. */
  readonly at: string
  readonly schema: Schema
  /** The parts that the answer has; `data.author.id` where some author is shown. */
  readonly parts: ReadonlySet<string>
  readonly cite: Cite
}

/**
 * Every rule of the query as a whole, of its parameters, and of the forms they are written in: of the latter those that
 * bear on a part that the answer has.
 */
export function citeWritten(
  syntax: QuerySyntax,
  plan: QueryPlan,
  parts: ReadonlySet<string>,
  { schema, settings }: Pick<PlanContext, 'schema' | 'settings'>,
  cite: Cite,
): void {
  const place: Place = { model: plan.type, at: 'data', schema, parts, cite }
  if (!settings.strictParams && syntax.keys.some((key) => !ROOT_KEYS.has(key))) cite('query.strict')
  citeFields(syntax.fields, place)
  citePopulate(syntax.populate, place)
  if (syntax.filters !== undefined) citeFilters(syntax.filters, place)
  if (plan.sort.length > 0)
    citeSort(
      syntax.sort,
      plan.sort.some(({ through }) => through.length > 0),
      place,
    )
  citeRows(syntax, plan, cite)
  if (plan.target.kind === 'list') citePage(syntax, plan, settings, cite)
}

function citeRows({ locale }: QuerySyntax, { rows, type, search }: QueryPlan, cite: Cite): void {
  if (rows.status === 'draft') cite('status.draft', 'data')
  else if (type.draftAndPublish) cite('status.default', 'data')
  if (rows.publication !== null) cite('status.publication-filter', 'data')
  if (type.localized) {
    const isChosen = isGiven(locale) && locale !== ''
    cite(isChosen ? (locale === '*' ? 'locale.all' : 'locale.chosen') : 'locale.default', 'data')
  }
  if (search !== null) cite('search.text', 'data')
}

function citePage(
  { pagination }: QuerySyntax,
  { page }: QueryPlan,
  { maxLimit }: PlanContext['settings'],
  cite: Cite,
): void {
  const isPaged = isByPage(pagination) || isByOffset(pagination)
  const style = isByPage(pagination) ? 'pagination.page' : 'pagination.offset'
  cite(isPaged ? style : 'list.page-defaults', 'meta.pagination')
  const asked = isByPage(pagination) ? pagination.pageSize : pagination.limit
  if (maxLimit !== null && page.limit === maxLimit && asNumber(asked) > maxLimit)
    cite('pagination.max', 'meta.pagination')
  if (pagination.withCount !== undefined) cite('pagination.with-count', 'meta.pagination')
}

function citeFields(syntax: FieldsSyntax, { at, parts, cite }: Place): void {
  if (!parts.has(`${at}.id`)) return
  if (syntax.kind === 'all') return cite('entry.default-scalars', at)
  if (syntax.kind !== 'names' && syntax.kind !== 'gaps') return
  cite('param.fields', at)
  cite(syntax.names.length === 1 ? 'fields.one' : 'fields.several', at)
  if (syntax.names.includes('*')) return
  cite('fields.restricts', at)
  cite('fields.keeps-ids', at)
}

function citePopulate(syntax: PopulateSyntax, place: Place): void {
  const { at, cite, model, parts } = place
  if (!parts.has(`${at}.id`)) return
  switch (syntax.kind) {
    case 'none':
      if ([...model.attributes.values()].some(isPopulatable)) cite('populate.without', at)
      return
    case 'all':
      for (const rule of ALL) cite(rule, at)
      return
    case 'paths': {
      const paths = syntax.clauses.flatMap((clause) => clause.paths)
      cite('param.populate', at)
      cite(paths.length > 1 ? 'populate.form.several' : 'populate.form.one', at)
      for (const path of paths) citePath(path, place)
      return
    }
    case 'attributes':
      cite('param.populate', at)
      cite('populate.forms', at)
      for (const entry of syntax.entries) citeEntry(entry, place)
      return
    case 'malformed':
    case 'overflow':
  }
}

const ALL: readonly RuleId[] = [
  'param.populate',
  'populate.form.all',
  'populate.all.depth',
  'limit.all-depth',
]

/** A dotted path goes on through what it names; through a zone by the first kind that has the next name. */
function citePath(path: readonly string[], { model: root, at: top, schema, parts, cite }: Place): void {
  let model: Model | undefined = root
  let at = top
  for (const [index, name] of path.entries()) {
    const attribute: Attribute | undefined = model?.attributes.get(name)
    if (model === undefined || attribute === undefined) return
    at = `${at}.${name}`
    if (!parts.has(at)) return
    const isInside = attribute.kind === 'component' && model.modelType === 'component'
    if (isInside && index > 0) cite('populate.form.component-nested', at)
    const next = path[index + 1]
    if (next === undefined) return
    cite('populate.depth', at)
    cite('limit.depth', at)
    if (attribute.kind === 'component' || attribute.kind === 'zone') cite('populate.form.component-path', at)
    model =
      attribute.kind === 'zone' ? kindWith(next, attribute.components, schema) : targetOf(schema, attribute)
  }
}

const kindWith = (name: string, uids: readonly string[], schema: Schema): Model | undefined =>
  uids.flatMap((uid) => modelOf(schema, uid) ?? []).find(({ attributes }) => attributes.has(name))

/** One attribute of the object form, where it is honoured: it is one, and something is asked of it. */
function citeEntry({ key, value }: PopulateEntry, place: Place): void {
  const attribute = place.model.attributes.get(key)
  if (attribute === undefined || value.kind !== 'options') return
  const below = { ...place, at: `${place.at}.${key}` }
  const target = targetOf(place.schema, attribute)
  if (target !== undefined && place.parts.has(below.at))
    return citeOptions(value.options, { ...below, model: target })
  for (const option of value.options.entries) {
    if (option.key === 'on') citeKinds(option, below)
    if (option.key === 'populate') citePopulate(option.populate, below)
  }
}

/** `[on][uid]=…` */
function citeKinds({ kinds = [] }: Extract<PopulateOption, { key: 'on' }>, place: Place): void {
  const { at, cite, schema } = place
  cite('populate.on', at)
  cite('populate.form.zone-on', at)
  for (const { key, value } of kinds) {
    const model = modelOf(schema, key)
    if (model === undefined || value.kind !== 'options') continue
    const isAll = value.options.entries.some((option) => option.key === 'populate' && option.raw === '*')
    if (isAll) cite('populate.form.zone-on-all', at)
    citeOptions(value.options, { ...place, model })
  }
}

function citeOptions({ entries }: PopulateOptions, place: Place): void {
  const { at, cite } = place
  for (const option of entries) {
    switch (option.key) {
      case 'fields':
        cite('populate.form.fields', at)
        cite('fields.nested', at)
        citeFields(option.fields, place)
        break
      case 'filters':
        cite('populate.form.filters', at)
        cite('populate.filters.list', at)
        cite('populate.filters.top', at)
        citeFilters(option.filters, place)
        break
      case 'sort':
        cite('populate.form.sort', at)
        cite('populate.sort.list', at)
        cite('populate.filters.top', at)
        citeSort(option.sort, false, place)
        break
      case 'populate':
        if (option.populate.kind !== 'none') cite('populate.form.nested', at)
        cite('populate.depth', at)
        cite('limit.depth', at)
        citePopulate(option.populate, place)
        break
      case 'count':
      case 'on':
      case 'other':
    }
  }
}

function citeSort({ keys }: SortSyntax, isDeep: boolean, { at, cite }: Place): void {
  cite('param.sort', at)
  cite('sort.order', at)
  cite('sort.nulls', at)
  for (const { form } of keys) cite(form === 'text' ? 'sort.text' : 'sort.object', at)
  if (isDeep) cite('sort.through', at)
}

/** The forms of conditions; which operators they use is told from the plan. */
function citeFilters(syntax: FilterSyntax, place: Place): void {
  place.cite('param.filters', place.at)
  if (syntax.kind === 'map') citeMembers(syntax.entries, place)
}

function citeMembers(entries: readonly FilterEntry[], place: Place): void {
  const { cite, at, schema, model } = place
  if (entries.length > 1) cite('filters.all', at)
  for (const { key, value } of entries) {
    const attribute = model.attributes.get(key)
    const target = attribute === undefined ? undefined : targetOf(schema, attribute)
    if (target !== undefined) {
      cite('filters.through', at)
      citeLinked(value, { ...place, model: target })
    } else if (attribute?.kind === 'scalar' || isIdKey(key)) {
      if (isIdKey(key) && attribute === undefined) cite('filters.id', at)
      citeOperand(value, attribute?.kind === 'scalar', place)
    } else {
      for (const item of value.kind === 'list' ? value.items : [value])
        if (item.kind === 'map') citeMembers(item.entries, place)
    }
  }
}

/** What stands behind a relation, component or media attribute: its row id, or conditions. */
function citeLinked(value: FilterSyntax, place: Place): void {
  const isId = value.kind !== 'map' || value.entries.some(({ key }) => isTestOperator(key) || key === '$not')
  if (value.kind === 'map' && !isId) return citeMembers(value.entries, place)
  place.cite('filters.relation-id', place.at)
  if (value.kind === 'map') citeOperand(value, false, place)
}

function citeOperand(value: FilterSyntax, isCast: boolean, place: Place): void {
  const { cite, at } = place
  if (value.kind !== 'map') {
    cite('filters.implicit', at)
    if (isCast && isAnyGiven(value)) cite('filters.cast', at)
    return
  }
  if (value.entries.length > 1) cite('filters.all', at)
  for (const { key, value: operand } of value.entries) {
    const on = isTestOperator(key) ? OPERATORS[key].on : undefined
    if (operand.kind === 'list' && (on === 'value' || on === 'text' || key === '$not'))
      cite('filters.list-operand', at)
    if (isCast && (on === 'value' || on === 'list') && isAnyGiven(operand)) cite('filters.cast', at)
    if (key === '$not') for (const item of itemsOf(operand)) citeOperand(item, isCast, place)
  }
}

const itemsOf = (value: FilterSyntax): readonly FilterSyntax[] =>
  value.kind === 'list' ? value.items : [value]

const isAnyGiven = (value: FilterSyntax): boolean =>
  itemsOf(value).some((item) => item.kind === 'value' && item.value !== null)

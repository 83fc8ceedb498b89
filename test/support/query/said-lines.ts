/**
 * Writes a well-formed query as text from its syntax, with one line for each fact. Tests compare this text with the
 * text of the plan.
 */
import type { Graph } from '../../../src/reference/graph/graph.ts'
import {
  IMPLICIT,
  isGroupOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
  type TestOperator,
} from '../../../src/reference/operators/operators.ts'
import type { OperatorRecord } from '../../../src/reference/operators/record.ts'
import type {
  FieldsSyntax,
  FilterEntry,
  FilterSyntax,
  PaginationSyntax,
  QuerySyntax,
  SortKey,
  SortSyntax,
} from '../../../src/reference/parse/syntax.ts'
import type { Raw } from '../../../src/reference/parse/url.ts'
import type { Model, Schema } from '../../../src/reference/schema/schema.ts'
import { leadsTo, openScalars } from '../../../src/semantics/model.ts'
import { invariant } from '../../../src/util/invariant.ts'
import type { Query } from './query.ts'
import { type Said, saidByQuery, type Viewer, wantedOf } from './said.ts'

export function saidLines(
  { syntax, type, target, role }: Query,
  { schema, settings, locales }: Graph,
): string[] {
  const status = String(syntax.status ?? 'published')
  return [
    `cohort ${cohort(syntax)}`,
    `locales ${type.localized ? localesSaid(syntax.locale, target.kind === 'list', locales.default) : 'every'}`,
    `search ${typeof syntax.search === 'string' && syntax.search !== '' ? 'for something' : 'for nothing'}`,
    ...(target.kind === 'list' ? [pageSaid(syntax.pagination, settings)] : []),
    ...levelLines('data', saidByQuery(syntax), type, status, { schema, role }),
  ]
}

/** Returns the lines for one level of the query, and for all levels that it populates. */
function levelLines(at: string, said: Said, model: Model, status: string, viewer: Viewer): string[] {
  const { filters = { kind: 'value', value: null }, sort } = said
  const lines = [
    `${at} status ${status}`,
    `${at} fields ${fieldsSaid(said.fields, model).join()}`,
    `${at} sort ${sortKeys(sort)
      .map((key) => sortSaid(key, model))
      .join()}`,
    ...(filters.kind === 'map' ? conditions(filters.entries, model, `${at} filter `, viewer.schema) : []),
  ]
  for (const attribute of model.attributes.values()) {
    const wanted = wantedOf(said, attribute, viewer)
    if (wanted === undefined) continue
    const here = `${at}.${attribute.name}`
    lines.push(`${here} ${wanted.isCounted ? 'counted' : 'shown'}`)
    for (const [uid, below] of wanted.kinds) {
      const kind = viewer.schema.contentTypes.get(uid) ?? viewer.schema.components.get(uid)
      if (kind !== undefined) lines.push(...levelLines(`${here}<${uid}>`, below, kind, status, viewer))
    }
  }
  return lines
}

/**
 * Returns the requested fields without duplicates. The names id and documentId are left out, because every answer has
 * them.
 */
function fieldsSaid(syntax: FieldsSyntax, model: Model): readonly string[] {
  const isChosen = syntax.kind === 'names' && !syntax.names.includes('*')
  if (!isChosen) return openScalars(model).map(({ name }) => name)
  return [...new Set(syntax.names)].filter((name) => name !== 'id' && name !== 'documentId')
}

/** Returns the keys of a valid sort, except keys of the object form whose order has only blanks and commas. */
const sortKeys = (sort: SortSyntax | undefined): readonly SortKey[] =>
  (sort?.keys ?? []).filter((key) => !isBlank(key))

/** Returns whether the order of a sort key consists of blanks and commas, as in `sort[0][author]=,`. */
export const isBlank = ({ form, order }: SortKey): boolean =>
  form === 'object' && order.kind === 'text' && /^[\s,]*$/.test(order.text)

/** Returns a sort key as text; after a relation, a colon acts as a dot unless an order follows. */
function sortSaid({ path, order, form }: SortKey, model: Model): string {
  const text = order.kind === 'text' ? order.text.trim().toLowerCase() : ''
  const first = model.attributes.get(path[0] ?? '')
  const isName = form === 'text' && text !== '' && text !== 'asc' && text !== 'desc'
  const names = isName && first?.kind !== 'scalar' && order.kind === 'text' ? [...path, order.text] : path
  return `${names.filter(Boolean).join('.')} ${text === 'desc' ? 'desc' : 'asc'}`
}

const FALSE = ['false', 'f', '0', '', null]

/** Returns the filters on a model: one line for each operand. */
function conditions(entries: readonly FilterEntry[], model: Model, at: string, schema: Schema): string[] {
  return entries.flatMap(({ key, value }) => {
    const attribute = model.attributes.get(key)
    if (attribute?.kind === 'scalar' || key === 'id' || key === 'documentId') return operand(key, value, at)
    const target = attribute === undefined ? undefined : leadsTo(attribute, schema)
    if (target !== undefined) return linked(value, target, `${at}${key}/`, schema)
    const items = value.kind === 'list' ? value.items : [value]
    return items.flatMap((item, index) => {
      const here = value.kind === 'list' ? `${at}${key}[${index}] ` : `${at}${key} `
      return item.kind === 'map' ? conditions(item.entries, model, here, schema) : [`${here}?`]
    })
  })
}

/** Returns the filters on a relation; a value or an operator directly at the relation compares ids. */
function linked(value: FilterSyntax, target: Model, at: string, schema: Schema): string[] {
  const speaksOfId = (key: string): boolean => isOperator(key) && !isGroupOperator(key)
  if (value.kind !== 'map' || value.entries.some(({ key }) => speaksOfId(key)))
    return operand('id', value, at)
  return conditions(value.entries, target, at, schema)
}

/** Returns the filter on a column: a value without an operator means equality, and a list means any of its values. */
function operand(column: string, value: FilterSyntax, at: string): string[] {
  if (value.kind !== 'map') return tested(column, IMPLICIT[value.kind], value, at)
  return value.entries.flatMap(({ key, value: below }) => {
    if (isTestOperator(key)) return tested(column, key, below, at)
    invariant(key === '$not', `a column is tested by ${key}`)
    const items = below.kind === 'list' ? below.items : [below]
    return items.flatMap((item) => operand(column, item, `${at}$not `))
  })
}

function tested(column: string, operator: TestOperator, value: FilterSyntax, at: string): string[] {
  const record: OperatorRecord = OPERATORS[operator]
  const items = value.kind === 'list' ? value.items : [value]
  switch (record.takes) {
    case 'flag': {
      const isOn = value.kind !== 'value' || !FALSE.includes(value.value)
      return [`${at}${column} ${operator} finds ${record.holds(null) === isOn ? '' : 'no '}missing values`]
    }
    // A list of operands gives a line for each item.
    case 'value':
    case 'text': {
      const way = record.negative ? at : `${at}some `
      if (value.kind === 'list') return items.flatMap((item) => tested(column, operator, item, way))
      return [testLine(column, operator, items, at)]
    }
    case 'list':
    case 'pair':
      return [testLine(column, operator, items, at)]
  }
}

function testLine(column: string, operator: string, items: readonly FilterSyntax[], at: string): string {
  const values = items.map((item) => (item.kind === 'value' ? item.value : '?'))
  return `${at}${column} ${operator} ${JSON.stringify(values)}`
}

const cohort = ({ publicationFilter, hasPublishedVersion }: QuerySyntax): string => {
  if (publicationFilter !== undefined && publicationFilter !== null) return String(publicationFilter)
  if (hasPublishedVersion === 'true') return 'has-published-version-document'
  return hasPublishedVersion === 'false' ? 'never-published-document' : 'none'
}

function localesSaid(locale: Raw | undefined, isList: boolean, standard: string): string {
  if (locale === undefined || locale === null || locale === '') return standard
  return locale === '*' && isList ? 'every' : String(locale)
}

function pageSaid(pagination: PaginationSyntax, settings: Graph['settings']): string {
  const { page, pageSize, start, limit, withCount } = pagination
  const number = (raw: Raw | undefined): number | undefined =>
    raw === undefined || raw === null ? undefined : Number(String(raw))
  const isByPage = number(page) !== undefined || number(pageSize) !== undefined
  const asked = number(isByPage ? pageSize : limit) ?? settings.defaultLimit
  const size = Math.min(asked, settings.maxLimit ?? asked)
  const from = isByPage ? ((number(page) ?? 1) - 1) * size : (number(start) ?? 0)
  const counts = withCount === undefined ? settings.withCount : !FALSE.includes(String(withCount))
  return `page from ${from} size ${size} ${counts ? 'counted' : 'not counted'}`
}

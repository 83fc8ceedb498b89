/**
 * Decides which conditions and names of `filters` take effect. For a list or an object in place of a value, this file
 * returns the text that the database compares instead.
 */
import type { Json } from '../../util/json.ts'
import { isFlagOperator, isGroupOperator, isOperator } from '../operators/operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import type { Column, ContentType, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { losesDocumentFilter, removesUnknownNames, replacesLocale } from '../strapi/names.ts'
import { JSON_TYPES } from '../values.ts'

export const isIdKey = (key: string): key is 'id' | 'documentId' => key === 'id' || key === 'documentId'

/**
 * Returns whether a filter key is an operator whose operand is an object of unknown names: neither operators nor
 * attributes of the model. The real server does not check the names in an operand that is an object of unknown
 * names. The function always returns false for the operator `$not`.
 */
export const isOpaque = (key: string, value: FilterSyntax, { attributes }: Model): boolean =>
  isOperator(key) &&
  key !== '$not' &&
  value.kind === 'map' &&
  !value.entries.some((entry) => isOperator(entry.key) || attributes.has(entry.key))

/**
 * Returns the conditions of `filters` that remain after the real server has checked the names. The real server
 * removes unknown names, dynamic zones and passwords, and then every empty object. After a relation to several types,
 * only `id`, `documentId` and operators remain in the filters.
 */
function keptFilters(syntax: FilterSyntax, model: Model | undefined, schema: Schema): FilterSyntax {
  switch (syntax.kind) {
    case 'value':
      return syntax
    case 'list': {
      const items = syntax.items.map((item) => keptFilters(item, model, schema))
      return { kind: 'list', items: items.filter((item) => !isEmptyMap(item)) }
    }
    case 'map': {
      const entries = syntax.entries.flatMap((entry) => keptEntry(entry, model, schema) ?? [])
      return { kind: 'map', entries: entries.filter(({ value }) => !isEmptyMap(value)) }
    }
  }
}

/**
 * Returns the filters that the profile applies: all filters, or only those that remain after the real server has
 * checked the names (recordings filter-types-313, qs-087, qs-088).
 */
export const appliedFilters = (
  filters: FilterSyntax,
  model: Model,
  context: HasDepartures & { readonly schema: Schema },
): FilterSyntax => (removesUnknownNames(context) ? keptFilters(filters, model, context.schema) : filters)

/**
 * Returns whether `filters` is a list of empty lists. On the real server, no row matches a list that contains only
 * empty lists.
 */
export const findsNothing = (kept: FilterSyntax): boolean =>
  kept.kind === 'list' &&
  kept.items.length > 0 &&
  kept.items.every((item) => item.kind === 'list' && item.items.length === 0)

const isEmptyMap = (value: FilterSyntax): boolean => value.kind === 'map' && value.entries.length === 0

/**
 * Returns whether the operand of a flag operator such as `$null` means true. For a flag operator, only the empty
 * text, a missing value and the texts for false mean false.
 */
export function isTrue(value: FilterSyntax): boolean {
  if (value.kind !== 'value') return true
  return booleanText(value.value) ?? (value.value !== null && value.value !== '')
}

function keptEntry(entry: FilterEntry, model: Model | undefined, schema: Schema): FilterEntry | undefined {
  const { key, value } = entry
  const attribute = model?.attributes.get(key)
  if (attribute === undefined) {
    if (isFlagOperator(key)) return { key, value: { kind: 'value', value: String(isTrue(value)) } }
    return isOperator(key) || isIdKey(key) ? { key, value: keptFilters(value, model, schema) } : undefined
  }
  if (attribute.kind === 'zone' || (attribute.kind === 'scalar' && attribute.type === 'password'))
    return undefined
  const inside = attribute.kind === 'scalar' ? model : targetOf(schema, attribute)
  return { key, value: keptFilters(value, inside, schema) }
}

/**
 * Returns the groups (`$and`, `$or`) in a filter object and in its relations that a later group overwrites. Of
 * several groups in a filter, the real server applies only the last `$and` and the last `$or`.
 */
export function overwrittenGroups(
  entries: readonly FilterEntry[],
  model: Model,
  schema: Schema,
): ReadonlySet<FilterEntry> {
  const groups = groupsOf(entries, model, schema)
  return new Set(groups.filter((one, at) => groups.slice(at + 1).some(({ key }) => key === one.key)))
}

function groupsOf(entries: readonly FilterEntry[], model: Model, schema: Schema): readonly FilterEntry[] {
  return entries.flatMap((entry): readonly FilterEntry[] => {
    if (isGroupOperator(entry.key)) return [entry]
    const attribute = model.attributes.get(entry.key)
    const target = attribute === undefined ? undefined : targetOf(schema, attribute)
    return target === undefined || entry.value.kind !== 'map'
      ? []
      : groupsOf(entry.value.entries, target, schema)
  })
}

/** Returns the text into which the real server converts a list that stands in place of a single value. */
export function textOfList(items: readonly FilterSyntax[], column: Column): string {
  if (typeof column !== 'string' && column.type === 'boolean') return 'true'
  if (typeof column !== 'string' && JSON_TYPES.has(column.type)) return JSON.stringify(items.map(jsonOf))
  return items.map(writtenItem).join(',')
}

function writtenItem(item: FilterSyntax): string {
  if (item.kind === 'value') return item.value ?? ''
  return item.kind === 'map' ? '[object Object]' : item.items.map(writtenItem).join(',')
}

function jsonOf(item: FilterSyntax): Json {
  if (item.kind === 'value') return item.value
  if (item.kind === 'list') return item.items.map(jsonOf)
  return Object.fromEntries(item.entries.map(({ key, value }) => [key, jsonOf(value)]))
}

/** Returns the JSON text of an object of operators, which the real server passes to the database. */
export const objectText = (value: FilterSyntax): string => JSON.stringify(plainOf(value))

function plainOf(value: FilterSyntax): Json {
  switch (value.kind) {
    case 'value':
      return value.value
    case 'list':
      return value.items.map(plainOf)
    case 'map':
      return Object.fromEntries(value.entries.map((entry) => [entry.key, plainOf(entry.value)]))
  }
}

/** Returns whether a filter is a value or a list, or nested `$not` operators around one: `[$not]…[$not]=…`. */
export function isNegatedValue(value: FilterSyntax): boolean {
  if (value.kind !== 'map') return true
  const [only, ...others] = value.entries
  return others.length === 0 && only?.key === '$not' && isNegatedValue(only.value)
}

/**
 * Returns the filters that take effect in a request for a list or a document. The real server ignores a condition on
 * `documentId` at the root if the path contains a documentId.
 */
export function lookedUp(
  filters: FilterSyntax,
  { kind }: { readonly kind: 'list' | 'document' | 'single' },
  context: HasDepartures,
): FilterSyntax {
  if (kind !== 'document' || filters.kind !== 'map' || !losesDocumentFilter(context)) return filters
  return { kind: 'map', entries: filters.entries.filter(({ key }) => key !== 'documentId') }
}

/**
 * Moves the filter conditions on `publishedAt` and `locale` to the front, because the check reports the first fault.
 * The real server also reads these conditions first, because it filters the same columns by the status and locale of
 * the request.
 */
export function lookupsFirst(filters: FilterSyntax, type: ContentType): FilterSyntax {
  if (filters.kind !== 'map') return filters
  const lookups = [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? ['locale'] : [])]
  const first = lookups.flatMap((key) => filters.entries.filter((entry) => entry.key === key))
  return { kind: 'map', entries: [...first, ...filters.entries.filter((entry) => !first.includes(entry))] }
}

/**
 * Returns whether a filter condition on `locale` at the root replaces the locale of the request, as on the real
 * server.
 */
export function overridesLocale(
  filters: FilterSyntax | undefined,
  type: ContentType,
  context: HasDepartures & { readonly schema: Schema },
): boolean {
  if (filters === undefined || !type.localized || !replacesLocale(context)) return false
  const kept = appliedFilters(filters, type, context)
  return kept.kind === 'map' && kept.entries.some(({ key }) => key === 'locale')
}

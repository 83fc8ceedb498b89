/** Which rows a query speaks of: `status`, `locale`, `publicationFilter`, `hasPublishedVersion`, `_q`. */
import type { Node } from '../graph/graph.ts'
import { parseFilters } from '../parse/filters.ts'
import { isList, isMap, isText, type Raw, written } from '../parse/url.ts'
import { crash, validation } from '../refusal.ts'
import type { ContentType, ScalarAttribute } from '../schema/schema.ts'
import { foldAscii, foldCase, NUMBER_TYPES, TEXT_TYPES } from '../values.ts'
import { documentIdOf } from './column.ts'
import type { PlaceContext } from './context.ts'
import { planFilters } from './filters.ts'
import { textOf } from './operand.ts'
import {
  type Condition,
  type LocaleTest,
  PUBLICATION_FILTERS,
  type PublicationFilter,
  type Status,
} from './plan.ts'

/** Published unless drafts are asked for; the real server takes every other word for a draft. */
export function planStatus(raw: Raw | undefined, context: Omit<PlaceContext, 'rows' | 'status'>): Status {
  if (raw === undefined || raw === 'published') {
    context.cite('status.default')
    return 'published'
  }
  context.cite('status.draft')
  if (raw !== 'draft' && !context.has('status-invalid-is-draft')) {
    const found = isText(raw) ? raw : JSON.stringify(raw)
    const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${found}`
    context.report('locale', validation('status.value', message))
  }
  return 'draft'
}

/** `publicationFilter`, or the older `hasPublishedVersion` in its place. */
export function planPublication(
  filter: Raw | undefined,
  hasVersion: Raw | undefined,
  { report, cite }: Pick<PlaceContext, 'report' | 'cite'>,
): PublicationFilter | null {
  const older = olderFilter(hasVersion, report)
  if (filter === undefined || filter === null) {
    if (older !== null) cite('status.publication-filter')
    return older
  }
  cite('status.publication-filter')
  const mode = PUBLICATION_FILTERS.find((name) => name === filter)
  if (mode !== undefined) return mode
  const message = `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`
  const details = { source: 'query', param: 'publicationFilter' }
  report('publicationFilter', validation('status.publication-filter', message, details))
  return null
}

/** `hasPublishedVersion` has to be sound even where `publicationFilter` takes its place. */
function olderFilter(raw: Raw | undefined, report: PlaceContext['report']): PublicationFilter | null {
  if (raw === undefined || raw === null) return null
  if (raw === 'true') return 'has-published-version-document'
  if (raw === 'false') return 'never-published-document'
  const message = "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string."
  report('convert.publication', validation('status.publication-filter', message))
  return null
}

export interface LocalePlan {
  readonly test: LocaleTest | null
  /** What an operator object under `locale` asks for; only the real server allows it. */
  readonly where: Condition | null
}

export const ANY_LOCALE: LocalePlan = { test: null, where: null }
const oneOf = (codes: readonly Raw[]): LocalePlan => ({
  test: (locale) => locale !== null && codes.includes(locale),
  where: null,
})

/** The default locale, the one asked for, several, or all of a list. */
export function planLocale(
  raw: Raw | undefined,
  type: ContentType,
  isList_: boolean,
  context: PlaceContext,
): LocalePlan {
  const { cite, locales, report, has } = context
  if (!type.localized) return ANY_LOCALE
  if (raw === undefined || raw === null || raw === '') {
    cite('locale.default')
    return oneOf([locales.default])
  }
  if (raw === '*') cite('locale.all')
  else cite('locale.chosen')
  if (isText(raw)) return raw === '*' && isList_ ? ANY_LOCALE : oneOf([raw])
  if (!isList_) {
    const message = `Invalid locale param ${written(raw)} provided. Document locales must be strings.`
    report('locale', validation('locale.value', message))
    return ANY_LOCALE
  }
  if (isList(raw) && raw.every(isText)) return oneOf(raw)
  if (!has('locale-operator')) {
    report(
      'locale',
      validation('locale.value', 'Invalid locale: expected a locale code, a list of codes, or *'),
    )
    return ANY_LOCALE
  }
  if (isMap(raw) && Object.keys(raw).some((key) => !key.startsWith('$'))) {
    report(
      'query.filters',
      crash(
        'locale-operator',
        'locale.value',
        'Invalid locale: expected a locale code, a list of codes, or *',
      ),
    )
    return ANY_LOCALE
  }
  return {
    test: null,
    where: planFilters(parseFilters({ locale: raw }), type, { ...context, report: afterNames(context) }),
  }
}

/** Operators under `locale` never go through the checking of names. */
const afterNames =
  ({ report }: PlaceContext): PlaceContext['report'] =>
  (_stage, refusal) =>
    report('query.filters', refusal)

/** `_q`: the text occurs in the id, the documentId or one of the type's own text attributes. */
export function planSearch(
  raw: Raw | undefined,
  type: ContentType,
  context: PlaceContext,
): ((node: Node) => boolean) | null {
  const { cite, report, has } = context
  if (raw === undefined || raw === null || raw === '') return null
  cite('search.text')
  if (!isText(raw)) {
    report('query.run', crash('search-nonstring-500', 'search.text', 'Invalid _q: expected a text'))
    return null
  }
  const fold = has('lower-ascii') ? foldAscii : foldCase
  const wanted = matcher(fold(raw), has('search-underscore'))
  const searched = searchedAttributes(raw, type, context)
  const texts = searched.map((attribute) => textOf({ path: attribute.name, attribute }, context))
  return (node) => {
    if (wanted(String(node.id)) || wanted(fold(documentIdOf(node) ?? ''))) return true
    return searched.some((attribute, at) => {
      const value = node.values[attribute.name] ?? null
      return value !== null && wanted(fold(texts[at]?.(value) ?? ''))
    })
  }
}

function searchedAttributes(text: string, type: ContentType, { has }: PlaceContext): ScalarAttribute[] {
  const isNumber = !Number.isNaN(Number(text))
  return [...type.attributes.values()].filter((attribute): attribute is ScalarAttribute => {
    if (attribute.kind !== 'scalar' || !attribute.searchable) return false
    if (attribute.private && attribute.name !== 'locale' && !has('search-private')) return false
    return TEXT_TYPES.has(attribute.type) || (isNumber && NUMBER_TYPES.has(attribute.type))
  })
}

/** Plain occurrence, or with `_` standing for any one character. */
function matcher(text: string, hasWildcard: boolean): (value: string) => boolean {
  if (!hasWildcard || !text.includes('_')) return (value) => value.includes(text)
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '[^]')
  const expression = new RegExp(pattern, 'u')
  return (value) => expression.test(value)
}

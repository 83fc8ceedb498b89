/**
 * Decides whether an answer follows a rule at one of the answer's cited parts. Each rule has a judge, which reads only
 * the answer, its request and the schema.
 */

import { OPERATOR_NAMES } from '../../../properties/arbitraries/values.ts'
import { ROOT_KEYS } from '../../../src/reference/parse/query.ts'
import { booleanText } from '../../../src/reference/parse/url.ts'
import type { RuleId } from '../../../src/reference/rules.ts'
import { isObject } from '../../../src/util/json.ts'
import { asDecoded } from '../../../src/util/url/percent.ts'
import { isBlank } from '../query/said-lines.ts'
import * as is from './judges.ts'
import { alike, and, each, type Judge, not, or, type Table } from './judges.ts'
import { POPULATED } from './populated.ts'
import * as asks from './requested.ts'

/** The judges of rules about routing and format, which are cited for the whole answer. */
const WAY = {
  ...alike(['endpoint.payload', 'query.brackets', 'endpoint.content-type'], is.anything),
  'endpoint.method': (_spot, { request: { method = 'GET' } }) => ['GET', 'HEAD'].includes(method),
  'endpoint.path': asks.atTarget('list'),
  'endpoint.document': asks.atTarget('document'),
  'endpoint.single': asks.atTarget('single'),
  'endpoint.spelling': (_spot, { request: { url } }) => /[A-Z]|\/$/.test(url.split('?')[0] ?? ''),
  'query.encoding': (_spot, { request: { url } }) => /[%+]/.test(url.split('?').slice(1).join('?')),
  'endpoint.cors': asks.withHeader('origin'),
  ...alike(['endpoint.envelope', 'list.data'], (_spot, { body }) => Array.isArray(body.data)),
  'list.page': is.inPage('page'),
  'list.page-size': is.inPage('pageSize'),
  'list.page-count': is.inPage('pageCount'),
  'list.total': is.inPage('total'),
  'access.token': asks.withHeader('authorization'),
  'format.v4': asks.withHeader('strapi-response-format', 'v4'),
  'format.source-maps': asks.withHeader('strapi-encode-source-maps', 'true'),
  ...alike(
    ['entry.flat', 'version.flat', 'version.flattened-only'],
    not(asks.withHeader('strapi-response-format', 'v4')),
  ),
  'query.no-value': (_spot, { request: { url } }) => /[?&][^=&]+(&|$)/.test(url),
  'query.strict': (_spot, { query, graph }) =>
    !graph.settings.strictParams && query.syntax.keys.some((key) => !ROOT_KEYS.has(key)),
} satisfies Table

/** Judges for rules of pages and of selected rows. */
const ROWS = {
  'list.page-defaults': (_spot, answered) => {
    const { defaultLimit, maxLimit } = answered.graph.settings
    const { page = 1, pageSize, start = 0, limit } = is.pageOf(answered)
    return (
      page === 1 && start === 0 && (pageSize ?? limit) === Math.min(defaultLimit, maxLimit ?? defaultLimit)
    )
  },
  'pagination.page': and(is.inPage('page'), asks.paginates('page', 'pageSize')),
  'pagination.offset': and(is.inPage('start'), asks.paginates('start', 'limit')),
  'pagination.max': (_spot, answered) => {
    const { pageSize, limit } = answered.query.syntax.pagination
    const { maxLimit } = answered.graph.settings
    const shown = is.pageOf(answered)
    return (
      maxLimit !== null &&
      (shown.pageSize ?? shown.limit) === maxLimit &&
      Number(pageSize ?? limit) > maxLimit
    )
  },
  'pagination.single': (_spot, { request: { url }, body }) =>
    !Array.isArray(body.data) && /[?&](pagination|page|start|limit)/.test(asDecoded(url)),
  'pagination.with-count': and(asks.paginates('withCount'), (spot, answered) => {
    const counts = booleanText(answered.query.syntax.pagination.withCount)
    return is.inPage('total')(spot, answered) === counts
  }),
  'status.draft': and(asks.asksForDrafts, asks.isOfRequestedStatus),
  'status.default': and(
    not(asks.asksForDrafts),
    asks.isOfRequestedStatus,
    or(asks.isOfDrafted, asks.passesDrafted),
  ),
  'status.publication-filter': and(is.isWhole, asks.given('publicationFilter')),
  'status.has-published-version': and(is.isWhole, asks.given('hasPublishedVersion')),
  'locale.default': and(
    asks.isLocalized,
    not(asks.given('locale')),
    asks.isOfLocale(({ locales }) => [locales.default]),
  ),
  'locale.chosen': and(
    asks.isLocalized,
    asks.given('locale'),
    asks.isOfLocale((_graph, { locale }) => [locale ?? ''].flat().map(String)),
  ),
  'locale.all': and(asks.isLocalized, (_spot, { query }) => query.syntax.locale === '*'),
  'search.text': and(is.isWhole, asks.given('search')),
} satisfies Table

/** Judges for rules of filters and sorts, at the root and within a populated attribute. */
const CONDITIONS = {
  'param.filters': asks.isFiltered,
  'filters.all': asks.filtersSay('all'),
  'filters.implicit': asks.filtersSay('bare'),
  'filters.list-operand': asks.filtersSay('list'),
  'filters.letter-case': or(asks.filtersSay('folded'), (_spot, { query }) =>
    /[^\0-\x7f]/.test(String(query.syntax.search)),
  ),
  'filters.not-list': asks.filtersSay('not list'),
  'filters.through': asks.filtersSay('through'),
  'filters.relation-id': asks.filtersSay('linked id'),
  'filters.id': asks.filtersSay('id'),
  'filters.cast': asks.filtersSay('cast'),
  'filters.no-value': asks.filtersSay('no value'),
  'filters.id-text': asks.filtersSay('id text'),
  'sort.shape': (_spot, { query }) =>
    query.syntax.sort.nested === true || query.syntax.sort.keys.some(isBlank),
  ...each('filters.op', OPERATOR_NAMES, asks.filtersSay),
  ...alike(['param.sort', 'sort.order', 'sort.nulls', 'sort.values'], asks.isSorted),
  'sort.text': asks.sortedBy('text'),
  'sort.object': asks.sortedBy('object'),
  'sort.through': and(is.isWhole, asks.sortsThrough),
  'sort.ties': and(is.someValue(is.isLong), or(is.isWhole, asks.isSorted)),
} satisfies Table

const FILE = [
  'id',
  'documentId',
  'name',
  'alternativeText',
  'caption',
  'width',
  'height',
  'formats',
  'hash',
  'ext',
  'mime',
  'size',
  'url',
  'previewUrl',
  'provider',
  'provider_metadata',
  'createdAt',
  'updatedAt',
] as const

/** Judges for rules of the members of entries, files and components. */
const MEMBERS = {
  'entry.id': and(is.ofEntry, is.isCalled('id')),
  'entry.document-id': and(is.ofEntry, is.isCalled('documentId')),
  'entry.created-at': and(is.ofEntry, is.isCalled('createdAt')),
  'entry.updated-at': and(is.ofEntry, is.isCalled('updatedAt')),
  'entry.published-at': and(is.ofEntry, is.isCalled('publishedAt')),
  'entry.locale': and(is.ofEntry, is.isCalled('locale'), is.ownedByLocalized),
  'entry.attributes': and(
    is.ofEntry,
    is.anAttribute(({ kind }) => kind === 'scalar'),
  ),
  'entry.types.string': is.ofType('string', 'text', 'richtext', 'enumeration', 'email', 'uid'),
  'entry.types.date': is.ofType('date', 'time', 'datetime', 'timestamp'),
  'entry.types.number': is.ofType('integer', 'biginteger', 'float', 'decimal'),
  'entry.types.generic': is.ofType('boolean', 'array', 'json', 'blocks'),
  'entry.answers-null': and(
    is.anAttribute(({ kind }) => kind === 'scalar'),
    is.someValue((value) => value === null),
  ),
  'media.related': and(is.isCalled('related'), is.ofKind('morphTo')),
  ...each('media', FILE, (name) => and(is.ofFile, is.isCalled(name))),
  'media.format': and(
    is.ofFile,
    is.isCalled('formats'),
    is.someValue((value) => Object.values(isObject(value) ? value : {}).some(isObject)),
  ),
  'component.id': and(is.ofComponent, is.isCalled('id')),
  // A component has a documentId only if the dataset states one.
  'component.document-id': and(is.isCalled('documentId'), ({ owners }) =>
    owners.some(({ model }) => model.modelType === 'component'),
  ),
  'component.fields': is.someEntry(
    (entry) => entry.model.modelType === 'component' && is.hasAllScalars(entry),
  ),
  'component.discriminator': and(
    is.ofKind('zone'),
    is.everyEntry(({ shown, model }) => shown.__component === model.uid),
  ),
  'component.bare': and(
    is.ofKind('zone'),
    is.someEntry(
      (entry) => entry.said.by !== 'options' && is.hasAllScalars(entry) && !is.holdsPopulated(entry),
    ),
  ),
  'entry.default-scalars': is.someEntry(
    (entry) => entry.said.fields.kind === 'all' && is.hasAllScalars(entry) && is.hasNothingElse(entry),
  ),
} satisfies Table

/** The judges of rules that only error answers follow. */
const REFUSALS = alike(
  [
    'endpoint.not-found',
    'endpoint.not-allowed',
    'endpoint.too-long',
    'endpoint.undecodable',
    'endpoint.absolute',
    'endpoint.outside',
    'endpoint.error',
    'endpoint.first-error',
    'endpoint.error-path',
    'access.unknown-token',
    'access.forbidden',
    'fields.unknown',
    'fields.private',
    'fields.shape',
    'filters.unknown',
    'filters.zone',
    'filters.private',
    'filters.permission',
    'filters.shape',
    'filters.opaque',
    'sort.unknown',
    'sort.zone',
    'sort.private',
    'sort.permission',
    'sort.incomplete',
    'populate.unknown',
    'populate.private',
    'populate.nested-name',
    'populate.zone-nested',
    'populate.zone-options',
    'populate.attribute-star',
    'populate.value',
    'populate.too-many',
    'populate.no-pagination',
    'limit.pagination',
    'limit.answer-size',
    'pagination.style',
    'pagination.number',
    'pagination.misplaced',
    'status.value',
    'locale.value',
    'query.parameter-limit',
    'query.inherited-key',
    'query.reserved',
  ],
  is.nothing,
)

/** The judge of every rule; a rule without a judge is a compile error. */
export const FOLLOWED: Readonly<Record<RuleId, Judge>> = {
  ...WAY,
  ...ROWS,
  ...CONDITIONS,
  ...MEMBERS,
  ...POPULATED,
  ...REFUSALS,
}

/** For each rule about an absent attribute, a sentence about the value that must be absent. */
export const OF_ABSENCE: ReadonlyMap<RuleId, string> = new Map([
  ['access.unpopulated', 'a requested attribute that the role may not see is absent'],
  ['access.role', 'an attribute that the role may not see is absent'],
  ['populate.permission', 'a populated attribute whose type the role may not find is absent'],
  ['populate.creators', '`populate=*` omits private creators'],
  ['populate.on', 'a morph relation is absent if the role may see none of the types under `on`'],
  ['component.document-id', 'a component has a documentId only if the dataset gives it one'],
])

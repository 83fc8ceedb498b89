/** Laws about which rows a list shows, by locale, status, and `publicationFilter`. */

import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Model } from '../../src/reference/schema/schema.ts'
import type { JsonObject } from '../../src/util/json.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live, type Reply } from './law.ts'
import { allOf, changing, entriesOf, walk, wholeList, without } from './replies.ts'

const ids = (entries: readonly JsonObject[] = []): number[] =>
  entries.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
const sum = (...lists: readonly (readonly JsonObject[] | undefined)[]): number[] =>
  ids(lists.flatMap((list) => list ?? []))

const locales = live({
  id: 'locale.union',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'lists',
  lacking: 'no readable type is localized',
  rules: ['locale.all', 'locale.chosen', 'locale.default', 'entry.locale'],
  says: 'The list in all locales is the disjoint union of the lists in each locale. A request with a list of locale codes gives the union of the lists in each of these locales. Each entry in the answer has one of the requested locales.',
  experiment: (graph, input) => {
    const { ask } = wholeList(input, graph)
    if (!ask.type.localized) return undefined
    const codes = graph.locales.codes.map(({ code }) => code)
    const [first = 'en', ...rest] = codes
    return {
      requests: ['*', codes, ...codes, [first], rest].map((locale) => changing(ask, { locale })),
      judge: (replies): Fault => {
        const lists = allOf(replies)
        if (lists === undefined) return undefined
        const [every, listed] = lists
        const each = lists.slice(2, 2 + codes.length)
        const [alone, others] = lists.slice(2 + codes.length)
        const isStrange = each.some((list, at) => list.some(({ locale }) => locale !== codes[at]))
        if (isStrange) return 'an entry has another locale than the requested one'
        return (
          expectSame('`locale=*` differs from the union of all locales', ids(every), sum(...each)) ??
          expectSame('`locale=*` differs from a list of all locale codes', ids(every), ids(listed)) ??
          expectSame(
            'the list in all locales differs from the union of the first locale and the other locales',
            ids(every),
            sum(alone, others),
          )
        )
      },
    }
  },
})

const cohorts = live({
  id: 'status.cohorts',
  kind: 'law',
  unedited: 'by the newest',
  looksAt: 'lists',
  lacking: 'no readable type has draft & publish',
  rules: ['status.publication-filter', 'status.draft', 'status.default'],
  says:
    'Drafts without a published version are in the cohort `never-published`. Drafts with a published version are in the cohort `has-published-version`. ' +
    'Drafts with a published version are either modified or unmodified. Published entries with a draft are in the cohort `published-with-draft`. ' +
    'Published entries without a draft are in the cohort `published-without-draft`. A modified draft changed later than its published entry. ' +
    'A cohort whose name determines a status contains only entries of this status.',
  experiment: (graph, input) => {
    const { ask: list } = wholeList(input, graph)
    const ask = { ...list, query: without(list.query, 'publicationFilter', 'hasPublishedVersion') }
    if (!ask.type.draftAndPublish) return undefined
    const of = (status: string, publicationFilter?: string): QueryObject =>
      publicationFilter === undefined ? { status } : { status, publicationFilter }
    const changes = [
      of('draft'),
      of('draft', 'never-published'),
      of('draft', 'has-published-version'),
      of('draft', 'modified'),
      of('draft', 'unmodified'),
      of('draft', 'never-published-document'),
      of('draft', 'has-published-version-document'),
      of('published'),
      of('published', 'published-without-draft'),
      of('published', 'published-with-draft'),
      of('published', 'modified'),
      of('published', 'unmodified'),
      of('draft', 'published-with-draft'),
      of('draft', 'published-without-draft'),
      of('published', 'never-published'),
      of('published', 'never-published-document'),
      { status: 'draft', hasPublishedVersion: 'true' },
      { status: 'draft', hasPublishedVersion: 'false' },
    ]
    return {
      requests: changes.map((change) => changing(ask, change)),
      judge: (replies) => {
        const lists = allOf(replies)
        return lists === undefined ? undefined : cohortFault(lists)
      },
    }
  },
})

function cohortFault(lists: readonly (readonly JsonObject[])[]): Fault {
  const [drafts, never, has, modified, unmodified, neverAny, hasAny] = lists
  const [published, alone, paired, modifiedToo, unmodifiedToo] = lists.slice(7)
  const [older, olderNot] = lists.slice(16)
  const isDated = (list: readonly JsonObject[] | undefined, isDraft: boolean): boolean =>
    (list ?? []).every(({ publishedAt }) => publishedAt === undefined || (publishedAt === null) === isDraft)
  if (!isDated(drafts, true) || !isDated(published, false)) return 'an entry has the wrong status'
  return (
    expectSame('the drafts differ from the union of their cohorts', ids(drafts), sum(never, has)) ??
    expectSame('`modified` + `unmodified` ≠ `has-published-version`', ids(has), sum(modified, unmodified)) ??
    expectSame(
      'the drafts with and without a published document differ from all drafts',
      ids(drafts),
      sum(neverAny, hasAny),
    ) ??
    expectSame(
      'the published entries with and without a draft differ from all published entries',
      ids(published),
      sum(alone, paired),
    ) ??
    expectSame(
      'the modified and unmodified published entries differ from the published entries with a draft',
      ids(paired),
      sum(modifiedToo, unmodifiedToo),
    ) ??
    expectSame('a cohort contains entries of the other status', [], sum(...lists.slice(12, 16))) ??
    expectSame(
      'the modified drafts differ from the drafts that changed later than their published entries',
      ids(changed(has, paired)),
      ids(dated(modified)),
    ) ??
    expectSame(
      '`hasPublishedVersion` selects wrong drafts',
      [ids(hasAny), ids(neverAny)],
      [ids(older), ids(olderNot)],
    )
  )
}

const instantOf = ({ updatedAt }: JsonObject): number => Date.parse(String(updatedAt))
/** Returns the entries that show a valid date in `updatedAt`. */
const dated = (list: readonly JsonObject[] | undefined): readonly JsonObject[] =>
  (list ?? []).filter((entry) => !Number.isNaN(instantOf(entry)))

/** Returns the drafts that changed later than their published entry. */
const changed = (
  drafts: readonly JsonObject[] | undefined,
  published: readonly JsonObject[] | undefined,
): readonly JsonObject[] =>
  dated(drafts).filter((draft) =>
    dated(published).some(
      (entry) =>
        entry.documentId === draft.documentId &&
        entry.locale === draft.locale &&
        instantOf(draft) > instantOf(entry),
    ),
  )

/**
 * The query parameters that may remove entries from a list, and `fields`, which may remove the attributes that
 * identify entries.
 */
const CUTTING = ['fields', 'filters', '_q', 'pagination', 'publicationFilter', 'hasPublishedVersion'] as const

const chosenLocale = live({
  id: 'locale.only',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'answers',
  lacking: 'no readable type is localized',
  rules: ['locale.chosen', 'locale.default', 'entry.locale'],
  says:
    'A list of a localized type in one locale contains only entries of this locale. A list in a locale is empty if no entry has this locale. ' +
    'A request for a document in a locale shows the entry in this locale, or no entry.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph, { listsOnly: true })
    if (!requested.type.localized) return undefined
    const codes = [...graph.locales.codes.map(({ code }) => code), 'xx']
    const query = without(requested.query, ...CUTTING)
    const inEach = (one: Ask): readonly ApiRequest[] => codes.map((locale) => changing(one, { locale }))
    return {
      requests: inEach({ ...requested, query }),
      follow: (replies) =>
        [...new Set(replies.flatMap((reply) => entriesOf(reply) ?? []).map((one) => String(one.documentId)))]
          .slice(0, MOST_DOCUMENTS)
          .flatMap((documentId) => inEach({ ...requested, query: {}, target: 'document', documentId })),
      judge: (replies): Fault =>
        replies
          .flatMap((reply, at) =>
            (entriesOf(reply) ?? []).map(({ locale }) => [codes[at % codes.length], locale] as const),
          )
          .flatMap(([code, locale]) =>
            locale === code ? [] : [`requested in ${code}, found in ${JSON.stringify(locale)}`],
          )[0],
    }
  },
})

/** The maximum number of documents that one experiment requests in each locale. */
const MOST_DOCUMENTS = 3

const defaultStatus = live({
  id: 'status.unasked',
  kind: 'law',
  lacking: 'no readable type has draft & publish',
  rules: ['status.default', 'populate.status', 'entry.published-at'],
  says: 'Without `status`, the entries of the answer are published entries. Without `status`, populated entries at any depth are published entries.',
  experiment: (graph, input) => {
    const requested = input.ask(graph)
    const query = without(
      requested.query,
      'status',
      'publicationFilter',
      'hasPublishedVersion',
      'fields',
      'populate',
    )
    return {
      requests: [
        changing({ ...requested, query: without(query, 'filters', '_q', 'pagination') }, { populate: '*' }),
        changing({ ...requested, query }, { populate: requested.query.populate }),
      ],
      judge: anywhere(requested, graph, published),
    }
  },
})

/** Judges the entries of the answers with a test, at any depth, and returns the first fault. */
const anywhere =
  ({ type }: Ask, graph: Graph, test: typeof published) =>
  (replies: readonly Reply[]): Fault =>
    replies
      .flatMap((reply) => entriesOf(reply) ?? [])
      .map((entry) => walk(entry, type, graph, test))
      .find((fault) => fault !== undefined)

const published = ({ id, publishedAt }: JsonObject, model: Model, path: string): Fault =>
  model.modelType === 'contentType' && model.draftAndPublish && publishedAt === null
    ? `${path}: entry ${JSON.stringify(id)} is a draft`
    : undefined

const chosenStatus = live({
  id: 'status.asked',
  kind: 'law',
  lacking: 'no readable type has draft & publish',
  rules: ['status.value', 'populate.status', 'entry.published-at'],
  says:
    'With `status=draft`, the entries of the answer are drafts. With `status=draft`, populated entries at any depth are drafts. ' +
    'Populated entries are also drafts if the requested type itself has no drafts.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const query = without(requested.query, 'publicationFilter', 'hasPublishedVersion', 'fields', 'populate')
    return {
      requests: ['*', requested.query.populate].map((populate) =>
        changing({ ...requested, query }, { status: 'draft', populate }),
      ),
      judge: anywhere(requested, graph, drafted),
    }
  },
})

const drafted = ({ id, publishedAt }: JsonObject, model: Model, path: string): Fault =>
  model.modelType === 'contentType' && model.draftAndPublish && typeof publishedAt === 'string'
    ? `${path}: entry ${JSON.stringify(id)} is published`
    : undefined

const defaults = live({
  id: 'shape.defaults',
  kind: 'law',
  unedited: 'by the newest',
  rules: ['status.default', 'locale.default', 'list.page-defaults', 'query.strict', 'fields.shape'],
  says:
    'A request without `status` has the same answer as a request for published entries. A request without `locale` has the same answer as a request for the default locale. A request without a page has the same answer as a request for page 1. ' +
    'A request without `fields` means all fields.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph)
    // Half of the requests populate links, because a server that reads `fields=*` as all scalars may omit links.
    const populate = (dice[0] ?? 0) % 2 === 0 ? { populate: '*' } : {}
    const query = { ...without(requested.query, 'status', 'locale', 'fields', 'pagination'), ...populate }
    const page = requested.target === 'list' ? { pagination: { page: '1' } } : {}
    const spoken = { ...query, ...page, status: 'published', locale: graph.locales.default, fields: '*' }
    return {
      requests: [query, spoken].map((one) => requestOf({ ...requested, query: one })),
      judge: ([silent, said]) =>
        expectSame('stating the defaults changes the answer', silent?.json, said?.json),
    }
  },
})

export const VISIBILITY_LAWS: readonly LiveLaw[] = [
  defaults,
  locales,
  chosenLocale,
  cohorts,
  defaultStatus,
  chosenStatus,
]

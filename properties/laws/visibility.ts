/** Which rows a list shows: by locale, by status, by how drafts and published rows pair. */
import type { JsonObject } from '../../src/ground/json.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { allOf, changing, wholeList, without } from './replies.ts'

const ids = (entries: readonly JsonObject[] = []): number[] =>
  entries.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
const sum = (...lists: readonly (readonly JsonObject[] | undefined)[]): number[] =>
  ids(lists.flatMap((list) => list ?? []))

const locales = live({
  id: 'locale.union',
  kind: 'law',
  rules: ['locale.all', 'locale.chosen', 'locale.default', 'entry.locale'],
  says: 'All locales together are the disjoint union of each; a list of codes is those of the list; an entry has the locale asked for.',
  experiment: (graph, luck) => {
    const { ask } = wholeList(luck, graph)
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
        if (isStrange) return 'an entry of another locale than the one asked for'
        return (
          expectSame('all locales, and each', ids(every), sum(...each)) ??
          expectSame('all locales, and the list of them', ids(every), ids(listed)) ??
          expectSame('a list and the rest of it', ids(every), sum(alone, others))
        )
      },
    }
  },
})

const cohorts = live({
  id: 'status.cohorts',
  kind: 'law',
  rules: ['status.publication-filter', 'status.draft', 'status.default'],
  says:
    'Drafts are those never published and those with a published version, which are modified or not; published entries ' +
    'have a draft or have none; each cohort is of one status where its name says so.',
  experiment: (graph, luck) => {
    const { ask: list } = wholeList(luck, graph)
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
  if (!isDated(drafts, true) || !isDated(published, false)) return 'an entry of the other status'
  return (
    expectSame('drafts', ids(drafts), sum(never, has)) ??
    expectSame('drafts with a published version', ids(has), sum(modified, unmodified)) ??
    expectSame('drafts by document', ids(drafts), sum(neverAny, hasAny)) ??
    expectSame('published entries', ids(published), sum(alone, paired)) ??
    expectSame('published entries with a draft', ids(paired), sum(modifiedToo, unmodifiedToo)) ??
    expectSame('cohorts of the other status', [], sum(...lists.slice(12, 16))) ??
    expectSame('the older parameter', [ids(hasAny), ids(neverAny)], [ids(older), ids(olderNot)])
  )
}

export const VISIBILITY_LAWS: readonly LiveLaw[] = [locales, cohorts]

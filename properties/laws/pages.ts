/** Laws about pagination. */

import { openScalars } from '../../src/semantics/model.ts'
import { isObject, type JsonObject } from '../../src/util/json.ts'
import { filterTree, operand } from '../arbitraries/filters.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { searched } from '../arbitraries/request.ts'
import { sortTree } from '../arbitraries/sort.ts'
import { expectSame, type Fault, type LiveLaw, live, type Reply, same } from './law.ts'
import { PAGE_SIZE_LAWS } from './page-sizes.ts'
import {
  allEntries,
  bare,
  changing,
  EVERYTHING,
  entriesOf,
  member,
  pageOf,
  sceneOf,
  wholeList,
  without,
} from './replies.ts'

const ids = (entries: readonly JsonObject[]): readonly number[] => entries.map(({ id }) => Number(id))
const ascending = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b)

const PAGES = [1, 2, 3, 4]

const concatenate = live({
  id: 'pages.concatenate',
  kind: 'law',
  unedited: 'by the newest',
  looksAt: 'lists',
  rules: ['pagination.page', 'pagination.offset', 'pagination.max'],
  says:
    'The pages of a list, joined in sequence, equal the whole list. ' +
    'The pages of a filtered list, joined in sequence, equal the whole filtered list. ' +
    'The pages of a sorted list, joined in sequence, equal the whole sorted list. ' +
    'For any `start`, a page has the entries of the whole list that begin at this position.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const size = 1 + ((input.dice[0] ?? 0) % 3)
    const pages = PAGES.map((page) => ({ page: String(page), pageSize: String(size) }))
    const start = 1 + ((input.dice[1] ?? 0) % 4)
    const limit = 2 + ((input.dice[2] ?? 0) % 3)
    const slice = { start: String(start), limit: String(limit) }
    return {
      requests: [EVERYTHING, slice, ...pages].map((pagination) => changing(requested, { pagination })),
      judge: ([whole, part, ...parts]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined) return undefined
        const put = parts.flatMap((one) => entriesOf(one) ?? [])
        const found = (part && entriesOf(part)) ?? []
        return (
          expectSame(
            'the whole list differs from its pages in sequence',
            bare(all.slice(0, size * PAGES.length)),
            bare(put),
          ) ??
          expectSame(
            'a page with `start` differs from the same part of the whole list',
            bare(all.slice(start, start + limit)),
            bare(found),
          )
        )
      },
    }
  },
})

const meta = live({
  id: 'pages.count',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'lists',
  rules: ['list.page', 'list.page-size', 'list.page-count', 'list.total', 'pagination.with-count'],
  says:
    '`total` is the number of entries in the whole list. `pageCount` is the number of pages. ' +
    '`page` is the requested number of the page. `pageSize` is the requested size of the page. ' +
    'A request with `withCount=false` gets no `total` and no `pageCount`.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const [page, size] = [1 + ((input.dice[0] ?? 0) % 3), 1 + ((input.dice[1] ?? 0) % 3)]
    const paged = { page: String(page), pageSize: String(size) }
    return {
      requests: [
        { limit: '100', withCount: 'true' },
        { ...paged, withCount: '1' },
        { ...paged, withCount: 'f' },
      ].map((pagination) => changing(requested, { pagination })),
      judge: ([whole, counted, uncounted]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined) return undefined
        const shown = { page, pageSize: size }
        const total = all.length
        const full = { ...shown, pageCount: Math.ceil(total / size), total }
        return (
          expectSame('the pagination of the page is wrong', full, pageOf(counted?.json)) ??
          expectSame('the pagination with `withCount=false` is wrong', shown, pageOf(uncounted?.json))
        )
      },
    }
  },
})

const totals = live({
  id: 'pages.total',
  kind: 'law',
  unedited: 'by the newest',
  looksAt: 'answers',
  rules: ['list.total', 'list.page-count', 'list.page-size', 'search.text', 'param.filters'],
  says:
    '`total` counts exactly the entries that the filters find. ' +
    'With a search, `total` counts exactly the entries that the search finds. ' +
    'The last entry of a page that is not full is entry number `total`. If a request finds no entry, `total` is 0. ' +
    'If a request finds no entry, `pageCount` is 0.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const { dice } = input
    const scene = sceneOf(requested, graph, dice)
    const columns = ['id', ...openScalars(requested.type)] as const
    const column = scene.roll.pick(columns)
    const name = typeof column === 'string' ? column : column.name
    const changes: readonly { readonly [key: string]: QueryTree }[] = [
      { filters: { [name]: operand(requested.type, column, '$eq', scene) } },
      { filters: filterTree(requested.type, scene, 1) },
      { _q: searched(requested.type, scene) },
      { filters: { id: '0' } },
    ]
    const ask = { ...requested, query: without(requested.query, 'filters', '_q', 'pagination') }
    return {
      requests: changes.map((change) => changing(ask, { ...change, pagination: { withCount: 'true' } })),
      judge: (replies) => replies.map(miscounted).find((fault) => fault !== undefined),
    }
  },
})

/** Returns the fault if the first page of a list contradicts its `total`, `pageCount` or `pageSize`. */
function miscounted(reply: Reply): Fault {
  const entries = entriesOf(reply)
  const page = pageOf(reply.json)
  if (entries === undefined || !isObject(page)) return undefined
  const { pageSize, pageCount, total } = page
  const size = Number(pageSize)
  const expected = Math.ceil(Number(total) / size)
  if (pageCount !== expected)
    return `pageCount is ${JSON.stringify(pageCount)} for a total of ${JSON.stringify(total)} and a page size of ${size}`
  const isRight = entries.length < size ? total === entries.length : Number(total) >= entries.length
  return isRight
    ? undefined
    : `the first page of size ${size} has ${entries.length} entries, but the total is ${JSON.stringify(total)}`
}

const styles = live({
  id: 'pages.styles',
  kind: 'law',
  unedited: 'by every server',
  rules: ['pagination.offset', 'pagination.page', 'pagination.style', 'pagination.misplaced'],
  says:
    'A request by page and a request by `start` for the same entries give the same list. ' +
    'A request by page and a request by `start` for the same entries give the same total. ' +
    'The pagination of an answer by offset has the requested `start`. The pagination of an answer by offset has the requested `limit`. ' +
    'A request with both `page` and `start` is refused. A request with a page outside `pagination` is refused.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const [page, size] = [1 + ((input.dice[0] ?? 0) % 3), 1 + ((input.dice[1] ?? 0) % 3)]
    const offset = { start: String((page - 1) * size), limit: String(size) }
    const paged = { page: String(page), pageSize: String(size) }
    const withPages = [paged, offset, { ...paged, ...offset }].map((pagination) =>
      changing(requested, { pagination }),
    )
    return {
      requests: [...withPages, changing(requested, { page: '1' })],
      judge: ([byPage, byOffset, mixed, misplaced]) => {
        if (byPage?.status !== 200) return undefined
        const totals = [byPage, byOffset].map((reply) => member(pageOf(reply?.json), 'total') ?? null)
        if (!same(totals[0], totals[1]))
          return `the two pagination styles give different totals: ${JSON.stringify(totals)}`
        const at = pageOf(byOffset?.json)
        if (!isObject(at) || at.start !== (page - 1) * size || at.limit !== size)
          return 'the answer has another `start` or `limit` than the request'
        const difference = expectSame(
          'the list by page differs from the list by `start`',
          [...(entriesOf(byPage) ?? [])],
          byOffset && [...(entriesOf(byOffset) ?? [])],
        )
        if (difference !== undefined) return difference
        if (mixed?.status !== 400) return 'a request with `page` and `start` is not refused'
        if (misplaced?.status !== 400) return 'a request with `page` outside `pagination` is not refused'
        return undefined
      },
    }
  },
})

const sortedPages = live({
  id: 'pages.total-order',
  kind: 'law',
  looksAt: 'lists',
  rules: ['sort.ties', 'sort.text', 'pagination.offset'],
  says: 'With any sort, no entry is on two pages. With any sort, every entry is on a page.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const sort = sortTree(ask.type, scene, true)
    const starts = [0, 1, 2, 3, 4, 5].map((start) => ({ start: String(start), limit: '1' }))
    return {
      requests: [changing(ask, {}), ...starts.map((pagination) => changing(ask, { sort, pagination }))],
      judge: ([whole, ...parts]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined || parts.some(({ status }) => status !== 200)) return undefined
        const [listed, single] = [ids(all), ids(parts.flatMap((part) => entriesOf(part) ?? []))]
        if (all.length <= starts.length)
          return expectSame(
            'the ids of the whole list differ from the ids of its pages with one entry each',
            ascending(listed),
            ascending(single),
          )
        // The requested pages do not reach the end of a long list, so the law compares only the entries that the pages
        // show.
        const found = new Set(single.filter((id) => listed.includes(id)))
        return expectSame(
          'an entry of the whole list is not on exactly one page with one entry',
          starts.length,
          found.size,
        )
      },
    }
  },
})

const full = live({
  id: 'pages.full',
  kind: 'law',
  rules: ['list.page', 'list.page-size', 'list.total', 'pagination.page'],
  says: 'Every page except the last has as many entries as the page size. The last page has the remaining entries of the total.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const paged = { page: String(1 + ((input.dice[0] ?? 0) % 3)), pageSize: '2', withCount: 'true' }
    return {
      requests: [{ withCount: 'true' }, paged].map((pagination) => changing(requested, { pagination })),
      judge: (replies) =>
        replies
          .map((reply) => {
            const [found, page] = [entriesOf(reply)?.length, pageOf(reply.json)]
            const [total, size, at] = ['total', 'pageSize', 'page'].map((name) => member(page, name))
            if (found === undefined || typeof total !== 'number' || typeof size !== 'number') return undefined
            const left = Math.max(0, total - (Number(at) - 1) * size)
            return expectSame('the number of entries on the page is wrong', Math.min(size, left), found)
          })
          .find(Boolean),
    }
  },
})

export const PAGE_LAWS: readonly LiveLaw[] = [
  concatenate,
  meta,
  full,
  totals,
  styles,
  ...PAGE_SIZE_LAWS,
  sortedPages,
]

/** Order and pages. */
import type { Json, ScalarAttribute } from '../../src/schema/schema.ts'
import { openScalars } from '../arbitraries/places.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { sortTree } from '../arbitraries/sort.ts'
import { expectSame, type Fault, type LiveLaw, live, same } from './law.ts'
import { allEntries, allOf, changing, entriesOf, isObject, type JsonObject, member, wholeList } from './replies.ts'

const ids = (entries: readonly JsonObject[]): readonly number[] => entries.map(({ id }) => Number(id))
const ascending = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b)

const permutes = live({
  id: 'sort.permutes',
  kind: 'law',
  rules: ['sort.through', 'sort.text', 'sort.object', 'param.sort'],
  says: 'A sort, through relations too, is a permutation: it neither adds, drops nor changes an entry; without one entries come by id.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const sort = sortTree(ask.type, scene, true)
    return {
      requests: [changing(ask, graph, {}), changing(ask, graph, { sort })],
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined) return replies[0]?.status === replies[1]?.status ? undefined : 'the sort is refused'
        const [plain = [], sorted = []] = lists
        const byId = plain.toSorted((a, b) => Number(a.id) - Number(b.id))
        if (!same(byId, plain)) return 'without a sort entries do not come by id'
        return expectSame('sorted back by id', byId, sorted.toSorted((a, b) => Number(a.id) - Number(b.id)))
      },
    }
  },
})

/** Types whose values, as answered, compare in JavaScript as they should. */
const COMPARABLE = ['integer', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime']

const ordered = live({
  id: 'sort.orders',
  kind: 'law',
  rules: ['sort.order', 'sort.nulls', 'sort.ties', 'sort.text'],
  says: 'Entries come in the order of their values, those without one at one end, ties by id; descending is the same turned around, ties still by id.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const scalars = openScalars(ask.type).filter(({ type }) => COMPARABLE.includes(type))
    if (scalars.length === 0) return undefined
    const { name } = scene.roll.pick(scalars)
    return {
      requests: [name, [`${name}:desc`]].map((sort) => changing(ask, graph, { sort })),
      judge: (replies) => {
        const [up, down] = allOf(replies) ?? []
        if (up === undefined || down === undefined) return undefined
        return inOrder(up, name, 1) ?? inOrder(down, name, -1) ?? nullsTurned(up, down, name)
      },
    }
  },
})

function inOrder(entries: readonly JsonObject[], name: string, sign: 1 | -1): Fault {
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1]
    if (next === undefined) return undefined
    const [a = null, b = null] = [entry[name], next[name]]
    const order = a === null || b === null ? 0 : a === b ? 0 : a < b ? sign : -sign
    const isTied = a === b
    if (order < 0) return `${String(a)} comes before ${String(b)}`
    if (isTied && Number(entry.id) > Number(next.id)) return 'a tie does not come by id'
  }
  return undefined
}

function nullsTurned(up: readonly JsonObject[], down: readonly JsonObject[], name: string): Fault {
  const values = (entries: readonly JsonObject[]): readonly Json[] => entries.map((entry) => entry[name] ?? null)
  return expectSame('ascending and descending turned around', values(up), values(down).toReversed())
}

const byText = live({
  id: 'sort.code-points',
  kind: 'law',
  rules: ['sort.order', 'sort.nulls'],
  says: 'Texts come in the order of their code points, those without one first.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const isText = ({ type }: ScalarAttribute): boolean => ['string', 'text', 'email', 'uid', 'richtext'].includes(type)
    const scalars = openScalars(ask.type).filter(isText)
    if (scalars.length === 0) return undefined
    const { name } = scene.roll.pick(scalars)
    return {
      requests: [changing(ask, graph, { sort: name })],
      judge: ([reply]) => {
        const texts = (reply === undefined ? [] : (allEntries(reply) ?? [])).map((entry) => entry[name])
        const points = texts.map((text) => (typeof text === 'string' ? bytes(text) : ''))
        return expectSame('texts by code point', points.toSorted(), points)
      },
    }
  },
})

/** A text that sorts by UTF-16 unit as the other does by code point. */
const bytes = (text: string): string =>
  `x${[...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('')}`

const sortForms = live({
  id: 'sort.forms',
  kind: 'law',
  rules: ['sort.text', 'sort.object', 'sort.order'],
  says: 'A sort says the same as text, as list and as object, in any case of its order.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const names = ['id', 'documentId', ...openScalars(ask.type).map(({ name }) => name)]
    const [a, b] = [scene.roll.pick(names), scene.roll.pick(names)]
    if (a === b) return undefined
    const forms: readonly QueryTree[] = [
      `${a}:desc,${b}`,
      `${a}:DESC, ${b}:asc`,
      [`${a}:Desc`, `${b}:ASC`],
      { [a]: 'desc', [b]: 'asc' },
      [{ [a]: 'desc' }, { [b]: 'asc' }],
    ]
    return {
      requests: forms.map((sort) => changing(ask, graph, { sort })),
      judge: ([first, ...others]) =>
        others.map((other) => expectSame('two ways to write a sort', first?.json, other.json)).find(Boolean),
    }
  },
})

const PAGES = [1, 2, 3, 4]

const concatenate = live({
  id: 'pages.concatenate',
  kind: 'law',
  rules: ['pagination.page', 'pagination.offset', 'pagination.max'],
  says: 'Pages, put one after the other, are the whole list, whatever its filters and sort.',
  experiment: (graph, luck) => {
    const asked = luck.ask(graph, { listsOnly: true })
    const size = 1 + ((luck.dice[0] ?? 0) % 3)
    const pages = PAGES.map((page) => ({ page: String(page), pageSize: String(size) }))
    return {
      requests: [{ limit: '100', withCount: 'true' }, ...pages].map((pagination) => changing(asked, graph, { pagination })),
      judge: ([whole, ...parts]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined) return undefined
        const put = parts.flatMap((part) => entriesOf(part) ?? [])
        return expectSame('the whole and its pages', all.slice(0, size * PAGES.length), put)
      },
    }
  },
})

const meta = live({
  id: 'pages.count',
  kind: 'law',
  rules: ['list.page', 'list.page-size', 'list.page-count', 'list.total', 'pagination.with-count'],
  says: 'total is the number of all entries, pageCount that of the pages that hold them, page and pageSize are those asked for, and `withCount=false` leaves both numbers out.',
  experiment: (graph, luck) => {
    const asked = luck.ask(graph, { listsOnly: true })
    const [page, size] = [1 + ((luck.dice[0] ?? 0) % 3), 1 + ((luck.dice[1] ?? 0) % 3)]
    const paged = { page: String(page), pageSize: String(size) }
    return {
      requests: [{ limit: '100', withCount: 'true' }, { ...paged, withCount: '1' }, { ...paged, withCount: 'f' }].map((pagination) =>
        changing(asked, graph, { pagination }),
      ),
      judge: ([whole, counted, uncounted]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined) return undefined
        const shown = { page, pageSize: size }
        const total = all.length
        const full = { ...shown, pageCount: Math.ceil(total / size), total }
        return expectSame('the page', full, pageOf(counted?.json)) ?? expectSame('uncounted', shown, pageOf(uncounted?.json))
      },
    }
  },
})

const pageOf = (json: Json | undefined): Json | undefined => member(member(json, 'meta'), 'pagination')

const styles = live({
  id: 'pages.styles',
  kind: 'law',
  rules: ['pagination.offset', 'pagination.page', 'pagination.style', 'pagination.misplaced'],
  says: 'A page and the offset of the same entries are the same list and the same total; mixed they are refused.',
  experiment: (graph, luck) => {
    const asked = luck.ask(graph, { listsOnly: true })
    const [page, size] = [1 + ((luck.dice[0] ?? 0) % 3), 1 + ((luck.dice[1] ?? 0) % 3)]
    const offset = { start: String((page - 1) * size), limit: String(size) }
    const paged = { page: String(page), pageSize: String(size) }
    const withPages = [paged, offset, { ...paged, ...offset }].map((pagination) => changing(asked, graph, { pagination }))
    return {
      requests: [...withPages, changing(asked, graph, { page: '1' })],
      judge: ([byPage, byOffset, mixed, misplaced]) => {
        if (byPage?.status !== 200) return undefined
        if (mixed?.status !== 400) return 'page and offset together are not refused'
        if (misplaced?.status !== 400) return 'a page at the root of the query is not refused'
        const totals = [byPage, byOffset].map((reply) => member(pageOf(reply?.json), 'total') ?? null)
        if (!same(totals[0], totals[1])) return `two totals: ${JSON.stringify(totals)}`
        const at = pageOf(byOffset?.json)
        if (!isObject(at) || at.start !== (page - 1) * size || at.limit !== size) return 'start or limit are not as asked'
        return expectSame('by page and by offset', byPage && [...(entriesOf(byPage) ?? [])], byOffset && [...(entriesOf(byOffset) ?? [])])
      },
    }
  },
})

const numbers = live({
  id: 'pages.numbers',
  kind: 'law',
  rules: ['pagination.number', 'pagination.with-count', 'pagination.style'],
  says: 'A page, size, start or limit that is no whole number in its range is refused.',
  experiment: (graph, luck) => {
    const asked = luck.ask(graph, { listsOnly: true })
    const wrong: readonly { readonly [key: string]: string }[] = [
      { page: '0' },
      { page: '-1' },
      { page: '1.5' },
      { pageSize: '0' },
      { pageSize: 'x' },
      { pageSize: '1.5' },
      { limit: '-1' },
      { limit: '' },
      { start: '-1' },
      { start: '0.5' },
      { withCount: 'yes' },
    ]
    return {
      requests: [{ page: '1' }, ...wrong].map((pagination) => changing(asked, graph, { pagination })),
      judge: ([right, ...replies]) => {
        const at = right?.status === 200 ? replies.findIndex(({ status }) => status !== 400) : -1
        // A size that is no whole number but above the maximum becomes the maximum.
        return at < 0 ? undefined : `not refused: ${JSON.stringify(wrong[at])}`
      },
    }
  },
})

const sortedPages = live({
  id: 'pages.total-order',
  kind: 'law',
  rules: ['sort.ties', 'sort.text', 'pagination.offset'],
  says: 'With any sort no entry is on two pages and none is on no page.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const sort = sortTree(ask.type, scene, true)
    const starts = [0, 1, 2, 3, 4, 5].map((start) => ({ start: String(start), limit: '1' }))
    return {
      requests: [changing(ask, graph, {}), ...starts.map((pagination) => changing(ask, graph, { sort, pagination }))],
      judge: ([whole, ...parts]) => {
        const all = whole === undefined ? undefined : allEntries(whole)
        if (all === undefined || all.length > starts.length) return undefined
        const single = parts.flatMap((part) => entriesOf(part) ?? [])
        return expectSame('ids of the whole and of pages of one', [...ascending(ids(all))], [...ascending(ids(single))])
      },
    }
  },
})

export const PAGE_LAWS: readonly LiveLaw[] = [
  permutes,
  ordered,
  byText,
  sortForms,
  concatenate,
  meta,
  styles,
  numbers,
  sortedPages,
]

/** The clauses of the laws of order and pages. */
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { also, type ClauseFault, type Clauses, clause } from './clause.ts'
import {
  type Asked,
  entries,
  has,
  ignoring,
  isMap,
  isTrees,
  listing,
  losing,
  reading,
  showing,
  turning,
} from './kit.ts'

const pagesOf = ({ query: { pagination } }: Asked): QueryObject => (isMap(pagination) ? pagination : {})
const isWhole = (asked: Asked): boolean =>
  pagesOf(asked).limit === '100' && pagesOf(asked).start === undefined
const isSent = (asked: Asked, ...pairs: readonly string[]): boolean =>
  Object.entries(pagesOf(asked))
    .map((pair) => pair.join('='))
    .join('&') === pairs.join('&')

type SortKey = readonly [path: string, direction: string]
/** The keys of a sort in any form. */
function keysOf(sort: QueryTree | undefined): readonly SortKey[] {
  if (typeof sort === 'string')
    return sort.split(',').map((key): SortKey => {
      const [path = '', direction = 'asc'] = key.trim().split(':')
      return [path, direction.toLowerCase()]
    })
  if (isTrees(sort)) return sort.flatMap(keysOf)
  return isMap(sort)
    ? Object.entries(sort).map(
        ([path, one]): SortKey => [path, typeof one === 'string' ? one.toLowerCase() : '?'],
      )
    : []
}
const typeIn = ({ type }: Asked, path: string): string => {
  const attribute = type?.attributes.get(path)
  return attribute?.kind === 'scalar' ? attribute.type : ''
}
const COMPARABLE = ['integer', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime']
const TEXTS = ['string', 'text', 'email', 'uid', 'richtext']
const isBy = (asked: Asked, types: readonly string[]): boolean => {
  const keys = keysOf(asked.query.sort)
  return keys.length > 0 && keys.every(([path]) => types.includes(typeIn(asked, path)))
}
const isThrough = ({ query }: Asked): boolean => keysOf(query.sort).some(([path]) => path.includes('.'))

/** Sorts by other keys; undefined for the same ones. */
const sorting = (
  says: string,
  change: (keys: readonly SortKey[], asked: Asked) => readonly SortKey[] | undefined,
): ClauseFault =>
  reading(says, ({ sort, ...query }, asked) => {
    const keys = keysOf(sort)
    const other = keys.some(([, direction]) => direction === '?') ? undefined : change(keys, asked)
    if (other === undefined) return undefined
    return other.length === 0 ? query : { ...query, sort: other.map((key) => key.join(':')) }
  })

/** Whether nothing but a sort changes the entries of a whole list. */
const isPlain = (asked: Asked): boolean =>
  isWhole(asked) && !has(asked, 'filters', '_q', 'populate', 'fields')

/** Puts the entries without a value elsewhere. */
const missing = (says: string, isFor: (asked: Asked) => boolean, put: (at: number) => number): ClauseFault =>
  listing(
    says,
    (asked) => isWhole(asked) && isFor(asked),
    (list, asked) => {
      const [[path = ''] = []] = keysOf(asked.query.sort)
      const [way = ''] = path.split('.')
      const isMissing = (one: Json): boolean =>
        isObject(one) && (one[way] === null || (isList(one[way]) && one[way].length === 0))
      const known = list.filter((one) => !isMissing(one))
      const at = put(known.length)
      return known.length < 2 ? list : [...known.slice(0, at), ...list.filter(isMissing), ...known.slice(at)]
    },
  )

const paged = (
  says: string,
  isFor: (asked: Asked) => boolean,
  change: (page: JsonObject) => JsonObject,
): ClauseFault =>
  showing(says, isFor, (body) => {
    const { meta } = body
    return isObject(meta) && isObject(meta.pagination)
      ? { ...body, meta: { ...meta, pagination: change(meta.pagination) } }
      : body
  })
const more = (page: JsonObject, name: string): JsonObject =>
  typeof page[name] === 'number' ? { ...page, [name]: page[name] + 1 } : page
const one = (name: string) => (page: JsonObject) => more(page, name)
const isOne = (asked: Asked): boolean => pagesOf(asked).withCount === '1'
const isOffset = (asked: Asked): boolean =>
  has(asked, 'pagination') && 'start' in pagesOf(asked) && 'limit' in pagesOf(asked)
const isPage = (asked: Asked, page: string): boolean => pagesOf(asked).page === page
const isCounted = (asked: Asked): boolean => isSent(asked, 'withCount=true')
const isNothing = ({ query: { filters } }: Asked): boolean =>
  isMap(filters) && Object.entries(filters).join() === 'id,0'

/** The total is one more, and the page stays. */
const FULL = 'It compares the page with its total.'

const wrong = (name: string, ...texts: readonly string[]): ClauseFault =>
  ignoring(
    `\`${name}\` may be ${texts.map((text) => `"${text}"`).join(' or ')}.`,
    'pagination',
    (asked) => Object.keys(pagesOf(asked)).join() === name && texts.includes(String(pagesOf(asked)[name])),
  )

export const LIST_CLAUSES: Clauses = {
  'sort.permutes': [
    clause(
      'A sort,',
      losing(
        'A sort by documentId loses an entry.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
      ),
    ),
    clause(
      'through relations too,',
      losing('A sort through a relation loses an entry.', (asked) => isPlain(asked) && isThrough(asked)),
    ),
    clause(
      'is a permutation: it neither adds, drops',
      listing(
        'A sort by documentId shows the last entry twice.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
        (list) => [...list, ...list.slice(-1)],
      ),
    ),
    clause(
      'nor changes an entry;',
      entries(
        'A sort through a relation shows when an entry was sorted.',
        (entry, { depth }) => (depth === 0 && 'updatedAt' in entry ? { ...entry, updatedAt: null } : entry),
        isThrough,
      ),
    ),
    clause(
      'without one entries come by id,',
      reading('Without a sort entries come by id descending.', (query, { documentId }) =>
        query.sort === undefined && documentId === '' ? { ...query, sort: 'id:desc' } : undefined,
      ),
    ),
    clause(
      'each once.',
      also(
        {
          'pages.total-order': 'It compares pages with the whole list.',
          'status.cohorts': 'It compares lists of ids.',
        },
        listing(
          'Without a sort, but with an unknown parameter, the last entry is there twice.',
          (asked) => isWhole(asked) && !has(asked, 'sort') && has(asked, 'other'),
          (list) => [...list, ...list.slice(-1)],
        ),
      ),
    ),
  ],
  'sort.orders': [
    clause(
      'Entries come in the order of their values,',
      sorting('A sort by one value is ignored.', (keys, asked) =>
        keys.length === 1 && isBy(asked, COMPARABLE) ? [] : undefined,
      ),
    ),
    clause(
      'key by key,',
      sorting('The second key of a sort is ignored.', (keys, asked) =>
        keys.length === 2 && isBy(asked, COMPARABLE) ? keys.slice(0, 1) : undefined,
      ),
    ),
    clause(
      'those without a value at one end,',
      missing(
        'Entries without a value come between those with one.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, COMPARABLE),
        (known) => Math.floor(known / 2),
      ),
    ),
    clause(
      'ties by id;',
      sorting('Entries with equal values come by id descending.', (keys, asked) =>
        keys.length === 1 && keys[0]?.[1] === 'asc' && isBy(asked, COMPARABLE)
          ? [...keys, ['id', 'desc']]
          : undefined,
      ),
    ),
    clause(
      'descending is ascending turned around,',
      sorting('A descending sort is ascending.', (keys, asked) =>
        keys.length === 1 && keys[0]?.[1] === 'desc' && isBy(asked, COMPARABLE)
          ? [[keys[0][0], 'asc']]
          : undefined,
      ),
    ),
    clause(
      'ties still by id.',
      sorting('Entries with equal values come by id descending if the sort is descending.', (keys, asked) =>
        keys.length === 1 && keys[0]?.[1] === 'desc' && isBy(asked, COMPARABLE)
          ? [...keys, ['id', 'desc']]
          : undefined,
      ),
    ),
  ],
  'sort.through': [
    clause(
      'Sorted through an attribute, entries come in the order of the first of the values that populating the same shows;',
      sorting('A sort through an attribute is ignored.', (keys, asked) =>
        isThrough(asked) ? keys.filter(([path]) => !path.includes('.')) : undefined,
      ),
    ),
    clause(
      'those that show none are with those of which a value is missing.',
      missing(
        'Sorted through an attribute, entries that show none come in the middle.',
        (asked) => isThrough(asked) && has(asked, 'populate'),
        (known) => Math.floor(known / 2),
      ),
    ),
  ],
  'sort.code-points': [
    clause(
      'Texts come in the order of their code points,',
      sorting('A sort by one text is descending.', (keys, asked) =>
        keys.length === 1 && isBy(asked, TEXTS) && keys[0]?.[1] === 'asc'
          ? [[keys[0][0], 'desc']]
          : undefined,
      ),
    ),
    clause(
      'those without one first.',
      missing(
        'Entries without a text come last.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, TEXTS),
        (known) => known,
      ),
    ),
  ],
  'sort.forms': [
    clause(
      'A sort says the same as text,',
      turning(
        'A sort as text with blanks turns the list around.',
        ({ query: { sort } }) => typeof sort === 'string' && sort.includes(', '),
      ),
    ),
    clause(
      'as list',
      turning(
        'A sort as a list of two objects turns the list around.',
        ({ query: { sort } }) => isTrees(sort) && sort.length === 2 && sort.every(isMap),
      ),
    ),
    clause(
      'and as object,',
      turning(
        'A sort as an object of two keys turns the list around.',
        ({ query: { sort } }) => isMap(sort) && Object.values(sort).join() === 'desc,asc',
      ),
    ),
    clause(
      'in any case of its order.',
      turning(
        'An order in mixed case turns the list around.',
        ({ query: { sort } }) => isTrees(sort) && /:Desc$/.test(String(sort[0])),
      ),
    ),
  ],
  'pages.concatenate': [
    clause(
      'Pages, put one after the other, are the whole list,',
      reading('Page 4 is page 3.', (query, asked) => fourth(query, asked)),
    ),
    clause(
      'whatever its filters',
      reading('Page 4 is page 3 if there are filters.', (query, asked) =>
        has(asked, 'filters') ? fourth(query, asked) : undefined,
      ),
    ),
    clause(
      'and sort.',
      reading('Page 4 is page 3 if there is a sort.', (query, asked) =>
        has(asked, 'sort') ? fourth(query, asked) : undefined,
      ),
    ),
  ],
  'pages.count': [
    clause('total is the number of all entries,', paged('A count by `1` is one more.', isOne, one('total'))),
    clause(
      'pageCount that of the pages that hold them,',
      paged('A count by `1` has one page more.', isOne, one('pageCount')),
    ),
    clause('page', paged('Counted by `1`, a page is the next one.', isOne, one('page'))),
    clause(
      'and pageSize are those asked for,',
      paged('Counted by `1`, a page is larger.', isOne, one('pageSize')),
    ),
    clause(
      'and `withCount=false` leaves both numbers out.',
      paged(
        'Not counted by `f`, the total is 0.',
        (asked) => pagesOf(asked).withCount === 'f',
        (page) => ({ ...page, total: 0 }),
      ),
    ),
  ],
  'pages.full': [
    clause(
      'A page is full: it has as many entries as its size,',
      emptied('A full page of two lacks an entry.', (found) => found === 2),
    ),
    clause(
      'and the last one what is left of the total.',
      emptied('A page of two that is not full is empty.', (found) => found < 2),
    ),
  ],
  'pages.total': [
    clause(
      'total counts what the filters',
      also(
        { 'pages.full': FULL },
        paged(
          'With filters and without pages, the total is one more.',
          (asked) => isCounted(asked) && has(asked, 'filters'),
          one('total'),
        ),
      ),
    ),
    clause(
      'and the search find and nothing else:',
      also(
        { 'pages.full': FULL },
        paged(
          'With a search and without pages, the total is one more.',
          (asked) => isCounted(asked) && has(asked, '_q'),
          one('total'),
        ),
      ),
    ),
    clause(
      'a page that is not full ends the list, and what it ends with is the total;',
      also(
        { 'pages.full': FULL },
        paged('Without pages, the total of a list is one more.', (asked) => isCounted(asked), one('total')),
      ),
    ),
    clause(
      'where nothing is found it is 0,',
      paged(
        'Where nothing has the id 0, the total is 1.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('total'),
      ),
    ),
    clause(
      'and so is pageCount.',
      paged(
        'Where nothing has the id 0, there is a page.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('pageCount'),
      ),
    ),
  ],
  'pages.styles': [
    clause(
      'A page and the offset of the same entries are the same list',
      turning('A list by offset is turned around.', isOffset),
    ),
    clause('and the same total;', paged('A total by offset is one more.', isOffset, one('total'))),
    clause(
      'mixed they are refused.',
      ignoring(
        'An offset beside a page is ignored.',
        'pagination',
        (asked) => isOffset(asked) && 'page' in pagesOf(asked),
      ),
    ),
  ],
  'pages.limits': [
    clause(
      'A page has the size asked for',
      paged(
        'A page of four has the size five.',
        (asked) => isSent(asked, 'page=1', 'pageSize=4'),
        one('pageSize'),
      ),
    ),
    clause(
      'up to the maximum of the settings,',
      paged(
        'The largest page is larger than the maximum.',
        (asked) => isSent(asked, 'start=0', 'limit=100000') && asked.graph.settings.maxLimit !== null,
        one('limit'),
      ),
    ),
    clause(
      'and without one the default of the settings;',
      also(
        { 'shape.defaults': 'It compares page 1 with none.' },
        paged(
          'Page 1 without a size is larger.',
          (asked) => isSent(asked, 'page=1') && asked.graph.settings.defaultLimit !== 25,
          one('pageSize'),
        ),
      ),
    ),
    clause(
      'it has no more entries than this.',
      showing(
        'A page of four shows its last entry five times.',
        (asked) => isSent(asked, 'page=1', 'pageSize=4'),
        (body) =>
          isList(body.data) && body.data.length > 0
            ? {
                ...body,
                data: [
                  ...body.data,
                  ...Array.from({ length: 4 }, () => (isList(body.data) ? (body.data.at(-1) ?? null) : null)),
                ],
              }
            : body,
      ),
    ),
  ],
  'pages.numbers': [
    clause('A page,', wrong('page', '1.5', 'x')),
    clause('size', wrong('pageSize', '1.5', 'x')),
    clause('or start that is no whole number,', wrong('start', '0.5', 'x')),
    clause('and a `withCount` that is no flag, are refused.', wrong('withCount', 'yes')),
  ],
  'pages.range': [
    clause('A page,', wrong('page', '0', '-1')),
    clause('size', wrong('pageSize', '0')),
    clause('or limit below 1,', wrong('limit', '0', '-1')),
    clause('a start below 0', wrong('start', '-1')),
    clause('and an empty number are refused.', wrong('limit', '')),
  ],
  'pages.total-order': [
    clause(
      'With any sort no entry is on two pages',
      reading('With a sort, the fourth entry alone is the third one.', (query, asked) =>
        has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1')
          ? { ...query, pagination: { start: '2', limit: '1' } }
          : undefined,
      ),
    ),
    clause(
      'and none is on no page.',
      losing(
        'With a sort, the fourth entry alone is lost.',
        (asked) => has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1'),
      ),
    ),
  ],
}

function fourth(query: QueryObject, asked: Asked): QueryObject | undefined {
  return isPage(asked, '4') ? { ...query, pagination: { ...pagesOf(asked), page: '3' } } : undefined
}

function emptied(says: string, isFor: (found: number) => boolean): ClauseFault {
  return showing(
    says,
    (asked) => pagesOf(asked).pageSize === '2' && pagesOf(asked).withCount === 'true',
    (body) =>
      isList(body.data) && isFor(body.data.length) ? { ...body, data: body.data.slice(0, -1) } : body,
  )
}

/** The clauses of the laws of pages. */
import { isList } from '../../../src/util/json.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { has, ignoring, isMap, losing, reading, showing, turning } from '../kit.ts'
import {
  emptied,
  FULL,
  fourth,
  isCounted,
  isNothing,
  isOffset,
  isOne,
  isSent,
  one,
  paged,
  pagesOf,
  wrong,
} from '../kits/lists.ts'

export const PAGE_CLAUSES: Clauses = {
  'pages.concatenate': [
    clause(
      'The pages of a list, joined in sequence, equal the whole list.',
      reading('The server wrongly shows page 3 to a request for page 4.', (query, asked) =>
        fourth(query, asked),
      ),
    ),
    clause(
      'The pages of a filtered list, joined in sequence, equal the whole filtered list.',
      reading('The server wrongly shows page 3 to a request for page 4 with filters.', (query, asked) =>
        has(asked, 'filters') ? fourth(query, asked) : undefined,
      ),
    ),
    clause(
      'The pages of a sorted list, joined in sequence, equal the whole sorted list.',
      reading('The server wrongly shows page 3 to a request for page 4 with a sort.', (query, asked) =>
        has(asked, 'sort') ? fourth(query, asked) : undefined,
      ),
    ),
    clause(
      'For any `start`, a page has the entries of the whole list that begin at this position.',
      reading('The server wrongly rounds `start` down to a multiple of `limit`.', (query) => {
        const { pagination } = query
        if (!isMap(pagination)) return undefined
        const [start, limit] = [Number(pagination.start), Number(pagination.limit)]
        const rest = start % limit
        return rest > 0 ? { ...query, pagination: { ...pagination, start: String(start - rest) } } : undefined
      }),
    ),
  ],
  'pages.count': [
    clause(
      '`total` is the number of entries in the whole list.',
      paged('The server wrongly adds 1 to `total` if the request has `withCount=1`.', isOne, one('total')),
    ),
    clause(
      '`pageCount` is the number of pages.',
      paged(
        'The server wrongly adds 1 to `pageCount` if the request has `withCount=1`.',
        isOne,
        one('pageCount'),
      ),
    ),
    clause(
      '`page` is the requested number of the page.',
      paged('The server wrongly adds 1 to `page` if the request has `withCount=1`.', isOne, one('page')),
    ),
    clause(
      '`pageSize` is the requested size of the page.',
      paged(
        'The server wrongly adds 1 to `pageSize` if the request has `withCount=1`.',
        isOne,
        one('pageSize'),
      ),
    ),
    clause(
      'A request with `withCount=false` gets no `total` and no `pageCount`.',
      paged(
        'The server wrongly shows a `total` of 0 if the request has `withCount=f`.',
        (asked) => pagesOf(asked).withCount === 'f',
        (page) => ({ ...page, total: 0 }),
      ),
    ),
  ],
  'pages.full': [
    clause(
      'Every page except the last has as many entries as the page size.',
      emptied('The server wrongly omits the last entry of a full page of size two.', (found) => found === 2),
    ),
    clause(
      'The last page has the remaining entries of the total.',
      emptied('The server wrongly omits the only entry on a page of size two.', (found) => found < 2),
    ),
  ],
  'pages.total': [
    clause(
      '`total` counts exactly the entries that the filters find.',
      also(
        { 'pages.full': FULL },
        paged(
          'The server wrongly adds 1 to `total` if the request has filters and no pagination.',
          (asked) => isCounted(asked) && has(asked, 'filters'),
          one('total'),
        ),
      ),
    ),
    clause(
      'With a search, `total` counts exactly the entries that the search finds.',
      also(
        { 'pages.full': FULL },
        paged(
          'The server wrongly adds 1 to `total` if the request has a search text and no pagination.',
          (asked) => isCounted(asked) && has(asked, '_q'),
          one('total'),
        ),
      ),
    ),
    clause(
      'The last entry of a page that is not full is entry number `total`.',
      also(
        { 'pages.full': FULL },
        paged(
          'The server wrongly adds 1 to `total` if the request has no pagination.',
          (asked) => isCounted(asked),
          one('total'),
        ),
      ),
    ),
    clause(
      'If a request finds no entry, `total` is 0.',
      paged(
        'The server wrongly shows the `total` 1 if the request filters by the id 0.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('total'),
      ),
    ),
    clause(
      'If a request finds no entry, `pageCount` is 0.',
      paged(
        'The server wrongly shows the `pageCount` 1 if the request filters by the id 0.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('pageCount'),
      ),
    ),
  ],
  'pages.styles': [
    clause(
      'A request by page and a request by `start` for the same entries give the same list.',
      also(
        { 'pages.concatenate': 'The law `pages.concatenate` requests a part of the list by its offset.' },
        turning('The server wrongly reverses a list that the request limits by `start`.', isOffset),
      ),
    ),
    clause(
      'A request by page and a request by `start` for the same entries give the same total.',
      paged('The server wrongly adds 1 to `total` if the request has a `start`.', isOffset, one('total')),
    ),
    clause(
      'The pagination of an answer by offset has the requested `start`.',
      paged('The server wrongly adds 1 to the requested `start`.', isOffset, one('start')),
    ),
    clause(
      'The pagination of an answer by offset has the requested `limit`.',
      also(
        { 'pages.limits': 'The law `pages.limits` requests limits.' },
        paged('The server wrongly adds 1 to the requested `limit`.', isOffset, one('limit')),
      ),
    ),
    clause(
      'A request with both `page` and `start` is refused.',
      ignoring(
        'The server wrongly ignores the pagination of a request that has both `page` and `start`.',
        'pagination',
        (asked) => isOffset(asked) && 'page' in pagesOf(asked),
      ),
    ),
    clause(
      'A request with a page outside `pagination` is refused.',
      ignoring('The server wrongly ignores a `page` outside `pagination`.', 'page', (asked) =>
        has(asked, 'page'),
      ),
    ),
  ],
  'pages.limits': [
    clause(
      'A page has the requested size.',
      paged(
        'The server wrongly shows the `pageSize` 5 if the request has `pageSize=4`.',
        (asked) => isSent(asked, 'page=1', 'pageSize=4'),
        one('pageSize'),
      ),
    ),
    clause(
      'A page never has a larger size than the maximum of the settings.',
      paged(
        'The server wrongly shows a `limit` that exceeds the maximum of the settings by 1.',
        (asked) => isSent(asked, 'start=0', 'limit=100000') && asked.graph.settings.maxLimit !== null,
        one('limit'),
      ),
    ),
    clause(
      'A page without a requested size has the default size of the settings.',
      also(
        {
          'shape.defaults':
            'The law `shape.defaults` compares a request for page 1 with a request without a page.',
        },
        paged(
          'The server wrongly adds 1 to `pageSize` if the request has no size.',
          (asked) => isSent(asked, 'page=1') && asked.graph.settings.defaultLimit !== 25,
          one('pageSize'),
        ),
      ),
    ),
    clause(
      'No page has more entries than its size.',
      showing(
        'The server wrongly shows the last entry of a page of size four five times in total.',
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
    clause('A request is refused if its page is not a whole number.', wrong('page', '1.5', 'x')),
    clause('A request is refused if its page size is not a whole number.', wrong('pageSize', '1.5', 'x')),
    clause('A request is refused if its start is not a whole number.', wrong('start', '0.5', 'x')),
    clause('A request is refused if its `withCount` is not a boolean word.', wrong('withCount', 'yes')),
  ],
  'pages.range': [
    clause('A request is refused if its page is below 1.', wrong('page', '0', '-1')),
    clause('A request is refused if its page size is below 1.', wrong('pageSize', '0')),
    clause('A request is refused if its limit is below 1.', wrong('limit', '0', '-1')),
    clause('A request is refused if its start is below 0.', wrong('start', '-1')),
    clause('A request is refused if its page, page size, limit or start is empty.', wrong('limit', '')),
  ],
  'pages.total-order': [
    clause(
      'With any sort, no entry is on two pages.',
      reading(
        'The server wrongly shows the third entry to a sorted request for the fourth entry alone.',
        (query, asked) =>
          has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1')
            ? { ...query, pagination: { start: '2', limit: '1' } }
            : undefined,
      ),
    ),
    clause(
      'With any sort, every entry is on a page.',
      losing(
        'The server wrongly omits the entry from the answer to a sorted request for the fourth entry alone.',
        (asked) => has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1'),
      ),
    ),
  ],
}

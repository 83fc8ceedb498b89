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
      'All pages, in sequence, are the whole list,',
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
    clause(
      'From any `start`, a page has the entries of the whole list from there on.',
      reading('A start is rounded down to a multiple of the limit.', (query) => {
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
      '`total` is the number of all entries,',
      paged('A count by `1` is one more.', isOne, one('total')),
    ),
    clause(
      '`pageCount` is the number of pages,',
      paged('A count by `1` has one page more.', isOne, one('pageCount')),
    ),
    clause('`page`', paged('Counted by `1`, a page is the next one.', isOne, one('page'))),
    clause(
      'and `pageSize` are the requested numbers,',
      paged('Counted by `1`, a page is larger.', isOne, one('pageSize')),
    ),
    clause(
      'and `withCount=false` omits `total` and `pageCount`.',
      paged(
        'Not counted by `f`, the total is 0.',
        (asked) => pagesOf(asked).withCount === 'f',
        (page) => ({ ...page, total: 0 }),
      ),
    ),
  ],
  'pages.full': [
    clause(
      'Every page but the last has as many entries as its size,',
      emptied('A full page of two lacks an entry.', (found) => found === 2),
    ),
    clause(
      'and the last page has the rest of the total.',
      emptied('A page of two that is not full is empty.', (found) => found < 2),
    ),
  ],
  'pages.total': [
    clause(
      '`total` counts exactly the entries that the filters',
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
      'and the search find:',
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
      'the last entry of a page that is not full is entry number `total`.',
      also(
        { 'pages.full': FULL },
        paged('Without pages, the total of a list is one more.', (asked) => isCounted(asked), one('total')),
      ),
    ),
    clause(
      'If nothing is found, `total` is 0,',
      paged(
        'Where nothing has the id 0, the total is 1.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('total'),
      ),
    ),
    clause(
      'and so is `pageCount`.',
      paged(
        'Where nothing has the id 0, there is a page.',
        (asked) => isCounted(asked) && isNothing(asked),
        one('pageCount'),
      ),
    ),
  ],
  'pages.styles': [
    clause(
      'A page and the offset of the same entries give the same list',
      also(
        { 'pages.concatenate': 'It requests a part by its offset.' },
        turning('A list by offset is turned around.', isOffset),
      ),
    ),
    clause('and the same total.', paged('A total by offset is one more.', isOffset, one('total'))),
    clause(
      'An answer by offset has the requested `start`',
      paged('A start by offset is one more.', isOffset, one('start')),
    ),
    clause(
      'and `limit`.',
      also(
        { 'pages.limits': 'It requests limits.' },
        paged('A limit by offset is one more.', isOffset, one('limit')),
      ),
    ),
    clause(
      'A request that mixes both styles,',
      ignoring(
        'An offset beside a page is ignored.',
        'pagination',
        (asked) => isOffset(asked) && 'page' in pagesOf(asked),
      ),
    ),
    clause(
      'or has a page outside `pagination`, is refused.',
      ignoring('A page outside `pagination` is ignored.', 'page', (asked) => has(asked, 'page')),
    ),
  ],
  'pages.limits': [
    clause(
      'A page has the requested size,',
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
      'or the default size of the settings if none is requested.',
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
      'It never has more entries than its size.',
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
    clause('A request is refused if its page,', wrong('page', '1.5', 'x')),
    clause('size', wrong('pageSize', '1.5', 'x')),
    clause('or start is not a whole number,', wrong('start', '0.5', 'x')),
    clause('or if its `withCount` is not a boolean word.', wrong('withCount', 'yes')),
  ],
  'pages.range': [
    clause('A request is refused if its page,', wrong('page', '0', '-1')),
    clause('size', wrong('pageSize', '0')),
    clause('or limit is below 1,', wrong('limit', '0', '-1')),
    clause('if its start is below 0,', wrong('start', '-1')),
    clause('or if one of these numbers is empty.', wrong('limit', '')),
  ],
  'pages.total-order': [
    clause(
      'With any sort, no entry is on two pages,',
      reading('With a sort, the fourth entry alone is the third one.', (query, asked) =>
        has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1')
          ? { ...query, pagination: { start: '2', limit: '1' } }
          : undefined,
      ),
    ),
    clause(
      'and every entry is on a page.',
      losing(
        'With a sort, the fourth entry alone is lost.',
        (asked) => has(asked, 'sort') && isSent(asked, 'start=3', 'limit=1'),
      ),
    ),
  ],
}

/** The clauses of the laws of pages. */
import { isList } from '../../../src/util/json.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { has, ignoring, losing, reading, showing, turning } from '../kit.ts'
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

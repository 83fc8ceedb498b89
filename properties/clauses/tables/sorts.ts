import { also, type Clauses, clause } from '../clause.ts'
import { entries, has, isMap, isTrees, listing, losing, reading, turning } from '../kit.ts'
import {
  COMPARABLE,
  isBy,
  isPlain,
  isThrough,
  isWhole,
  keysOf,
  missing,
  sorting,
  TEXTS,
} from '../kits/lists.ts'

/**
 * A server that sorts entries with equal values by descending id, if the request sorts by one key in a given
 * direction.
 */
const tiesBackward = (says: string, direction: 'asc' | 'desc') =>
  sorting(says, (keys, asked) =>
    keys.length === 1 && keys[0]?.[1] === direction && isBy(asked, COMPARABLE)
      ? [...keys, ['id', 'desc']]
      : undefined,
  )

export const SORT_CLAUSES: Clauses = {
  'sort.permutes': [
    clause(
      'A sort,',
      losing(
        'A sort by documentId loses an entry.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
      ),
    ),
    clause(
      'also through relations,',
      losing('A sort through a relation loses an entry.', (asked) => isPlain(asked) && isThrough(asked)),
    ),
    clause(
      'only reorders: it neither adds nor drops',
      listing(
        'A sort by documentId shows the last entry twice.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
        (list) => [...list, ...list.slice(-1)],
      ),
    ),
    clause(
      'nor changes an entry.',
      entries(
        'A sort through a relation shows when an entry was sorted.',
        (entry, { depth }) => (depth === 0 && 'updatedAt' in entry ? { ...entry, updatedAt: null } : entry),
        isThrough,
      ),
    ),
    clause(
      'Without a sort, entries are in ascending order of id,',
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
          'filters.ids': 'It compares lists of entries.',
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
      'Entries are in the order of their values,',
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
      'with missing values at one end,',
      missing(
        'Entries without a value come between those with one.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, COMPARABLE),
        (known) => Math.floor(known / 2),
      ),
    ),
    clause(
      'and ties in ascending order of id.',
      tiesBackward('Entries with equal values come by id descending.', 'asc'),
    ),
    clause(
      'A descending sort reverses the values,',
      sorting('A descending sort is ascending.', (keys, asked) =>
        keys.length === 1 && keys[0]?.[1] === 'desc' && isBy(asked, COMPARABLE)
          ? [[keys[0][0], 'asc']]
          : undefined,
      ),
    ),
    clause(
      'but not the ties.',
      tiesBackward('Entries with equal values come by id descending if the sort is descending.', 'desc'),
    ),
  ],
  'sort.through': [
    clause(
      'A sort through an attribute orders entries by the first of the values that populating the same path shows.',
      sorting('A sort through an attribute is ignored.', (keys, asked) =>
        isThrough(asked) ? keys.filter(([path]) => !path.includes('.')) : undefined,
      ),
    ),
    clause(
      'An entry that shows no value is placed like an entry with a missing value.',
      missing(
        'Sorted through an attribute, entries that show none come in the middle.',
        (asked) => isThrough(asked) && has(asked, 'populate'),
        (known) => Math.floor(known / 2),
      ),
    ),
  ],
  'sort.code-points': [
    clause(
      'Texts are in the order of their code points,',
      sorting('A sort by one text is descending.', (keys, asked) =>
        keys.length === 1 && isBy(asked, TEXTS) && keys[0]?.[1] === 'asc'
          ? [[keys[0][0], 'desc']]
          : undefined,
      ),
    ),
    clause(
      'and entries without a text come first.',
      missing(
        'Entries without a text come last.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, TEXTS),
        (known) => known,
      ),
    ),
  ],
  'sort.forms': [
    clause(
      'A sort has the same effect as a text,',
      turning(
        'A sort as text with blanks turns the list around.',
        ({ query: { sort } }) => typeof sort === 'string' && sort.includes(', '),
      ),
    ),
    clause(
      'as a list',
      turning(
        'A sort as a list of two objects turns the list around.',
        ({ query: { sort } }) => isTrees(sort) && sort.length === 2 && sort.every(isMap),
      ),
    ),
    clause(
      'and as an object,',
      turning(
        'A sort as an object of two keys turns the list around.',
        ({ query: { sort } }) => isMap(sort) && Object.values(sort).join() === 'desc,asc',
      ),
    ),
    clause(
      'with `asc` and `desc` in any letter case.',
      turning(
        'An order in mixed case turns the list around.',
        ({ query: { sort } }) => isTrees(sort) && /:Desc$/.test(String(sort[0])),
      ),
    ),
  ],
}

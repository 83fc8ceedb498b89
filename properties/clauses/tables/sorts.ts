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
 * Returns a faulty server that orders entries with equal values by descending id, if the request sorts by one key in
 * the direction `direction`.
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
      'A sort drops no entry.',
      losing(
        'The server wrongly omits an entry if the request sorts by documentId.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
      ),
    ),
    clause(
      'A sort through a relation drops no entry.',
      losing(
        'The server wrongly omits an entry if the request sorts through a relation.',
        (asked) => isPlain(asked) && isThrough(asked),
      ),
    ),
    clause(
      'A sort adds no entry.',
      listing(
        'The server wrongly shows the last entry twice if the request sorts by documentId.',
        (asked) => isPlain(asked) && keysOf(asked.query.sort)[0]?.[0] === 'documentId',
        (list) => [...list, ...list.slice(-1)],
      ),
    ),
    clause(
      'A sort does not change the content of an entry.',
      entries(
        'The server wrongly shows null for `updatedAt` if the request sorts through a relation.',
        (entry, { depth }) => (depth === 0 && 'updatedAt' in entry ? { ...entry, updatedAt: null } : entry),
        isThrough,
      ),
    ),
    clause(
      'Without a sort, entries are in ascending order of id.',
      reading(
        'The server wrongly sorts entries by `id:desc` if the request has no sort.',
        (query, { documentId }) =>
          query.sort === undefined && documentId === '' ? { ...query, sort: 'id:desc' } : undefined,
      ),
    ),
    clause(
      'Without a sort, no entry appears twice.',
      also(
        {
          'pages.total-order': 'The law `pages.total-order` compares pages with the whole list.',
          'status.cohorts': 'The law `status.cohorts` compares lists of ids.',
          'filters.ids': 'The law `filters.ids` compares lists of entries.',
        },
        listing(
          'The server wrongly shows the last entry twice if the request has an unknown parameter and no sort.',
          (asked) => isWhole(asked) && !has(asked, 'sort') && has(asked, 'other'),
          (list) => [...list, ...list.slice(-1)],
        ),
      ),
    ),
  ],
  'sort.orders': [
    clause(
      'Entries are in the order of the values that they have for the first sort key.',
      sorting('The server wrongly ignores a sort by one attribute.', (keys, asked) =>
        keys.length === 1 && isBy(asked, COMPARABLE) ? [] : undefined,
      ),
    ),
    clause(
      'Entries with equal values for one sort key are in the order of the next key.',
      sorting('The server wrongly ignores the second key of a sort.', (keys, asked) =>
        keys.length === 2 && isBy(asked, COMPARABLE) ? keys.slice(0, 1) : undefined,
      ),
    ),
    clause(
      'A sort puts all entries with a missing value together at one end of the list.',
      missing(
        'The server wrongly puts entries with a missing value between entries with a value.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, COMPARABLE),
        (known) => Math.floor(known / 2),
      ),
    ),
    clause(
      'Entries with equal values for all sort keys are in ascending order of id.',
      tiesBackward('The server wrongly puts entries with equal values in descending order of id.', 'asc'),
    ),
    clause(
      'A descending sort reverses the order of different values.',
      sorting(
        'The server wrongly sorts in ascending order if the request sorts in descending order.',
        (keys, asked) =>
          keys.length === 1 && keys[0]?.[1] === 'desc' && isBy(asked, COMPARABLE)
            ? [[keys[0][0], 'asc']]
            : undefined,
      ),
    ),
    clause(
      'A descending sort does not reverse entries with equal values.',
      tiesBackward(
        'The server wrongly puts entries with equal values in descending order of id if the sort is descending.',
        'desc',
      ),
    ),
  ],
  'sort.through': [
    clause(
      'A sort through an attribute orders entries by the first of the values that populating the path of the sort shows.',
      sorting('The server wrongly ignores a sort through an attribute.', (keys, asked) =>
        isThrough(asked) ? keys.filter(([path]) => !path.includes('.')) : undefined,
      ),
    ),
    clause(
      'A sort through an attribute places an entry that shows no value like an entry with a missing value.',
      missing(
        'The server wrongly puts entries without a value in the middle if the request sorts through an attribute.',
        (asked) => isThrough(asked) && has(asked, 'populate'),
        (known) => Math.floor(known / 2),
      ),
    ),
  ],
  'sort.code-points': [
    clause(
      'A sort by a text attribute puts the entries in the order of the code points of their texts.',
      sorting(
        'The server wrongly sorts in descending order if the request sorts by one text in ascending order.',
        (keys, asked) =>
          keys.length === 1 && isBy(asked, TEXTS) && keys[0]?.[1] === 'asc'
            ? [[keys[0][0], 'desc']]
            : undefined,
      ),
    ),
    clause(
      'In a sort by a text attribute in ascending order, entries without a text come first.',
      missing(
        'The server wrongly puts entries whose text attribute is null last.',
        (asked) => keysOf(asked.query.sort).length === 1 && isBy(asked, TEXTS),
        (known) => known,
      ),
    ),
  ],
  'sort.forms': [
    clause(
      'A text that lists sort keys has the same effect as any other form of the same sort.',
      turning(
        'The server wrongly reverses the list if the sort is a text with blanks.',
        ({ query: { sort } }) => typeof sort === 'string' && sort.includes(', '),
      ),
    ),
    clause(
      'A list of sort keys has the same effect as any other form of the same sort.',
      turning(
        'The server wrongly reverses the list if the sort is a list of two objects.',
        ({ query: { sort } }) => isTrees(sort) && sort.length === 2 && sort.every(isMap),
      ),
    ),
    clause(
      'An object of sort keys has the same effect as any other form of the same sort.',
      turning(
        'The server wrongly reverses the list if the sort is an object of two keys.',
        ({ query: { sort } }) => isMap(sort) && Object.values(sort).join() === 'desc,asc',
      ),
    ),
    clause(
      'The words `asc` and `desc` may have any letter case.',
      turning(
        'The server wrongly reverses the list if the sort contains `Desc` in mixed case.',
        ({ query: { sort } }) => isTrees(sort) && /:Desc$/.test(String(sort[0])),
      ),
    ),
  ],
}

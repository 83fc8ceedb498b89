/** The clauses of the laws of searches. */

import { isObject } from '../../../src/util/json.ts'
import { printQuery } from '../../arbitraries/print.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { type Asked, has, listing, losingOne, reading, replying } from '../kit.ts'
import { documentIds, isInId, isWhole, isWord, searchOf } from '../kits/mentions.ts'
import { isDocument } from '../kits/values.ts'

const SEARCHES = 'Its lists may have a search.'
const ALONE = { 'search.documents': 'It searches single documents.' }

/** Whether the request is for one document and has a search text. */
const isSearched = (asked: Asked): boolean => isDocument(asked) && has(asked, '_q')

export const SEARCH_CLAUSES: Clauses = {
  'search.contains': [
    clause(
      '`_q` finds every entry that `$containsi` finds',
      also(
        { ...ALONE, 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        losingOne(
          'A search for an unknown text loses an entry.',
          (asked) => isWord(asked) && !documentIds(asked).includes(searchOf(asked)),
        ),
      ),
    ),
    clause(
      'by id, documentId',
      also(
        { ...ALONE, 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        losingOne(
          'A search for a part of a documentId loses an entry.',
          (asked) => isWord(asked) && isInId(asked) && !documentIds(asked).includes(searchOf(asked)),
        ),
      ),
    ),
    clause(
      'or a searched text attribute,',
      also(
        ALONE,
        losingOne(
          'A search for what no documentId has loses an entry.',
          (asked) => isWord(asked) && !isInId(asked),
        ),
      ),
    ),
    clause(
      'and no other entry.',
      also(
        ALONE,
        reading('A search for a word finds everything.', ({ _q, ...query }, asked) =>
          isWord(asked) && _q !== undefined ? query : undefined,
        ),
      ),
    ),
  ],
  'search.ids': [
    clause(
      '`_q` with the id',
      also(
        {
          'pages.total': SEARCHES,
          'pages.count': SEARCHES,
          ...ALONE,
        },
        listing(
          'A search for an id does not find its entry.',
          (asked) => searchOf(asked) !== '' && !isWord(asked),
          (list, asked) => list.filter((one) => !isObject(one) || String(one.id) !== searchOf(asked)),
        ),
      ),
    ),
    clause(
      'or the documentId of an entry finds this entry.',
      also(
        { 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        listing(
          'A search for a documentId does not find its entries.',
          (asked) => isWhole(asked) && documentIds(asked).includes(searchOf(asked)),
          (list, asked) => list.filter((one) => !isObject(one) || one.documentId !== searchOf(asked)),
        ),
      ),
    ),
  ],
  'search.documents': [
    clause(
      '`_q` with a text that the list of the type finds in a document does not change the answer at the path of the document.',
      replying(
        'A document is not found with a search text.',
        (asked, { status }) => isSearched(asked) && status === 200,
        (_, { path }, answer) => answer({ url: `${path}/nothing/nobody` }),
      ),
    ),
    clause(
      'With any other text, the answer is 404.',
      replying(
        'The search text of a document is ignored.',
        (asked, { status }) => isSearched(asked) && status === 404,
        (_, { request, path, query: { _q, ...rest } }, answer) =>
          answer({ ...request, url: `${path}?${printQuery(rest)}` }),
      ),
    ),
  ],
}

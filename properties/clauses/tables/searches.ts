/** The clauses of the laws of searches. */

import { isObject } from '../../../src/util/json.ts'
import { printQuery } from '../../arbitraries/print.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { type Asked, has, listing, losingOne, reading, replying } from '../kit.ts'
import { documentIds, isInId, isWhole, isWord, searchOf } from '../kits/mentions.ts'
import { isDocument } from '../kits/values.ts'

const SEARCHES = 'Another law notices the fault, because the lists that it requests may have a search text.'
const ALONE = { 'search.documents': 'The law `search.documents` searches single documents.' }

/** Returns whether a request is for one document and has a search text. */
const isSearched = (asked: Asked): boolean => isDocument(asked) && has(asked, '_q')

export const SEARCH_CLAUSES: Clauses = {
  'search.contains': [
    clause(
      '`_q` finds every entry that `$containsi` with the same text finds.',
      also(
        { ...ALONE, 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        losingOne(
          'a search for a text other than a documentId',
          (asked) => isWord(asked) && !documentIds(asked).includes(searchOf(asked)),
        ),
      ),
    ),
    clause(
      '`_q` finds the entries whose id or documentId contains the search text.',
      also(
        { ...ALONE, 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        losingOne(
          'a search for a part of a documentId',
          (asked) => isWord(asked) && isInId(asked) && !documentIds(asked).includes(searchOf(asked)),
        ),
      ),
    ),
    clause(
      '`_q` finds the entries that have the search text in a searched text attribute.',
      also(
        ALONE,
        losingOne('a search for a text outside every documentId', (asked) => isWord(asked) && !isInId(asked)),
      ),
    ),
    clause(
      '`_q` finds no other entry.',
      also(
        ALONE,
        reading('The server wrongly ignores a search text that is a word.', ({ _q, ...query }, asked) =>
          isWord(asked) && _q !== undefined ? query : undefined,
        ),
      ),
    ),
  ],
  'search.ids': [
    clause(
      '`_q` with the id of an entry finds this entry.',
      also(
        {
          'pages.total': SEARCHES,
          'pages.count': SEARCHES,
          ...ALONE,
        },
        listing(
          'The server wrongly does not find an entry by a search for its id.',
          (asked) => searchOf(asked) !== '' && !isWord(asked),
          (list, asked) => list.filter((one) => !isObject(one) || String(one.id) !== searchOf(asked)),
        ),
      ),
    ),
    clause(
      '`_q` with the documentId of an entry finds this entry.',
      also(
        { 'pages.concatenate': SEARCHES, 'pages.count': SEARCHES },
        listing(
          'The server wrongly does not find entries by a search for their documentId.',
          (asked) => isWhole(asked) && documentIds(asked).includes(searchOf(asked)),
          (list, asked) => list.filter((one) => !isObject(one) || one.documentId !== searchOf(asked)),
        ),
      ),
    ),
  ],
  'search.documents': [
    clause(
      "If a list finds a document by a search text, this text does not change the answer at the document's path.",
      replying(
        'The server wrongly answers 404 at the path of a document if the request has a search text.',
        (asked, { status }) => isSearched(asked) && status === 200,
        (_, { path }, answer) => answer({ url: `${path}/nothing/nobody` }),
      ),
    ),
    clause(
      'With a search text that does not find a document, the answer at the path of the document is 404.',
      replying(
        'The server wrongly ignores a search text at the path of a document.',
        (asked, { status }) => isSearched(asked) && status === 404,
        (_, { request, path, query: { _q, ...rest } }, answer) =>
          answer({ ...request, url: `${path}?${printQuery(rest)}` }),
      ),
    ),
  ],
}

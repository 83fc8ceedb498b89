import type { QueryTree } from '../../arbitraries/print.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { has, ignoring, replying } from '../kit.ts'
import { isObjectRefused, turnedInto } from '../kits/requests.ts'

/** Whether `populate` is one dotted path of more than ten names. */
const isDeep = (populate: QueryTree | undefined): boolean =>
  typeof populate === 'string' && !populate.includes(',') && populate.split('.').length > 10

export const TOTALITY_CLAUSES: Clauses = {
  'total.any-url': [
    clause(
      'Any text as a URL,',
      replying(
        'A path that cannot be decoded is answered 500.',
        ({ request }) => request.url.includes('%E0%A4%A'),
        (response) => ({ ...response, status: 500 }),
      ),
    ),
    clause(
      'with any method,',
      replying(
        'A method that is not known is answered 501.',
        ({ request: { method = 'GET' } }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
        (response) => ({ ...response, status: 501 }),
      ),
    ),
    clause(
      'gets an answer with the status 200, 400, 401, 403, 404, 405 or 431',
      replying(
        'A path that is too odd is answered 418.',
        ({ request }, { status }) => status === 404 && !request.url.startsWith('/'),
        (response) => ({ ...response, status: 418 }),
      ),
    ),
    clause(
      '(204 for a preflight),',
      replying(
        'A preflight is answered 202.',
        ({ request }, { status }) => request.method === 'OPTIONS' && status === 204,
        (response) => ({ ...response, status: 202 }),
      ),
    ),
    clause('and never an exception.', {
      says: 'A path that cannot be decoded throws.',
      around: (answer) => (request) => {
        if (request.url.includes('%E0%A4%A')) throw new URIError('URI malformed')
        return answer(request)
      },
    }),
  ],
  'total.broken-queries': [
    clause(
      'A query with replaced, moved or dropped parts is answered or refused,',
      replying('A refused sort or page that is an object is answered 202.', isObjectRefused, (response) => ({
        ...response,
        status: 202,
      })),
    ),
    clause(
      'and never causes a failure of the server.',
      replying('A refused sort or page that is an object is answered 500.', isObjectRefused, (response) =>
        turnedInto(response, 500),
      ),
    ),
  ],
  'total.sound-queries': [
    clause(
      'A valid request that the role may send has the status 200,',
      also(
        { 'shape.defaults': 'It compares two requests of which one has a page.' },
        replying(
          'A list with a search is a bad request if it has a sort and no page.',
          (asked, { status }) =>
            status === 200 && has(asked, '_q') && has(asked, 'sort') && !has(asked, 'pagination'),
          (_, { path, request }, answer) => answer({ ...request, url: `${path}?sort=nothing` }),
        ),
      ),
    ),
    clause(
      'or 404 for an entry that does not exist.',
      also(
        { 'search.documents': 'It searches single documents.' },
        replying(
          'A document that is not there is a bad request if there is a query.',
          ({ query, documentId }, { status }) =>
            status === 404 && documentId !== '' && Object.keys(query).length > 0,
          (response) => turnedInto(response, 400),
        ),
      ),
    ),
  ],
  'total.depth': [
    clause(
      'A populate of any depth that fits into a URL is answered,',
      replying(
        'A populate of more than ten levels is answered 500.',
        ({ query }) => isDeep(query.populate),
        (response) => ({ ...response, status: 500 }),
      ),
    ),
    clause(
      'or refused because the answer is too large.',
      replying(
        'A populate that is refused as too large is answered 413.',
        ({ query }, { status }) => status === 400 && isDeep(query.populate),
        (response) => turnedInto(response, 413),
      ),
    ),
  ],
  'total.refusals': [
    clause(
      'The server refuses, and never ignores, unknown names,',
      ignoring('The reserved name `lookup` is ignored.', 'lookup', /^lookup=/),
    ),
    clause('wrong shapes,', ignoring('A list of searches is ignored.', '_q', /^_q\[0\]/)),
    clause('an unknown status,', ignoring('An unknown status is ignored.', 'status', /^status=other$/)),
    clause(
      'an object as the locale,',
      ignoring('An object as a locale is ignored.', 'locale', /^locale\[\$ne\]/),
    ),
    clause(
      'a text in place of a number,',
      ignoring('A text that is no number is ignored.', 'filters', /=4a$/),
    ),
    clause(
      'and lists of more than 100 values.',
      ignoring('More than 100 values are ignored.', 'filters', /\[\$in\]\[100\]=/),
    ),
  ],
}

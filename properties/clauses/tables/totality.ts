import type { QueryTree } from '../../arbitraries/print.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { has, ignoring, replying } from '../kit.ts'
import { isObjectRefused, turnedInto } from '../kits/requests.ts'

/** Returns whether `populate` is one dotted path of more than ten names. */
const isDeep = (populate: QueryTree | undefined): boolean =>
  typeof populate === 'string' && !populate.includes(',') && populate.split('.').length > 10

export const TOTALITY_CLAUSES: Clauses = {
  'total.any-url': [
    clause(
      'Any text as a URL gets an answer.',
      replying(
        'The server wrongly answers 500 to a path that cannot be decoded.',
        ({ request }) => request.url.includes('%E0%A4%A'),
        (response) => ({ ...response, status: 500 }),
      ),
    ),
    clause(
      'A request with any method gets an answer.',
      replying(
        'The server wrongly answers 501 to every method except GET, HEAD and OPTIONS.',
        ({ request: { method = 'GET' } }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
        (response) => ({ ...response, status: 501 }),
      ),
    ),
    clause(
      'The status of an answer is 200, 400, 401, 403, 404, 405 or 431, except for a preflight request.',
      replying(
        'The server wrongly answers 418, not 404, to a URL without a slash at its start.',
        ({ request }, { status }) => status === 404 && !request.url.startsWith('/'),
        (response) => ({ ...response, status: 418 }),
      ),
    ),
    clause(
      'The answer to a preflight request has the status 204.',
      replying(
        'The server wrongly answers 202 to a preflight.',
        ({ request }, { status }) => request.method === 'OPTIONS' && status === 204,
        (response) => ({ ...response, status: 202 }),
      ),
    ),
    clause('No request causes an exception.', {
      says: 'The server wrongly throws an exception for a path that cannot be decoded.',
      around: (answer) => (request) => {
        if (request.url.includes('%E0%A4%A')) throw new URIError('URI malformed')
        return answer(request)
      },
    }),
  ],
  'total.broken-queries': [
    clause(
      'The server answers or refuses a query with replaced, moved or dropped parts.',
      replying(
        'The server wrongly answers 202, not 400, to a sort or page that is an object.',
        isObjectRefused,
        (response) => ({
          ...response,
          status: 202,
        }),
      ),
    ),
    clause(
      'A query with replaced, moved or dropped parts never causes a failure of the server.',
      replying(
        'The server wrongly answers 500, not 400, to a sort or page that is an object.',
        isObjectRefused,
        (response) => turnedInto(response, 500),
      ),
    ),
  ],
  'total.sound-queries': [
    clause(
      'A valid request that the role may send has the status 200.',
      also(
        {
          'shape.defaults':
            'The law `shape.defaults` compares a request for page 1 with a request without a page.',
        },
        replying(
          'The server wrongly answers 400 to a request with a search text and a sort, but no pagination.',
          (asked, { status }) =>
            status === 200 && has(asked, '_q') && has(asked, 'sort') && !has(asked, 'pagination'),
          (_, { path, request }, answer) => answer({ ...request, url: `${path}?sort=nothing` }),
        ),
      ),
    ),
    clause(
      'A valid request for an entry that does not exist has the status 404.',
      also(
        { 'search.documents': 'The law `search.documents` searches single documents.' },
        replying(
          'The server wrongly answers 400, not 404, for a missing document if the request has a query.',
          ({ query, documentId }, { status }) =>
            status === 404 && documentId !== '' && Object.keys(query).length > 0,
          (response) => turnedInto(response, 400),
        ),
      ),
    ),
  ],
  'total.depth': [
    clause(
      'The server answers or refuses a populate of any depth that fits into a URL.',
      replying(
        'The server wrongly answers 500 to a `populate` of more than ten levels.',
        ({ query }) => isDeep(query.populate),
        (response) => ({ ...response, status: 500 }),
      ),
    ),
    clause(
      'The server refuses a populate with 400 if the answer would be too large.',
      replying(
        'The server wrongly answers 413, not 400, to a `populate` that is refused as too large.',
        ({ query }, { status }) => status === 400 && isDeep(query.populate),
        (response) => turnedInto(response, 413),
      ),
    ),
  ],
  'total.refusals': [
    clause(
      'The server refuses, and never ignores, an unknown name.',
      ignoring('The server wrongly ignores the reserved parameter `lookup`.', 'lookup', /^lookup=/),
    ),
    clause(
      'The server refuses, and never ignores, a value of the wrong shape.',
      ignoring('The server wrongly ignores a list of search texts.', '_q', /^_q\[0\]/),
    ),
    clause(
      'The server refuses, and never ignores, an unknown status.',
      ignoring('The server wrongly ignores an unknown `status`.', 'status', /^status=other$/),
    ),
    clause(
      'The server refuses, and never ignores, an object as the locale.',
      ignoring('The server wrongly ignores an object as `locale`.', 'locale', /^locale\[\$ne\]/),
    ),
    clause(
      'The server refuses, and never ignores, a text in place of a number.',
      ignoring('The server wrongly ignores a text in place of a number in `filters`.', 'filters', /=4a$/),
    ),
    clause(
      'The server refuses, and never ignores, a list of more than 100 values.',
      ignoring('The server wrongly ignores a list of more than 100 values.', 'filters', /\[\$in\]\[100\]=/),
    ),
  ],
}

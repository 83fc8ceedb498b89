import { mayFind } from '../../../src/semantics/access.ts'
import { isSecret } from '../../../src/semantics/model.ts'
import { isList } from '../../../src/util/json.ts'
import type { QueryTree } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause, LISTED } from '../clause.ts'
import { entries, has, ignoring, replying, roleOf } from '../kit.ts'
import {
  attributeOf,
  ERRORS,
  filteredBelow,
  forgetful,
  gainingMember,
  isClosed,
  isObjectRefused,
  isOneField,
  keys,
  NAMED,
  opened,
  PAGED,
  SHOWN,
  secret,
  turnedInto,
  words,
} from '../kits/requests.ts'

/** Whether `populate` is one dotted path of more than ten names. */
const isDeep = (populate: QueryTree | undefined): boolean =>
  typeof populate === 'string' && !populate.includes(',') && populate.split('.').length > 10

export const ACCESS_CLAUSES: Clauses = {
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
      replying(
        'A document that is not there is a bad request if there is a query.',
        ({ query, documentId }, { status }) =>
          status === 404 && documentId !== '' && Object.keys(query).length > 0,
        (response) => turnedInto(response, 400),
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
  'secret.refused': [
    clause('A private or password attribute is refused in `fields`,', also(NAMED, secret('fields'))),
    clause('`filters`,', also(NAMED, secret('filters'))),
    clause('`sort`', also(NAMED, secret('sort'))),
    clause('and `populate`.', also(NAMED, secret('populate'))),
  ],
  'access.statuses': [
    clause(
      'A list without `find` is 403,',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'A closed list is not there.',
          ({ documentId }, { status }) => documentId === '' && status === 403,
          (response) => turnedInto(response, 404),
        ),
      ),
    ),
    clause(
      'and so is a single entry without `findOne`.',
      replying(
        'A closed entry is not there.',
        ({ documentId }, { status }) => documentId !== '' && status === 403,
        (response) => turnedInto(response, 404),
      ),
    ),
    clause(
      'An unknown token is 401,',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'An unknown token is forbidden.',
          ({ request }, { status }) => status === 401 && request.headers?.['authorization'] !== undefined,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
    clause(
      'and so is a request without a token if the public role has no permission.',
      replying(
        'A public role without permissions is forbidden.',
        ({ request }, { status }) => status === 401 && request.headers?.['authorization'] === undefined,
        (response) => turnedInto(response, 403),
      ),
    ),
    clause(
      'With the permission, the status is neither 401 nor 403.',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'A document that is not there is forbidden.',
          ({ query, documentId }, { status }) =>
            status === 404 && documentId === 'nobody' && Object.keys(query).length === 0,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
  ],
  'access.absent': [
    clause(
      'A relation to a type that the role may not find is absent when populated,',
      alsoListed(opened('A relation to a closed type is null when populated.', null)),
    ),
    clause(
      'and refused in a filter',
      ignoring('A filter through a relation to a closed type is ignored.', 'filters', (asked) =>
        keys(asked.query.filters).some((name) => isClosed(asked, attributeOf(asked, name))),
      ),
    ),
    clause(
      'or a sort.',
      ignoring('A sort through a relation to a closed type is ignored.', 'sort', (asked) =>
        words(asked.query.sort).some((name) => isClosed(asked, attributeOf(asked, name))),
      ),
    ),
  ],
  'access.nested': [
    clause(
      'A filter inside a populate is refused if it goes through a relation that the role may not find,',
      ignoring(
        'A filter through a relation to a closed type is ignored inside a populate.',
        'populate',
        (asked) => filteredBelow(asked, (attribute) => isClosed(asked, attribute)),
      ),
    ),
    clause(
      'or uses a private attribute.',
      ignoring('A filter by a private attribute is ignored inside a populate.', 'populate', (asked) =>
        filteredBelow(asked, isSecret),
      ),
    ),
  ],
  'access.closed': [
    clause(
      'No answer shows an entry of a type that the role may not find, neither as a linked entry',
      also(
        { 'access.absent': 'It populates the same relation.', ...LISTED },
        opened('A populated entry of a closed type shows its id.', SHOWN),
      ),
    ),
    clause(
      'nor as an element of a morph relation.',
      entries('A morph relation to many shows an entry of a closed type.', (entry, { model }, asked) => {
        const role = roleOf(asked)
        const hidden = [...asked.graph.schema.contentTypes.keys()].find(
          (uid) => role !== undefined && uid.startsWith('api::') && !mayFind(role, uid),
        )
        const morph = [...model.attributes.values()].find(
          ({ kind, name }) => kind === 'morphTo' && isList(entry[name]),
        )
        const list = morph === undefined ? null : entry[morph.name]
        return hidden === undefined || morph === undefined || !isList(list ?? null)
          ? entry
          : { ...entry, [morph.name]: [...[list ?? []].flat(), { ...SHOWN, __type: hidden }] }
      }),
    ),
  ],
  'frame.repeat': [
    clause(
      'Equal requests have byte-identical answers,',
      forgetful('Every second answer to a request has a blank more.', (times) => times % 2 === 1),
    ),
    clause(
      'whatever requests came between them.',
      forgetful('Every third other request adds a blank to answers.', (_, switches) => switches % 3 === 0),
    ),
  ],
  'frame.members': [
    clause(
      'All entries of a list have the same members,',
      also(
        PAGED,
        entries(
          'Of a whole list with one field, entries have no member without a value.',
          (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
          isOneField,
        ),
      ),
    ),
    clause('whatever earlier requests selected of some entries.', gainingMember),
  ],
}

/** The clauses of the laws of shape. */
import { isSecret, openScalars } from '../../../src/semantics/model.ts'
import { isList, isObject, parseJson } from '../../../src/util/json.ts'
import { also, alsoListed, type Clauses, clause } from '../clause.ts'
import { always, entries, links, reading, replying, showing, without } from '../kit.ts'
import {
  ERRORS,
  FILE,
  isChosen,
  isError,
  isSingle,
  isWhole,
  KINDLESS,
  NUMBERS,
  WHOLE,
  withoutMember,
} from '../kits/shapes.ts'

const CUT = { 'shape.fields-text': 'The law `shape.fields-text` requests `fields` too.' }

export const SHAPE_CLAUSES: Clauses = {
  'shape.identity': [
    clause(
      'Every entry and file at any depth has an id and a documentId.',
      entries('The server wrongly omits the documentId of files.', (entry, { model }) =>
        model.uid === FILE ? without(entry, 'documentId') : entry,
      ),
      alsoListed(
        entries(
          'The server wrongly omits the documentId of populated entries.',
          (entry, { model, depth, by }) =>
            depth > 0 &&
            model.modelType === 'contentType' &&
            model.uid !== FILE &&
            by?.name !== 'localizations'
              ? without(entry, 'documentId')
              : entry,
        ),
      ),
    ),
    clause(
      'Every component has an id.',
      entries('The server wrongly shows a text as the id of a component outside a list.', (entry, { by }) =>
        by?.kind === 'component' && !by.many ? { ...entry, id: `c${entry.id}` } : entry,
      ),
    ),
    clause(
      'Every element of a dynamic zone has `__component`.',
      also(
        {
          'shape.no-secrets': KINDLESS,
          'status.unasked': KINDLESS,
          'populate.first-level': KINDLESS,
          'values.types': KINDLESS,
          'component.ids': KINDLESS,
          'access.closed': KINDLESS,
          'populate.on-union':
            'The law `populate.on-union` distinguishes the elements of a zone by their type.',
          'status.asked': KINDLESS,
        },
        links('The server wrongly omits `__component` from the elements of a zone.', (value, { kind }) =>
          kind === 'zone' && isList(value)
            ? value.map((one) => (isObject(one) ? without(one, '__component') : one))
            : value,
        ),
      ),
    ),
    clause(
      'Entries and components do not name their type if only one type is possible at their place.',
      links('The server wrongly adds `__component` to a component outside a zone.', (value, attribute) =>
        attribute.kind === 'component' && isObject(value) && value.id !== undefined
          ? { ...value, __component: attribute.component }
          : value,
      ),
    ),
  ],
  'shape.no-secrets': [
    clause(
      'No answer contains a private or password attribute.',
      alsoListed(
        entries(
          'The server wrongly shows the name of a private or password attribute in populated entries.',
          (entry, { model, depth }) => {
            const secret = [...model.attributes.values()].find(
              (one) => one.kind === 'scalar' && isSecret(one),
            )
            return depth === 0 || secret === undefined ? entry : { ...entry, [secret.name]: null }
          },
        ),
      ),
    ),
    clause(
      'No answer contains a member that is not an attribute of its type.',
      alsoListed(
        entries(
          'The server wrongly shows a column of the database in populated entries.',
          (entry, { depth, model }) =>
            depth === 1 && model.modelType === 'contentType' ? { ...entry, published_by: 1 } : entry,
        ),
      ),
    ),
    clause(
      'Entries at any depth contain only attributes of their type.',
      alsoListed(
        entries(
          'The server wrongly shows a column of the database in entries two or more levels below the list.',
          (entry, { depth }) => (depth > 1 ? { ...entry, published_by: 1 } : entry),
        ),
      ),
    ),
  ],
  'shape.scalars-only': [
    clause(
      'Without `populate` and `fields`, an entry has an id and a documentId.',
      also(
        {
          'shape.identity': 'The law `shape.identity` looks for the documentId too.',
          'shape.fields': WHOLE,
          'shape.fields-text': 'The law `shape.fields-text` requests `fields` too.',
        },
        entries(
          'The server wrongly omits the documentId of a single type if the request has no `fields`.',
          (entry, place) => (isSingle(place) ? without(entry, 'documentId') : entry),
          isWhole,
        ),
      ),
    ),
    clause(
      'Without `populate` and `fields`, an entry has all its scalar attributes except private ones and passwords.',
      also(
        { 'shape.fields': WHOLE, 'shape.fields-text': 'The law `shape.fields-text` requests `fields` too.' },
        entries(
          'The server wrongly omits `createdAt` of a single type if the request has no `fields`.',
          (entry, place) => (isSingle(place) ? without(entry, 'createdAt') : entry),
          isWhole,
        ),
      ),
    ),
    clause(
      'Without `populate` and `fields`, an entry has no members other than its id, documentId and scalar attributes.',
      also(
        { 'shape.fields': WHOLE, 'shape.fields-text': 'The law `shape.fields-text` requests `fields` too.' },
        entries(
          'The server wrongly adds `__type` to the entry of a single type if the request has no `fields`.',
          (entry, place) => (isSingle(place) ? { ...entry, __type: place.model.uid } : entry),
          isWhole,
        ),
      ),
    ),
  ],
  'shape.fields': [
    clause(
      'With `fields`, an entry has exactly the id, the documentId and the named scalars.',
      also(
        CUT,
        entries(
          'The server wrongly adds `__type` to an entry if the request has `fields`.',
          (entry, { depth, model }) => (depth === 0 ? { ...entry, __type: model.uid } : entry),
          isChosen,
        ),
      ),
    ),
    clause(
      '`fields` does not change the values of the entry.',
      also(
        CUT,
        entries(
          'The server wrongly empties a text of an entry if `fields` has more than two names.',
          (entry, { depth, model }) => {
            const text = openScalars(model).find(({ type }) => type === 'string' || type === 'text')
            return depth > 0 || text === undefined || !(text.name in entry)
              ? entry
              : { ...entry, [text.name]: '' }
          },
          ({ query: { fields } }) => Array.isArray(fields) && fields.length > 2,
        ),
      ),
    ),
    clause(
      '`fields` does not change the populated attributes.',
      also(
        CUT,
        entries(
          'The server wrongly populates only localizations if the request has `fields`.',
          (entry, { depth, model }) =>
            depth === 0
              ? Object.fromEntries(
                  Object.entries(entry).filter(
                    ([name]) =>
                      name === 'localizations' || (model.attributes.get(name)?.kind ?? 'scalar') === 'scalar',
                  ),
                )
              : entry,
          isChosen,
        ),
      ),
    ),
  ],
  'shape.fields-text': [
    clause(
      'A request whose `fields` is a comma list of names has the same answer as the request with a list of these names.',
      reading(
        'The server wrongly reads only the first name of a text in `fields`.',
        ({ fields, ...query }) =>
          typeof fields === 'string' && fields.includes(',')
            ? { ...query, fields: fields.slice(0, fields.indexOf(',')) }
            : undefined,
      ),
    ),
    clause(
      'A request whose `fields` lists `*` and names has the same answer as the request without `fields`.',
      reading('The server wrongly ignores `*` beside names in `fields`.', ({ fields, ...query }) =>
        Array.isArray(fields) && fields.length > 1 && fields.includes('*')
          ? { ...query, fields: fields.filter((name) => name !== '*') }
          : undefined,
      ),
    ),
  ],
  'shape.envelope': [
    clause(
      'The member `data` of an answer to a list request is the list.',
      showing('The server wrongly shows null in place of an empty list.', always, (body) =>
        isList(body.data) && body.data.length === 0 ? { ...body, data: null } : body,
      ),
    ),
    clause(
      'The answer to a list request has the pagination in `meta.pagination`.',
      also(
        { 'pages.count': NUMBERS, 'pages.styles': NUMBERS, 'pages.limits': NUMBERS },
        showing('The server wrongly omits `meta.pagination` from an empty list.', always, (body) =>
          isList(body.data) && body.data.length === 0 ? { ...body, meta: {} } : body,
        ),
      ),
    ),
    clause(
      'The member `data` of an answer to a request for one entry is the entry.',
      showing('The server wrongly shows a single entry as a list.', always, (body) =>
        isObject(body.data) ? { ...body, data: [body.data] } : body,
      ),
    ),
    clause(
      'The answer to a request for one entry has an empty `meta`.',
      showing('The server wrongly adds a number to the `meta` of a single entry.', always, (body) =>
        isObject(body.data) ? { ...body, meta: { found: 1 } } : body,
      ),
    ),
    clause(
      'An error answer has `data: null`.',
      replying('The server wrongly omits `data` from an error.', isError, (response) => ({
        ...response,
        body: JSON.stringify(without(Object(parseJson(response.body)), 'data')),
      })),
    ),
    clause(
      'An error answer has an `error` with status, name and message.',
      also({ 'total.any-url': ERRORS, 'total.broken-queries': ERRORS }, withoutMember('status')),
      also({ 'shape.errors': ERRORS }, withoutMember('name')),
      also({ 'shape.errors': ERRORS, 'errors.path': ERRORS }, withoutMember('message')),
    ),
  ],
  'shape.head': [
    clause(
      'The answer to HEAD has the same status as the answer to GET.',
      replying(
        'The server wrongly answers 405 to HEAD.',
        ({ request }) => request.method === 'HEAD',
        (response) => ({ ...response, status: 405 }),
      ),
    ),
    clause(
      'The answer to HEAD has no body.',
      replying(
        'The server wrongly answers HEAD with the body of GET.',
        ({ request }) => request.method === 'HEAD',
        (_, { request }, answer) => answer({ ...request, method: 'GET' }),
      ),
    ),
    clause(
      'A GET of the path in upper case has the same answer, body included.',
      replying(
        'The server wrongly answers 404 to a path in upper case.',
        ({ path }) => path !== path.toLowerCase() && path === path.toUpperCase(),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'A GET of the path with a slash at its end has the same answer, body included.',
      replying(
        'The server wrongly answers 404 to the path of a document with a slash at its end.',
        ({ path, documentId }) => path.endsWith('/') && documentId !== '',
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
  ],
}

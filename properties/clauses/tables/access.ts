/** The clauses of the laws about permissions, and about answers that depend on earlier requests. */
import { mayFind } from '../../../src/semantics/access.ts'
import { isSecret } from '../../../src/semantics/model.ts'
import { isList } from '../../../src/util/json.ts'
import { also, type Clauses, clause, LISTED } from '../clause.ts'
import { entries, ignoring, replying, roleOf } from '../kit.ts'
import {
  attributeOf,
  ERRORS,
  filteredBelow,
  forgetful,
  gainingMember,
  isClosed,
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

/**
 * The reasons why some other laws notice a fault about names of attributes. These laws also use names below an
 * attribute, which may equal the faulty names.
 */
const BELOW = {
  'access.through': 'The law `access.through` uses names below another attribute.',
  'errors.path': 'The law `errors.path` uses names below another attribute.',
}

export const ACCESS_CLAUSES: Clauses = {
  'secret.refused': [
    clause('A private or password attribute is refused in `fields`.', also(NAMED, secret('fields'))),
    clause(
      'A private or password attribute is refused in `filters`.',
      also({ ...NAMED, ...BELOW }, secret('filters')),
    ),
    clause(
      'A private or password attribute is refused in `sort`.',
      also({ ...NAMED, ...BELOW }, secret('sort')),
    ),
    clause('A private or password attribute is refused in `populate`.', also(NAMED, secret('populate'))),
  ],
  'access.statuses': [
    clause(
      'A request for a list has the status 403 if the role lacks `find`.',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'The server wrongly answers 404, not 403, to a request for a list without `find`.',
          ({ documentId }, { status }) => documentId === '' && status === 403,
          (response) => turnedInto(response, 404),
        ),
      ),
    ),
    clause(
      'A request for a single entry has the status 403 if the role lacks `findOne`.',
      replying(
        'The server wrongly answers 404, not 403, to a request for one entry without `findOne`.',
        ({ documentId }, { status }) => documentId !== '' && status === 403,
        (response) => turnedInto(response, 404),
      ),
    ),
    clause(
      'A request with an unknown API token has the status 401.',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'The server wrongly answers 403, not 401, to an unknown token.',
          ({ request }, { status }) => status === 401 && request.headers?.['authorization'] !== undefined,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
    clause(
      'A request without a token has the status 401 if the public role has no permission at all.',
      replying(
        'The server wrongly answers 403, not 401, if the public role has no permission.',
        ({ request }, { status }) => status === 401 && request.headers?.['authorization'] === undefined,
        (response) => turnedInto(response, 403),
      ),
    ),
    clause(
      'If the role has the needed permission, the status is neither 401 nor 403.',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'The server wrongly answers 403, not 404, to a request for a document that does not exist.',
          ({ query, documentId }, { status }) =>
            status === 404 && documentId === 'nobody' && Object.keys(query).length === 0,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
  ],
  'access.absent': [
    clause(
      'A populated relation to a type that the role may not find is absent from the answer.',
      also(
        { ...LISTED, 'populate.paths': 'The law `populate.paths` populates the same relation.' },
        opened(
          'The server wrongly shows null for a populated relation to a type that the role may not find.',
          null,
        ),
      ),
    ),
    clause(
      'A filter on a relation to a type that the role may not find is refused.',
      also(
        { 'access.through': 'The law `access.through` uses names below another attribute.' },
        ignoring(
          'The server wrongly ignores a filter through a relation to a type that the role may not find.',
          'filters',
          (asked) => keys(asked.query.filters).some((name) => isClosed(asked, attributeOf(asked, name))),
        ),
      ),
    ),
    clause(
      'A sort through a relation to a type that the role may not find is refused.',
      also(
        { 'access.through': 'The law `access.through` uses names below another attribute.' },
        ignoring(
          'The server wrongly ignores a sort through a relation to a type that the role may not find.',
          'sort',
          (asked) => words(asked.query.sort).some((name) => isClosed(asked, attributeOf(asked, name))),
        ),
      ),
    ),
  ],
  'access.nested': [
    clause(
      'A filter inside a populate is refused if it goes through a relation to a type that the role may not find.',
      ignoring(
        'The server wrongly ignores, inside a populate, a filter through a relation to a type that the role may not find.',
        'populate',
        (asked) => filteredBelow(asked, (attribute) => isClosed(asked, attribute)),
      ),
    ),
    clause(
      'A filter inside a populate is refused if it uses a private attribute.',
      ignoring(
        'The server wrongly ignores, inside a populate, a filter by a private attribute.',
        'populate',
        (asked) => filteredBelow(asked, isSecret),
      ),
    ),
  ],
  'access.closed': [
    clause(
      'No answer shows a linked entry of a type that the role may not find.',
      also(
        {
          'access.absent': 'The law `access.absent` populates the same relation.',
          ...LISTED,
          'populate.paths': 'The law `populate.paths` populates the same relation.',
        },
        opened('The server wrongly shows a populated entry of a type that the role may not find.', SHOWN),
      ),
    ),
    clause(
      'No morph relation in an answer has an element of a type that the role may not find.',
      also(
        { 'populate.count': 'The law `populate.count` compares the list with its count.' },
        entries(
          'The server wrongly shows, in a list of a morph relation, an entry that the role may not find.',
          (entry, { model }, asked) => {
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
          },
        ),
      ),
    ),
  ],
  'frame.repeat': [
    clause(
      'Equal requests have byte-identical answers.',
      forgetful(
        'The server wrongly adds a blank to every second answer to the same request.',
        (times) => times % 2 === 1,
      ),
    ),
    clause(
      'Other requests between two equal requests do not change the second answer.',
      forgetful(
        'The server wrongly adds a blank to an answer after every third change to another request.',
        (_, switches) => switches % 3 === 0,
      ),
    ),
  ],
  'frame.members': [
    clause(
      'All entries of a list have the same members.',
      also(
        PAGED,
        entries(
          'The server wrongly omits null members from the entries of a whole list with one field.',
          (entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
          isOneField,
        ),
      ),
    ),
    clause(
      'Earlier requests with filters or a sort do not change the members of the entries in a list.',
      gainingMember,
    ),
  ],
}

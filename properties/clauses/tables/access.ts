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
 * The reasons why these laws notice a fault about names of attributes: the names that they use below an attribute may
 * equal such names.
 */
const BELOW = {
  'access.through': 'It uses names below another attribute.',
  'errors.path': 'It uses names below another attribute.',
}

export const ACCESS_CLAUSES: Clauses = {
  'secret.refused': [
    clause('A private or password attribute is refused in `fields`,', also(NAMED, secret('fields'))),
    clause('`filters`,', also({ ...NAMED, ...BELOW }, secret('filters'))),
    clause('`sort`', also({ ...NAMED, ...BELOW }, secret('sort'))),
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
      also(
        { ...LISTED, 'populate.paths': 'It populates the same relation.' },
        opened('A relation to a closed type is null when populated.', null),
      ),
    ),
    clause(
      'and refused in a filter',
      also(
        { 'access.through': 'It uses names below another attribute.' },
        ignoring('A filter through a relation to a closed type is ignored.', 'filters', (asked) =>
          keys(asked.query.filters).some((name) => isClosed(asked, attributeOf(asked, name))),
        ),
      ),
    ),
    clause(
      'or a sort.',
      also(
        { 'access.through': 'It uses names below another attribute.' },
        ignoring('A sort through a relation to a closed type is ignored.', 'sort', (asked) =>
          words(asked.query.sort).some((name) => isClosed(asked, attributeOf(asked, name))),
        ),
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
        {
          'access.absent': 'It populates the same relation.',
          ...LISTED,
          'populate.paths': 'It populates the same relation.',
        },
        opened('A populated entry of a closed type shows its id.', SHOWN),
      ),
    ),
    clause(
      'nor as an element of a morph relation.',
      also(
        { 'populate.count': 'It compares the list with its count.' },
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

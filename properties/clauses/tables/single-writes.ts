/** The clauses of the laws of single writes and of their values. */
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import { type Clauses, clause, type SubjectFault } from '../clause.ts'
import { without } from '../kit.ts'
import {
  eachLinks,
  following,
  isEmpty,
  isTaken,
  type JudgedWrite,
  rewriting,
  taking,
  withTouched,
  writing,
} from '../kits/writes.ts'

const EVERYTHING = { name: 'all', permissions: new Set(['*']) }

const restaurant = (data: JsonObject, change: (links: JsonObject) => JsonObject): JsonObject | undefined =>
  isObject(data.regulars ?? null) ? { ...data, regulars: change(Object(data.regulars)) } : undefined
const flagging = (says: string, ...texts: readonly Json[]): SubjectFault =>
  rewriting(says, (data) => (texts.includes(data.isOpen ?? null) ? { ...data, isOpen: false } : undefined))

const isNote = ({ name, method }: JudgedWrite, wanted: string): boolean =>
  name === 'notes' && method === wanted
const listed = (value: Json | undefined): readonly Json[] =>
  isList(value ?? null) ? [value ?? null].flat() : []
/** Returns a faulty implementation that changes the links that a write gives a note. */
const tagging = (
  says: string,
  key: string,
  change: (tags: readonly Json[]) => readonly Json[],
): SubjectFault =>
  rewriting(says, ({ tags = null, ...data }, written) =>
    isNote(written, 'PUT') && isObject(tags) && isList(tags[key] ?? null)
      ? { ...data, tags: { ...tags, [key]: change(listed(tags[key])) } }
      : undefined,
  )
export const SINGLE_WRITE_CLAUSES: Clauses<SubjectFault> = {
  'writes.disconnect': [
    clause(
      'In a many-to-many relation, connecting an entry that is not linked yet, and then disconnecting it, restores the earlier state.',
      rewriting('The server wrongly ignores `disconnect` with an id.', (data) =>
        eachLinks(data, ({ disconnect = null, ...links }) =>
          isList(disconnect) && disconnect.some((one) => isObject(one) && 'id' in one)
            ? links
            : { ...links, disconnect },
        ),
      ),
    ),
  ],
  'writes.twice': [
    clause(
      'A repeated update with an empty `data` changes nothing except times and row ids.',
      following(
        'The server wrongly deletes a document at the second update with an empty `data`.',
        (written) => isEmpty(written) && written.url.includes('populate'),
        (made, written) =>
          isEmpty(written)
            ? { ...made, state: written.again({ method: 'DELETE' })?.state ?? made.state }
            : made,
      ),
    ),
  ],
  'writes.roles': [
    clause('A write for which the role lacks the permission changes nothing.', {
      says: 'The server wrongly lets every role write.',
      around: ({ write }) => ({
        write: (state, request, options) =>
          write(
            state,
            request,
            options?.roleOfToken === undefined ? options : { ...options, roleOfToken: () => EVERYTHING },
          ),
      }),
    }),
    clause(
      'In rows of other types, a permitted write changes only links.',
      writing(
        'The server wrongly updates an entry of another type with a write by a role.',
        (made, written) =>
          isTaken(made) && written.options?.roleOfToken !== undefined
            ? withTouched(
                made,
                written,
                ({ pluralName, singularName }) => ![pluralName, singularName].includes(written.name),
              )
            : made,
      ),
    ),
  ],
  'writes.links': [
    clause(
      '`set` replaces all links by the given links, in the given order.',
      rewriting('The server wrongly sets the links `regulars` in reverse order.', (data) =>
        restaurant(data, ({ set = null, ...links }) => (isList(set) ? { set: set.toReversed() } : links)),
      ),
    ),
    clause(
      '`connect` adds each link at the position that the request names.',
      rewriting('The server wrongly ignores the position of a link that `connect` adds.', (data) =>
        restaurant(data, ({ connect = null, ...links }) =>
          isList(connect)
            ? { ...links, connect: connect.map((one) => (isObject(one) ? without(one, 'position') : one)) }
            : links,
        ),
      ),
    ),
    clause(
      '`disconnect` removes exactly the named links.',
      rewriting('The server wrongly ignores `disconnect` in `regulars`.', (data) =>
        restaurant(data, (links) => without(links, 'disconnect')),
      ),
    ),
    clause(
      'An update keeps the links of earlier updates, unless it removes or replaces them.',
      rewriting('The server wrongly removes all other links when `connect` adds a link.', (data) =>
        restaurant(data, ({ connect = null, ...links }) =>
          isList(connect)
            ? { set: connect.map((one) => (isObject(one) ? (one.documentId ?? null) : one)) }
            : links,
        ),
      ),
    ),
  ],
  'writes.unique': [
    clause(
      'The server accepts a unique value for only one document.',
      taking('The server wrongly accepts the same unique `code` for two documents.', (data) =>
        typeof data.code === 'string' ? without(data, 'code') : undefined,
      ),
    ),
    clause(
      'The server accepts null in a unique attribute for any number of documents.',
      following(
        'The server wrongly refuses the second document with a `code` of null.',
        ({ data }) => data.code === null,
        (made, written) =>
          written.data.code === null ? (written.again({ data: { code: 5 } }) ?? made) : made,
      ),
    ),
  ],
  'writes.short-texts': [
    clause(
      'A text of the type `string` without `maxLength` has at most 255 UTF-16 units.',
      taking('The server wrongly accepts a short text of 255 code points with more UTF-16 units.', (data) =>
        typeof data.name === 'string' && [...data.name].length === 255 ? { ...data, name: 'cut' } : undefined,
      ),
    ),
  ],
  'writes.flags': [
    clause(
      'A boolean attribute accepts true and false.',
      flagging('The server wrongly reads `true` as false.', true),
    ),
    clause(
      'A boolean attribute accepts the numbers 1 and 0.',
      flagging('The server wrongly reads `1` as false.', 1),
    ),
    clause(
      'A boolean attribute accepts the texts `true`, `false`, `1` and `0`.',
      flagging('The server wrongly reads the texts `"true"` and `"1"` as false.', 'true', '1'),
    ),
  ],
  'writes.names': [
    clause(
      'A body is refused if it names an attribute that only the server sets.',
      taking('The server wrongly ignores a documentId in a body.', (data) =>
        data.documentId === 'x' ? without(data, 'documentId') : undefined,
      ),
    ),
    clause(
      'A body is refused if it names an attribute that does not exist.',
      taking('The server wrongly ignores an unknown name in a body.', (data) =>
        data.nope === 'x' ? without(data, 'nope') : undefined,
      ),
    ),
    clause(
      'A body is also refused if a component of the body names an attribute that does not exist.',
      taking(
        'The server wrongly ignores an unknown name in a component of a body.',
        ({ blocks = null, ...data }) =>
          isList(blocks) && Object.keys(data).length === 0
            ? { blocks: blocks.map((one) => (isObject(one) ? without(one, 'nope') : one)) }
            : undefined,
      ),
    ),
  ],
  'writes.model': [
    clause(
      'After a create, the documents equal those of a map that models the server.',
      rewriting('The server wrongly stores another default in `rank` of a new note.', (data, written) =>
        isNote(written, 'POST') && data.rank === undefined ? { ...data, rank: 0 } : undefined,
      ),
    ),
    clause(
      'After an update, the documents equal those of the map that models the server.',
      rewriting('The server wrongly stores another `title` at the update of a note.', (data, written) =>
        isNote(written, 'PUT') && data.title !== undefined ? { ...data, title: 'another' } : undefined,
      ),
    ),
    clause(
      'After a `connect`, the documents equal those of the map that models the server.',
      tagging('The server wrongly connects tags in reverse order.', 'connect', (tags) => tags.toReversed()),
    ),
    clause(
      'After a `disconnect`, the documents equal those of the map that models the server.',
      tagging('The server wrongly ignores `disconnect` in `tags`.', 'disconnect', () => []),
    ),
    clause(
      'After a `set`, the documents equal those of the map that models the server.',
      rewriting('The server wrongly sets tags in reverse order.', ({ tags = null, ...data }, written) =>
        isNote(written, 'PUT') && isList(tags) ? { ...data, tags: tags.toReversed() } : undefined,
      ),
    ),
    clause(
      'After a publish, the documents equal those of the map that models the server.',
      writing('The server wrongly does not publish a note if `data` is empty.', (made, written) =>
        isNote(written, 'PUT') && isEmpty(written) ? { ...made, state: written.state } : made,
      ),
    ),
    clause(
      'After a delete, the documents equal those of the map that models the server.',
      writing('The server wrongly does not delete a note.', (made, written) =>
        isNote(written, 'DELETE') ? { ...made, state: written.state } : made,
      ),
    ),
    clause(
      'After a refused write, the documents equal those of the map that models the server.',
      writing(
        'The server wrongly makes a new state of the world for a refused update of a note.',
        (made, written) =>
          isNote(written, 'PUT') && !isTaken(made) ? { ...made, state: { ...made.state } } : made,
      ),
    ),
  ],
}

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
/** An implementation that changes the links that a write gives a note. */
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
      'Connecting an entry and then disconnecting it restores the earlier state.',
      rewriting('Disconnecting by id is ignored.', (data) =>
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
        'The second update that names nothing deletes the document.',
        (written) => isEmpty(written) && written.url.includes('populate'),
        (made, written) =>
          isEmpty(written)
            ? { ...made, state: written.again({ method: 'DELETE' })?.state ?? made.state }
            : made,
      ),
    ),
  ],
  'writes.roles': [
    clause('A write by a role changes nothing that the role may not write,', {
      says: 'Every role may write.',
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
      'and of other types only links.',
      writing('A write of a role updates an entry of another type.', (made, written) =>
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
      'A list of links equals the result of `set`,',
      rewriting('A list of regulars is set backwards.', (data) =>
        restaurant(data, ({ set = null, ...links }) => (isList(set) ? { set: set.toReversed() } : links)),
      ),
    ),
    clause(
      '`connect` with each position,',
      rewriting('A regular is connected at the end.', (data) =>
        restaurant(data, ({ connect = null, ...links }) =>
          isList(connect)
            ? { ...links, connect: connect.map((one) => (isObject(one) ? without(one, 'position') : one)) }
            : links,
        ),
      ),
    ),
    clause(
      'and `disconnect`,',
      rewriting('Disconnecting a regular is ignored.', (data) =>
        restaurant(data, (links) => without(links, 'disconnect')),
      ),
    ),
    clause(
      'applied one after the other.',
      rewriting('Connecting a regular forgets the others.', (data) =>
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
      'The server accepts a unique value for only one document,',
      taking('A code is taken twice.', (data) =>
        typeof data.code === 'string' ? without(data, 'code') : undefined,
      ),
    ),
    clause(
      'but null for any number of documents.',
      following(
        'No code is refused the second time.',
        ({ data }) => data.code === null,
        (made, written) =>
          written.data.code === null ? (written.again({ data: { code: 5 } }) ?? made) : made,
      ),
    ),
  ],
  'writes.short-texts': [
    clause(
      'A short text (`string`) has at most 255 UTF-16 units.',
      taking('A text of 255 code points is taken.', (data) =>
        typeof data.name === 'string' && [...data.name].length === 255 ? { ...data, name: 'cut' } : undefined,
      ),
    ),
  ],
  'writes.flags': [
    clause('A boolean attribute accepts true and false,', flagging('True is read as false.', true)),
    clause('1 and 0,', flagging('1 is read as false.', 1)),
    clause('and the texts of these.', flagging('A text is read as false.', 'true', '1')),
  ],
  'writes.names': [
    clause(
      'A body is refused if it names an attribute that only the server sets,',
      taking('A documentId in a body is ignored.', (data) =>
        data.documentId === 'x' ? without(data, 'documentId') : undefined,
      ),
    ),
    clause(
      'or one that does not exist,',
      taking('An unknown name is ignored.', (data) =>
        data.nope === 'x' ? without(data, 'nope') : undefined,
      ),
    ),
    clause(
      'also in a component.',
      taking('An unknown name in a component is ignored.', ({ blocks = null, ...data }) =>
        isList(blocks) && Object.keys(data).length === 0
          ? { blocks: blocks.map((one) => (isObject(one) ? without(one, 'nope') : one)) }
          : undefined,
      ),
    ),
  ],
  'writes.model': [
    clause(
      'The documents equal those of a map after the same writes: create,',
      rewriting('A note has another rank by default.', (data, written) =>
        isNote(written, 'POST') && data.rank === undefined ? { ...data, rank: 0 } : undefined,
      ),
    ),
    clause(
      'update,',
      rewriting('An updated note has another title.', (data, written) =>
        isNote(written, 'PUT') && data.title !== undefined ? { ...data, title: 'another' } : undefined,
      ),
    ),
    clause(
      'connect,',
      tagging('Tags are connected backwards.', 'connect', (tags) => tags.toReversed()),
    ),
    clause(
      'disconnect,',
      tagging('No tag is disconnected.', 'disconnect', () => []),
    ),
    clause(
      'set,',
      rewriting('Tags are set backwards.', ({ tags = null, ...data }, written) =>
        isNote(written, 'PUT') && isList(tags) ? { ...data, tags: tags.toReversed() } : undefined,
      ),
    ),
    clause(
      'publish,',
      writing('A note that is published with nothing stays a draft.', (made, written) =>
        isNote(written, 'PUT') && isEmpty(written) ? { ...made, state: written.state } : made,
      ),
    ),
    clause(
      'delete,',
      writing('A deleted note stays.', (made, written) =>
        isNote(written, 'DELETE') ? { ...made, state: written.state } : made,
      ),
    ),
    clause(
      'and refused writes.',
      writing('A refused note makes a state.', (made, written) =>
        isNote(written, 'PUT') && !isTaken(made) ? { ...made, state: { ...made.state } } : made,
      ),
    ),
  ],
}

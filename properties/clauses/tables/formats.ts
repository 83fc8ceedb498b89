/** The clauses of the laws about the format of version 4 and source maps. */
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import { isList } from '../../../src/util/json.ts'
import { type ClauseFault, type Clauses, clause } from '../clause.ts'
import { type EntryPlace, entries, inner, links, showing, without } from '../kit.ts'
import { flattened, isMapped, isWrapped } from '../kits/shapes.ts'

/** A server whose older format lacks the wrapper `data` around some attributes. */
const bare = (says: string, isFor: (attribute: Attribute, place: EntryPlace) => boolean): ClauseFault =>
  entries(
    says,
    (entry, place) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, value]) => {
          const attribute = place.model.attributes.get(name)
          return [name, attribute !== undefined && isFor(attribute, place) ? inner(value) : value]
        }),
      ),
    isWrapped,
  )

export const FORMAT_CLAUSES: Clauses = {
  'shape.wrapped': [
    clause(
      'An answer in the format of version 4 has the same content:',
      entries(
        'The server wrongly omits `createdAt` from entries in the format of version 4.',
        (entry, { depth }) => (depth === 0 ? without(entry, 'createdAt') : entry),
        isWrapped,
      ),
    ),
    clause(
      'without its `attributes` and `data` wrappers,',
      showing(
        'The server wrongly omits the wrapper `attributes` in the format of version 4.',
        isWrapped,
        (body) => ({
          ...body,
          data: flattened(body.data ?? null),
        }),
      ),
    ),
    clause(
      'it equals the flat answer.',
      links(
        'The server wrongly shows only the first element of a populated list in the format of version 4.',
        (value) => (isList(value) ? value.slice(0, 1) : value),
        isWrapped,
      ),
    ),
    clause(
      'At any depth, linked entries, files and lists of them are in `data`, except for elements of a morph relation.',
      bare(
        'The server wrongly omits the wrapper `data` around files in the format of version 4.',
        ({ kind }) => kind === 'media',
      ),
      bare(
        'The server wrongly omits `data` around entries below populated entries in the format of version 4.',
        ({ kind }, { depth }) => depth > 0 && kind === 'relation',
      ),
    ),
  ],
  'shape.source-maps': [
    clause(
      'Texts with source maps equal the texts without them',
      entries(
        'The server wrongly shows texts with source maps in lower case.',
        (entry) =>
          Object.fromEntries(
            Object.entries(entry).map(([name, value]) => [
              name,
              typeof value === 'string' && name !== 'documentId' ? value.toLowerCase() : value,
            ]),
          ),
        isMapped,
      ),
    ),
    clause(
      'after their invisible characters are removed.',
      entries(
        'The server wrongly adds the source of a text in visible characters.',
        (entry, { model }) =>
          Object.fromEntries(
            Object.entries(entry).map(([name, value]) => [
              name,
              typeof value === 'string' && name !== 'documentId' ? `${value}@${model.uid}` : value,
            ]),
          ),
        isMapped,
      ),
    ),
  ],
}

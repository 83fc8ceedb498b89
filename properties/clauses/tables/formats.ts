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
        'In the older format an entry does not say when it was made.',
        (entry, { depth }) => (depth === 0 ? without(entry, 'createdAt') : entry),
        isWrapped,
      ),
    ),
    clause(
      'without its `attributes` and `data` wrappers,',
      showing('In the older format there are no `attributes`.', isWrapped, (body) => ({
        ...body,
        data: flattened(body.data ?? null),
      })),
    ),
    clause(
      'it equals the flat answer.',
      links(
        'In the older format a populated list has its first element alone.',
        (value) => (isList(value) ? value.slice(0, 1) : value),
        isWrapped,
      ),
    ),
    clause(
      'At any depth, linked entries, files and lists of them are in `data`, except for elements of a morph relation.',
      bare('In the older format files are not in `data`.', ({ kind }) => kind === 'media'),
      bare(
        'In the older format entries below other entries are not in `data`.',
        ({ kind }, { depth }) => depth > 0 && kind === 'relation',
      ),
    ),
  ],
  'shape.source-maps': [
    clause(
      'Texts with source maps equal the texts without them',
      entries(
        'Texts that carry their source are in lower case.',
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
        'Texts carry their source where it is seen.',
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

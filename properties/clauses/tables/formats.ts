/** The clauses of the laws about the format of Strapi 4 and about source maps. */
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import { isList } from '../../../src/util/json.ts'
import { type ClauseFault, type Clauses, clause } from '../clause.ts'
import { type EntryPlace, entries, inner, links, showing, without } from '../kit.ts'
import { flattened, isMapped, isWrapped } from '../kits/shapes.ts'

/** Returns a faulty server whose answers in the format of Strapi 4 lack the wrapper `data` around some attributes. */
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
      'An answer in the format of Strapi 4 has the same content as the answer in the flat format of Strapi 5.',
      entries(
        'The server wrongly omits `createdAt` from entries in the format of Strapi 4.',
        (entry, { depth }) => (depth === 0 ? without(entry, 'createdAt') : entry),
        isWrapped,
      ),
    ),
    clause(
      'In the format of Strapi 4, the scalars of an entry are in `attributes`.',
      showing(
        'The server wrongly omits the wrapper `attributes` in the format of Strapi 4.',
        isWrapped,
        (body) => ({
          ...body,
          data: flattened(body.data ?? null),
        }),
      ),
    ),
    clause(
      'Removing the wrappers `attributes` and `data` from an answer in the format of Strapi 4 gives the answer in the flat format.',
      links(
        'The server wrongly shows only the first element of a populated list in the format of Strapi 4.',
        (value) => (isList(value) ? value.slice(0, 1) : value),
        isWrapped,
      ),
    ),
    clause(
      'In the format of Strapi 4, linked entries and files at any depth are in `data`, but elements of a morph relation are not.',
      bare(
        'The server wrongly omits the wrapper `data` around files in the format of Strapi 4.',
        ({ kind }) => kind === 'media',
      ),
      bare(
        'The server wrongly omits `data` around entries below populated entries in the format of Strapi 4.',
        ({ kind }, { depth }) => depth > 0 && kind === 'relation',
      ),
    ),
  ],
  'shape.source-maps': [
    clause(
      'A text with a source map has the same visible characters as the text without the source map.',
      entries(
        'The server wrongly shows texts in lower case if a request asks for source maps.',
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
      'The source map of a text consists of invisible characters.',
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

/** The clauses of the laws about links, localizations and values. */
import { openScalars } from '../../../src/semantics/model.ts'
import { isList, isObject } from '../../../src/util/json.ts'
import { also, type Clauses, clause, LISTED } from '../clause.ts'
import { entries, links, replying, without } from '../kit.ts'
import { detailed, isElement, isForeign, isIds, localized, valued, wrong } from '../kits/values.ts'

export const RELATED_CLAUSES: Clauses = {
  'populate.both-sides': [
    clause(
      'If entry A shows a linked entry B, B shows A in the list on the other side of the relation.',
      also(
        {
          ...LISTED,
          'filters.linked-twice': 'The law `filters.linked-twice` reads the links of populated entries.',
          'populate.sort-permutes': 'The law `populate.sort-permutes` compares lists in populated entries.',
          'populate.sort-orders': 'The law `populate.sort-orders` compares lists in populated entries.',
          'filters.deep-values': 'The law `filters.deep-values` populates through two attributes.',
        },
        links(
          'The server wrongly omits the first entry of a to-many relation in a populated entry.',
          (value, { kind }, { depth, model }) =>
            depth === 1 && kind === 'relation' && model.modelType === 'contentType' && isList(value)
              ? value.slice(1)
              : value,
        ),
      ),
    ),
  ],
  'populate.oldest': [
    clause(
      'If several entries link to an entry through a to-one side, that entry shows only the linking entry with the smallest id.',
      links(
        'The server wrongly shows null for a to-one relation with an inverse side if `fields` is the id alone.',
        (value, attribute, { depth }) =>
          depth === 0 && attribute.kind === 'relation' && !attribute.many && attribute.inverse !== null
            ? null
            : value,
        isIds,
      ),
    ),
  ],
  'populate.localizations': [
    clause(
      'The localizations of an entry are other entries of its document.',
      localized(
        'The server wrongly shows another documentId of a localization if the request selects its locale.',
        (list) => list.map((one) => (isObject(one) ? { ...one, documentId: 'other' } : one)),
      ),
    ),
    clause(
      'No two localizations of an entry have the same locale.',
      localized(
        'The server wrongly shows the last localization twice if the request selects its locale.',
        (list) => [...list, ...list.slice(-1)],
      ),
    ),
    clause(
      'An entry is never one of its own localizations.',
      localized(
        'The server wrongly shows an entry among its own localizations if the request selects their locales.',
        (list, entry) => [
          ...list,
          Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'localizations')),
        ],
      ),
    ),
  ],
  'populate.all-localizations': [
    clause(
      'In a list of all locales, the localizations of an entry are entries of its document.',
      links(
        'The server wrongly shows no localizations if the request has `locale=*` and `fields=id`.',
        (value, { name }, { depth }) =>
          depth === 0 && name === 'localizations' && isList(value) ? [] : value,
        (asked) => isIds(asked) && asked.query.locale === '*',
      ),
    ),
    clause(
      'In a list of all locales, every other entry of the document is one of the localizations.',
      links(
        'The server wrongly omits the last localization if the request has `locale=*` and `fields=id`.',
        (value, { name }, { depth }) =>
          depth === 0 && name === 'localizations' && isList(value) ? value.slice(0, -1) : value,
        (asked) => isIds(asked) && asked.query.locale === '*',
      ),
    ),
  ],
  'media.related': [
    clause(
      'Each entry in `related` of a file shows the file in one of its own media attributes.',
      links(
        'The server wrongly shows every entry of the type in `related` of a file if `fields` is the id alone.',
        (value, { name }, { model }, { type, graph }) => {
          if (
            name !== 'related' ||
            model.uid !== 'plugin::upload.file' ||
            !isList(value) ||
            type === undefined
          )
            return value
          const rows = graph.tables.get(type.uid)?.rows ?? []
          return rows.map(({ id, documentId }) => ({ id, documentId, __type: type.uid }))
        },
        isIds,
      ),
    ),
  ],
  'values.types': [
    clause(
      'A missing value of any attribute is null.',
      entries('The server wrongly shows an empty text for a missing number in a zone.', (entry, place) => {
        const names = openScalars(place.model).flatMap(({ name, type }) => (type === 'integer' ? [name] : []))
        return isElement(place)
          ? Object.fromEntries(
              Object.entries(entry).map(([name, value]) => [
                name,
                names.includes(name) ? (value ?? '') : value,
              ]),
            )
          : entry
      }),
    ),
    clause(
      'The value of a numeric attribute is a number.',
      valued(
        'The server wrongly shows the numbers in a zone as texts.',
        ['integer', 'float', 'decimal'],
        String,
      ),
    ),
    clause(
      'The value of a boolean attribute is a boolean.',
      valued('The server wrongly shows the booleans in a zone as 1 and 0.', ['boolean'], Number),
    ),
    clause(
      'The value of a text attribute is a text.',
      valued(
        'The server wrongly shows each text in a zone as a list with this text.',
        ['string', 'text', 'email'],
        (text) => [text],
      ),
    ),
    clause(
      'The value of an attribute for dates or times is a date or a time.',
      valued(
        'The server wrongly shows the dates and times in a zone as the word `once`.',
        ['date', 'time', 'datetime'],
        () => 'once',
      ),
    ),
    clause(
      'The value of an enumeration is one of its items.',
      valued(
        'The server wrongly adds an underscore to the enumeration values in a zone.',
        ['enumeration'],
        (text) => `_${text}`,
      ),
    ),
    clause(
      'The member `formats` of an uploaded file is an object or null.',
      entries('The server wrongly shows the formats of a file as a text.', (entry, { model }) =>
        model.uid === 'plugin::upload.file' && isObject(entry.formats)
          ? { ...entry, formats: JSON.stringify(entry.formats) }
          : entry,
      ),
    ),
  ],
  'component.ids': [
    clause(
      'In one list of components, no two components of the same type have the same id.',
      also(
        { 'populate.star': 'The law `populate.star` compares `populate=*` with equivalent notations.' },
        links(
          'The server wrongly shows the id of the first component for each component of a list under `populate=*`.',
          (value, { kind }) => {
            const [first = null] = isList(value) ? value : []
            return kind === 'component' && isList(value)
              ? value.map((one) =>
                  isObject(one) && isObject(first) ? { ...one, id: first.id ?? null } : one,
                )
              : value
          },
          ({ query }) => query.populate === '*',
        ),
      ),
    ),
  ],
  'errors.closed': [
    clause(
      'The member `details` of a refusal is an object.',
      also(
        {
          'errors.path': 'The law `errors.path` also reads the `details` of errors.',
          'errors.order': 'The law `errors.order` also reads the `details` of errors.',
        },
        wrong('The server wrongly omits `details` from an error.', (error) => without(error, 'details')),
      ),
    ),
    clause(
      'An error contains only status, name, message and details.',
      wrong('The server wrongly adds a `code` to an error.', (error) => ({ ...error, code: 'E_FAILED' })),
    ),
    clause(
      'An error contains no stack trace.',
      detailed('The server wrongly adds a stack trace to an error.', 'Error: x\n    at handler (index:1:2)'),
    ),
    clause(
      'An error contains no text of a database.',
      detailed('The server wrongly adds a query of the database to an error.', 'select "id" from "entries"'),
    ),
    clause(
      'An error contains no path of a file.',
      detailed('The server wrongly adds the path of a file to an error.', '/srv/cms/src/index.js'),
    ),
  ],
  'headers.cross-origin': [
    clause(
      'A JSON answer has the content type of JSON.',
      replying(
        'The server wrongly sends JSON to another origin with the content type of plain text.',
        isForeign,
        (response) => ({
          ...response,
          headers: { ...response.headers, 'content-type': 'text/plain' },
        }),
      ),
    ),
    clause(
      'The answer to a cross-origin request allows its origin or any origin.',
      replying(
        'The server wrongly allows only the origin `null` in the answer to another origin.',
        isForeign,
        (response) => ({
          ...response,
          headers: { ...response.headers, 'access-control-allow-origin': 'null' },
        }),
      ),
    ),
    clause(
      'If an answer allows only the origin of the request, it has the header `Vary: Origin`.',
      replying(
        'The server wrongly allows another origin without the header `Vary`.',
        isForeign,
        (response, { request }) => {
          const { vary: _, ...headers } = response.headers
          return {
            ...response,
            headers: { ...headers, 'access-control-allow-origin': request.headers?.['origin'] ?? '' },
          }
        },
      ),
    ),
  ],
}

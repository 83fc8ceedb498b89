/** The clauses of the laws of links, localizations and values. */
import { openScalars } from '../../../src/semantics/model.ts'
import { isList, isObject } from '../../../src/util/json.ts'
import { also, type Clauses, clause, LISTED } from '../clause.ts'
import { entries, links, replying, without } from '../kit.ts'
import { detailed, isElement, isForeign, isIds, localized, valued, wrong } from '../kits/values.ts'

export const RELATED_CLAUSES: Clauses = {
  'populate.both-sides': [
    clause(
      'Both sides of a relation agree: if an entry shows a linked entry, the list on the other side shows the first entry.',
      also(
        {
          ...LISTED,
          'filters.linked-twice': 'It reads the links of populated entries.',
          'populate.sort-permutes': 'It compares lists in populated entries.',
          'populate.sort-orders': 'It compares lists in populated entries.',
          'filters.deep-values': 'It populates through two attributes.',
        },
        links(
          'A list of relations in a populated entry lacks its first entry.',
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
      'If several entries list the same entry, and its side of the relation is to-one, it shows the entry with the smallest id.',
      links(
        'Beside the id alone, a relation to one with another side is null.',
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
      'The localizations of an entry are other entries of its document,',
      localized('A localization with its locale has another documentId.', (list) =>
        list.map((one) => (isObject(one) ? { ...one, documentId: 'other' } : one)),
      ),
    ),
    clause(
      'each in a different locale,',
      localized('The last localization with its locale is there twice.', (list) => [
        ...list,
        ...list.slice(-1),
      ]),
    ),
    clause(
      'and never the entry itself.',
      localized('An entry is among its localizations with their locales.', (list, entry) => [
        ...list,
        Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'localizations')),
      ]),
    ),
  ],
  'populate.all-localizations': [
    clause(
      'If a list shows all locales, the localizations of an entry',
      links(
        'With all locales listed an entry has no localizations.',
        (value, { name }, { depth }) =>
          depth === 0 && name === 'localizations' && isList(value) ? [] : value,
        (asked) => isIds(asked) && asked.query.locale === '*',
      ),
    ),
    clause(
      'are all other entries of its document.',
      links(
        'With all locales listed the last localization is left out.',
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
        'Beside the id alone, a file is related to every entry.',
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
      'Every value is null',
      entries('A number that is missing in a zone is an empty text.', (entry, place) => {
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
      'or fits the type of its attribute: a number,',
      valued('Numbers in a zone are texts.', ['integer', 'float', 'decimal'], String),
    ),
    clause('a boolean,', valued('Flags in a zone are 1 and 0.', ['boolean'], Number)),
    clause(
      'a text,',
      valued('Texts in a zone are lists of letters.', ['string', 'text', 'email'], (text) => [text]),
    ),
    clause(
      'a date or time,',
      valued('Days and times in a zone are a word.', ['date', 'time', 'datetime'], () => 'once'),
    ),
    clause(
      'an item of the enumeration,',
      valued('Words in a zone have an underscore.', ['enumeration'], (text) => `_${text}`),
    ),
    clause(
      'or an object for the formats of a file.',
      entries('The formats of a file are a text.', (entry, { model }) =>
        model.uid === 'plugin::upload.file' && isObject(entry.formats)
          ? { ...entry, formats: JSON.stringify(entry.formats) }
          : entry,
      ),
    ),
  ],
  'component.ids': [
    clause(
      'In one list, no two components of the same type have the same id.',
      also(
        { 'populate.star': 'It compares `populate=*` with other ways to say it.' },
        links(
          '`populate=*` gives each component of a list the id of the first.',
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
      'A refusal has an object as its details.',
      also(
        { 'errors.path': 'It reads the same errors.', 'errors.order': 'It reads the same errors.' },
        wrong('An error has no details.', (error) => without(error, 'details')),
      ),
    ),
    clause(
      'An error contains only status, name, message and details:',
      wrong('An error has a code.', (error) => ({ ...error, code: 'E_FAILED' })),
    ),
    clause(
      'no stack trace,',
      detailed('An error has a stack trace.', 'Error: x\n    at handler (index:1:2)'),
    ),
    clause(
      'no text of a database,',
      detailed('An error shows the query of the database.', 'select "id" from "entries"'),
    ),
    clause('and no path of a file.', detailed('An error shows a file.', '/srv/cms/src/index.js')),
  ],
  'headers.cross-origin': [
    clause(
      'A JSON answer has the content type of JSON.',
      replying('JSON for another origin comes as text.', isForeign, (response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': 'text/plain' },
      })),
    ),
    clause(
      'The answer to a cross-origin request allows its origin or any origin,',
      replying('Another origin is not allowed.', isForeign, (response) => ({
        ...response,
        headers: { ...response.headers, 'access-control-allow-origin': 'null' },
      })),
    ),
    clause(
      'and has `Vary: Origin` unless it allows any origin.',
      replying('Another origin is allowed without `Vary`.', isForeign, (response, { request }) => {
        const { vary: _, ...headers } = response.headers
        return {
          ...response,
          headers: { ...headers, 'access-control-allow-origin': request.headers?.['origin'] ?? '' },
        }
      }),
    ),
  ],
}

/** The clauses of the laws about one document. */
import { isList, isObject, parseJson } from '../../../src/util/json.ts'
import { also, type Clauses, clause } from '../clause.ts'
import { entries, has, links, listing, reading, replying } from '../kit.ts'
import { EPOCH, hasFilter, isCounted, isDocument } from '../kits/values.ts'

export const DOCUMENT_CLAUSES: Clauses = {
  'document.alone': [
    clause(
      'Each entry of a list equals the answer at the path of its documentId.',
      entries(
        'The server wrongly shows another `createdAt` in the answer for one document than in the list.',
        (entry, { depth }) =>
          depth === 0 && entry.createdAt !== undefined ? { ...entry, createdAt: EPOCH } : entry,
        isDocument,
      ),
    ),
    clause(
      'An entry of a list also equals the answer at its path if both requests have the same `fields`.',
      also(
        { 'shape.fields': 'The law `shape.fields` chooses fields of single documents too.' },
        reading(
          'The server wrongly shows all fields of a single document, whatever `fields` names.',
          ({ fields, ...query }, asked) =>
            isDocument(asked) && fields !== undefined && fields !== '*' ? query : undefined,
        ),
      ),
    ),
    clause(
      'An entry of a list also equals the answer at its path if both requests have the same `populate`.',
      links(
        'The server wrongly reverses the populated lists of a single document.',
        (value, _, { depth }) => (depth === 0 && isList(value) ? value.toReversed() : value),
        isDocument,
      ),
    ),
    clause(
      'An entry of a list also equals the answer at its path if both requests have the same `status`.',
      also(
        { 'status.asked': 'The law `status.asked` also requests drafts of single documents.' },
        reading(
          'The server wrongly shows the published version of a single document if the request has `status=draft`.',
          ({ status, ...query }, asked) => (isDocument(asked) && status === 'draft' ? query : undefined),
        ),
      ),
    ),
    clause(
      'An entry of a list also equals the answer at its path if both requests have the same `locale`.',
      also(
        { 'locale.only': 'The law `locale.only` requests documents by locale.' },
        reading(
          'The server wrongly shows a single document in the default locale if the request names another locale.',
          ({ locale, ...query }, asked) => (isDocument(asked) && locale !== undefined ? query : undefined),
        ),
      ),
    ),
  ],
  'document.listed': [
    clause(
      'A filter on the documentId of a document finds the document if it has an answer at its own path.',
      listing(
        'The server wrongly finds nothing by a filter on a documentId if the request has no `pagination`.',
        (asked) => hasFilter(asked, 'documentId') && !has(asked, 'pagination'),
        () => [],
      ),
    ),
    clause(
      'If a document has an answer at its own path, the list of its type is not empty.',
      also(
        { 'pages.full': 'The law `pages.full` compares the page with its total.' },
        listing(
          'The server wrongly shows an empty list to a request for a counted list without filters.',
          (asked) => isCounted(asked) && !has(asked, 'filters', '_q', 'populate', 'fields'),
          () => [],
        ),
      ),
    ),
  ],
  'document.by-id': [
    clause(
      'The numeric id of an entry is not a documentId: a request for the path with the numeric id gets the answer 404.',
      replying(
        'The server wrongly shows an entry at the path with its numeric id.',
        ({ type, documentId }, { status }) =>
          type !== undefined && status === 404 && /^\d+$/.test(documentId),
        (response, { request, path, documentId }, answer) => {
          const list = path.slice(0, path.lastIndexOf('/'))
          const found = answer({ ...request, url: `${list}?filters[id]=${documentId}` })
          const body = parseJson(found.body)
          const [data] = isObject(body) && isList(body.data) ? body.data : []
          return data === undefined ? response : { ...found, body: JSON.stringify({ data, meta: {} }) }
        },
      ),
    ),
  ],
  'populate.as-listed': [
    clause(
      'A populated entry equals the entry with the same id in the list of its type.',
      also(
        { 'populate.count': 'The law `populate.count` compares relations in populated entries.' },
        links(
          'The server wrongly shows null for a to-one relation of a populated entry.',
          (value, { kind }, { depth }) =>
            depth === 1 && kind === 'relation' && isObject(value) ? null : value,
        ),
      ),
    ),
    clause(
      'A populated entry also equals its entry in the list if both requests populate the same attributes of the entry.',
      also(
        { 'populate.sort-orders': 'The law `populate.sort-orders` sorts lists in populated entries.' },
        links(
          'The server wrongly reverses the lists of components in populated entries.',
          (value, { kind }, { depth }) =>
            depth === 1 && kind === 'component' && isList(value) ? value.toReversed() : value,
        ),
      ),
    ),
  ],
}

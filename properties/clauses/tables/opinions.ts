/** The clauses of the laws that compare the reference with another source, or are about parsing and printing. */

import type { ApiOptions, ApiResponse } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { makeTable } from '../../../src/reference/graph/table.ts'
import type { QuerySyntax, SortKey } from '../../../src/reference/parse/syntax.ts'
import { isList, type Json, type JsonObject } from '../../../src/util/json.ts'
import { stemOf } from '../../arbitraries/world.ts'
import { jsonRows, mapRows } from '../../laws/alter.ts'
import { also, type Clauses, clause, type SubjectFault } from '../clause.ts'
import { entries, has } from '../kit.ts'
import { turnedInto } from '../kits/requests.ts'
import {
  answering,
  COPIED,
  EXPLAINED,
  isFound,
  isRefused,
  loaded,
  loading,
  serving,
  withBlank,
  withHeader,
} from '../kits/subjects.ts'

const REAL = 'strapi-5.54-sqlite'
/** Returns whether an API has the profile of the real server, or a profile that is based on it. */
const isReal = ({ profile }: ApiOptions): boolean =>
  profile === REAL || (typeof profile === 'object' && profile.base === REAL)

/** Returns a faulty implementation in which the second API over a graph gives some wrong answers. */
const second = (answers: string, isFor: (response: ApiResponse) => boolean): SubjectFault =>
  also(
    { 'explain.same': 'The law `explain.same` creates a second API.' },
    {
      says: `The server wrongly sends another header with ${answers} of a second API.`,
      around: ({ createApi }) => {
        const known = new Set<Graph>()
        return {
          createApi: (graph, options) => {
            const api = createApi(graph, options)
            const isFirst = options !== undefined || !known.has(graph)
            known.add(graph)
            return {
              ...api,
              answer: (request) => {
                const response = api.answer(request)
                return isFirst || !isFor(response) ? response : withHeader(response, 'second')
              },
            }
          },
        }
      },
    },
  )

/** Returns a faulty implementation that changes each parsed query. */
const parsing = (says: string, change: (syntax: QuerySyntax) => QuerySyntax): SubjectFault => ({
  says,
  around: ({ parseQuery }) => ({ parseQuery: (raw) => change(parseQuery(raw)) }),
})

/** Returns a faulty implementation that parses a changed query string. */
const rewriting = (says: string, change: (text: string) => string): SubjectFault => ({
  says,
  around: ({ parseQueryString }) => ({
    parseQueryString: (text, report) => parseQueryString(change(text), report),
  }),
})
const dropping = (says: string, isDropped: (part: string, at: number, parts: readonly string[]) => boolean) =>
  rewriting(says, (text) =>
    text
      .split('&')
      .filter((part, at, parts) => !isDropped(part, at, parts))
      .join('&'),
  )
const nameOf = (part: string): string => part.split('=')[0] ?? ''

const turned = (key: SortKey): SortKey =>
  key.order.kind === 'text' && /^(asc|desc)$/i.test(key.order.text)
    ? { ...key, order: { kind: 'text', text: key.order.text.toLowerCase() === 'asc' ? 'desc' : 'asc' } }
    : key

const mapped = (row: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]))

export const OPINION_CLAUSES: Clauses<SubjectFault> = {
  'writing.syntax': [
    clause(
      'Printing a syntax tree and parsing the text gives the same tree.',
      parsing('The server wrongly parses the parameters in reverse order.', (syntax) => ({
        ...syntax,
        keys: syntax.keys.toReversed(),
      })),
    ),
    clause(
      'A valid query has the same syntax tree after printing and parsing.',
      parsing('The server wrongly parses `asc` in a sort as `desc`, and `desc` as `asc`.', (syntax) => ({
        ...syntax,
        sort: { ...syntax.sort, keys: syntax.sort.keys.map(turned) },
      })),
    ),
    clause(
      'An invalid query also has the same syntax tree after printing and parsing.',
      parsing(
        'The server wrongly adds a name to a `fields` that has a missing value.',
        ({ fields, ...syntax }) => ({
          ...syntax,
          fields: fields.kind === 'gaps' ? { ...fields, names: [...fields.names, 'more'] } : fields,
        }),
      ),
    ),
    clause(
      'The parsed tree has the names of each list in the same order.',
      parsing('The server wrongly reverses the names in `fields`.', ({ fields, ...syntax }) => ({
        ...syntax,
        fields: fields.kind === 'names' ? { ...fields, names: fields.names.toReversed() } : fields,
      })),
    ),
  ],
  'writing.brackets': [
    clause(
      'Every notation of a query tree parses to the same tree.',
      rewriting('The server wrongly parses a bracket that is encoded as `%5b` as a part of a name.', (text) =>
        text.replaceAll('%5b', '%255b'),
      ),
    ),
    clause(
      'A notation may write the items of a list with indices.',
      dropping('The server wrongly drops an item at `[1]`.', (part) => nameOf(part).includes('[1]')),
    ),
    clause(
      'A notation may write the items of a list with empty brackets.',
      dropping('The server wrongly drops items at `[]`.', (part) => nameOf(part).includes('[]')),
    ),
    clause(
      'A notation may write the items of a list as parameters with the same name.',
      dropping(
        'The server wrongly parses only the last of several parameters with the same name.',
        (part, at, parts) =>
          !/(?:\[\]|%5b%5d)$/i.test(nameOf(part)) &&
          parts.slice(at + 1).some((other) => nameOf(other) === nameOf(part)),
      ),
    ),
    clause(
      'A notation may write characters without percent-encoding.',
      rewriting('The server wrongly drops a plain comma.', (text) => text.replaceAll(',', '')),
    ),
    clause(
      'A notation may percent-encode characters.',
      rewriting('The server wrongly keeps a comma encoded.', (text) => text.replaceAll(/%2c/gi, '%252C')),
    ),
    clause(
      'The parsed tree has every value of the query, even an empty text.',
      rewriting('The server wrongly drops an empty text.', (text) => text.replaceAll(/=(?=&|$)/g, '')),
    ),
  ],
  'opinion.semantics': [
    clause(
      'A valid request has the same status from the reference and from the evaluator `src/semantics`.',
      also(
        EXPLAINED,
        answering(
          'The server wrongly answers 404 for a document if the request has a sort.',
          (response, asked) =>
            isFound(response) && asked.documentId !== '' && has(asked, 'sort')
              ? turnedInto(response, 404)
              : response,
        ),
      ),
    ),
    clause(
      'A valid request has the same body from the reference and from the evaluator `src/semantics`.',
      also(
        EXPLAINED,
        serving(
          entries('The server wrongly shows null for JSON attributes.', (entry, { model }) =>
            Object.fromEntries(
              Object.entries(entry).map(([name, value]) => {
                const attribute = model.attributes.get(name)
                return [name, attribute?.kind === 'scalar' && attribute.type === 'json' ? null : value]
              }),
            ),
          ),
        ),
      ),
    ),
  ],
  'opinion.files': [
    clause(
      'The loaded graph contains exactly the rows of the dataset files.',
      loading('The server wrongly loads an additional row for each type.', (files, schema) => ({
        ...files,
        entries: Object.fromEntries(
          [...schema.contentTypes.values()].flatMap(({ uid }) => {
            const rows = files.entries?.[stemOf(uid)]
            return isList(rows) ? [[stemOf(uid), [...rows, { id: 9999, documentId: 'more' }]]] : []
          }),
        ),
      })),
    ),
    clause(
      'The loaded graph contains each value in the dataset files.',
      loading('The server wrongly negates booleans when it loads files.', (files, schema) =>
        mapRows(files, schema, (row) =>
          mapped(row, (value) => (typeof value === 'boolean' ? !value : value)),
        ),
      ),
    ),
    clause(
      'The loaded graph contains the default of each attribute whose value the dataset files omit.',
      loading('The server wrongly loads null in place of a default.', (files, schema) =>
        mapRows(files, schema, (row, { attributes }) => ({
          ...Object.fromEntries(
            [...attributes.values()].flatMap((one) =>
              one.kind === 'scalar' && one.default !== null ? [[one.name, null]] : [],
            ),
          ),
          ...row,
        })),
      ),
    ),
    clause(
      'The loaded graph contains the links in the order of the dataset files.',
      loading('The server wrongly loads links in reverse order.', (files, schema) =>
        mapRows(files, schema, (row, { attributes }) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => {
              const isLinks = ['relation', 'media'].includes(attributes.get(name)?.kind ?? '')
              return [name, isLinks && isList(value) ? value.toReversed() : value]
            }),
          ),
        ),
      ),
    ),
    clause(
      'The loaded graph also contains the inverse side of each relation.',
      also(
        { ...COPIED, 'frame.frozen': 'A copy of a graph is not frozen.' },
        loaded('The server wrongly loads no links for the other side of a relation.', (graph, files) => ({
          ...graph,
          tables: new Map(
            [...graph.tables].map(([uid, { type, rows }]) => [
              uid,
              makeTable(
                type,
                rows.map((row) => {
                  const written = jsonRows(files, uid).find(({ id }) => id === row.id) ?? {}
                  const links = Object.entries(row.links).map(([name, refs]) => {
                    const attribute = type.attributes.get(name)
                    const isOther = attribute?.kind === 'relation' && attribute.inverse !== null
                    return [name, isOther && written[name] === undefined ? [] : refs]
                  })
                  return { ...row, links: Object.fromEntries(links) }
                }),
              ),
            ]),
          ),
        })),
      ),
    ),
  ],
  'opinion.never-more-permissive': [
    clause(
      'The profile `documented` refuses every request that the profile of the real server refuses.',
      answering('The server wrongly refuses a sort under a real profile.', (response, asked, { options }) =>
        isReal(options) && isFound(response) && has(asked, 'sort') ? turnedInto(response, 400) : response,
      ),
    ),
    clause(
      'The profile `documented` and the profile of the real server refuse a faulty query with 400.',
      answering(
        'The server wrongly answers 403 to a refused query under the profile of the real server.',
        (response, _, { options }) =>
          isReal(options) && isRefused(response) ? turnedInto(response, 403) : response,
      ),
    ),
    clause(
      'The profile `documented` and the profile of the real server refuse any other invalid request with the same message.',
      answering(
        'The server wrongly adds a blank to each 403 under the profile of the real server.',
        (response, _, { options }) =>
          isReal(options) && response.status === 403 ? withBlank(response) : response,
      ),
    ),
  ],
  'opinion.deterministic': [
    clause(
      'Two APIs over one graph give the same answers.',
      second('each answer', () => true),
    ),
    clause('Two APIs over one graph give the same answer to each valid request.', second('entries', isFound)),
    clause(
      'Two APIs over one graph give the same answer to each broken request.',
      second('refusals', isRefused),
    ),
  ],
}

/**
 * Servers that each have one fault in how they write. The faults were written after the check was improved for
 * `blunders.ts`, to measure the check on unseen faults.
 */
import { editGraph } from '../../../src/writing/edit/edit.ts'
import { withGraph } from '../../../src/writing/index.ts'
import { isObject, without } from '../faulty.ts'
import type { Blunder } from '../proxy/blunders.ts'
import {
  between,
  blunder,
  bodyOf,
  documentOf,
  isWrite,
  jsonOf,
  LINKS,
  listOf,
  lists,
  members,
  relations,
  withData,
  withError,
} from './blunders.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const refusal = (status: number, name: string, message: string) => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ data: null, error: { status, name, message, details: {} } }),
})

export const WRITE_BLUNDERS_AGAIN: readonly Blunder[] = [
  blunder(
    'null is nothing',
    'The server wrongly keeps the value of an attribute that is null in the body of a PUT.',
    {
      taken: ({ method, data }) =>
        method === 'PUT' && data !== undefined
          ? { data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)) }
          : {},
    },
    'write.update',
  ),
  blunder(
    'nothing to set',
    'The server wrongly keeps the links of a relation that the body sets to an empty list.',
    members(LINKS, (value) =>
      (Array.isArray(value) && value.length === 0) ||
      (isObject(value) && Array.isArray(value.set) && value.set.length === 0)
        ? undefined
        : value,
    ),
    ...['write.relation.set', 'write.relation.forms'],
  ),
  blunder(
    'PUT makes',
    'The server wrongly answers 201 to PUT.',
    {
      answered: (answer, { method }) =>
        method === 'PUT' && answer.status === 200 ? { ...answer, status: 201 } : answer,
    },
    ...['write.update', 'write.answer'],
  ),
  blunder(
    'silent POST',
    'The server wrongly answers a POST with an empty body.',
    {
      answered: (answer, { method }) =>
        method === 'POST' && answer.status === 201 ? { ...answer, body: '' } : answer,
    },
    ...['write.answer', 'write.create'],
  ),
  blunder(
    'no meta',
    'The server wrongly omits `meta` from the answer to a write.',
    {
      answered: (answer) => {
        const body = bodyOf(answer)
        return body !== undefined && 'meta' in body
          ? { ...answer, body: JSON.stringify(without(body, 'meta')) }
          : answer
      },
    },
    ...['write.answer', 'endpoint.envelope'],
  ),
  blunder(
    'HTML after writes',
    'The server wrongly answers a write as text/html.',
    { answered: (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }) },
    ...['write.answer', 'endpoint.content-type'],
  ),
  between(
    'unknown keys crash',
    'The server wrongly crashes at an unknown key.',
    (ask) => (one) => {
      const answer = ask(one)
      return isWrite(one) && answer.body.includes('Invalid key nope')
        ? refusal(500, 'InternalServerError', 'oh')
        : answer
    },
    'crash',
  ),
  blunder(
    'null is the default',
    'The server wrongly stores the default for an explicit null.',
    members(['isOpen', 'featured'], (value) => (value === null ? undefined : value)),
    'write.values.defaults',
  ),
  blunder(
    'ids are not connected',
    '`connect` ignores ids.',
    relations((value) =>
      'connect' in value
        ? {
            ...value,
            connect: listOf(value.connect).filter(
              (item) => typeof item !== 'number' && !(isObject(item) && 'id' in item),
            ),
          }
        : value,
    ),
    ...['write.relation.connect', 'write.relation.forms'],
  ),
  blunder(
    'documents alone',
    'The server wrongly ignores ids in a list of links.',
    lists(LINKS, (list) => list.filter((item) => typeof item !== 'number')),
    ...['write.relation.forms', 'write.relation.set', 'write.relation.exists'],
  ),
  blunder(
    '401 for writes',
    'The server wrongly answers 401 to a write without permission.',
    {
      answered: (answer) =>
        answer.status === 403 ? refusal(401, 'UnauthorizedError', 'Missing or invalid credentials') : answer,
    },
    'write.access.action',
  ),
  between(
    'published without parts',
    'The server wrongly publishes an entry without its components.',
    (ask) => (one) => {
      const answer = ask(one)
      return !isWrite(one) && one.url.includes('status=published')
        ? withData(answer, (row) => ('seo' in row ? { ...row, seo: null } : row))
        : answer
    },
    'write.publish.row',
  ),
  blunder(
    'translations copy',
    'The server wrongly copies the texts of the default locale to a new locale.',
    {
      kept: (before, after, { method, path, query, data }) => {
        if (method !== 'PUT' || !path.startsWith('/api/articles/') || !query.includes('locale=fr'))
          return after
        const [old = [], rows = []] = [before, after].map(({ graph }) =>
          graph.tables.get('api::article.article')?.byDocument.get(documentOf(path)),
        )
        if (data === undefined || 'summary' in data || old.some(({ locale }) => locale === 'fr')) return after
        const text = rows.find(({ locale }) => locale === 'en')?.values.summary
        const ids = rows.filter(({ locale }) => locale === 'fr').map(({ id }) => id)
        if (typeof text !== 'string' || ids.length === 0) return after
        const graph = editGraph(after.graph, ({ entries }) => {
          for (const row of entries.article ?? [])
            if (ids.includes(Number(row.id))) Object.assign(row, { summary: text })
        })
        return withGraph(after, graph)
      },
    },
    'write.locale.made',
  ),
  between(
    'singles stay',
    'The server wrongly answers 405 to a DELETE of a single type.',
    (ask) => (one) =>
      one.method === 'DELETE' && one.url.startsWith('/api/about')
        ? refusal(405, 'MethodNotAllowedError', 'Method Not Allowed')
        : ask(one),
    ...['write.delete', 'write.single'],
  ),
  blunder(
    'not yet published',
    'The server wrongly omits the publication time from the answer to a write.',
    { answered: (answer) => withData(answer, (row) => ({ ...row, publishedAt: null })) },
    ...['write.publish.row', 'write.stamps', 'write.answer'],
  ),
  blunder(
    'numbers for documents',
    'The server wrongly gives a new document a number as its documentId.',
    { answered: (answer) => withData(answer, (row) => ({ ...row, documentId: row.id ?? 0 })) },
    ...['write.ids', 'write.answer'],
  ),
  blunder(
    'links as ids',
    'The server wrongly answers a write with ids in place of linked entries.',
    {
      answered: (answer) =>
        withData(answer, (row) => ({
          ...row,
          ...(Array.isArray(row.regulars)
            ? { regulars: row.regulars.map((one) => (isObject(one) ? (one.id ?? null) : one)) }
            : {}),
        })),
    },
    ...['write.answer', 'write.relation.forms', 'populate.kind.relation', 'populate.no-id-lists'],
  ),
  blunder(
    'ids of parts as text',
    'The server wrongly answers a write with component ids as texts.',
    {
      answered: (answer) =>
        withData(answer, (row) =>
          isObject(row.address)
            ? { ...row, address: { ...row.address, id: `x${String(row.address.id)}` } }
            : row,
        ),
    },
    ...['write.answer', 'write.ids', 'write.component.new', 'write.component.kept', 'component.id'],
  ),
  between(
    'no PUT',
    'The server wrongly answers 405 to PUT.',
    (ask) => (one) =>
      one.method === 'PUT' ? refusal(405, 'MethodNotAllowedError', 'Method Not Allowed') : ask(one),
    'write.update',
  ),
  blunder(
    'files by document alone',
    'The server wrongly ignores the id of a file in the body.',
    members(['cover', 'photos', 'avatar'], (value) => (typeof value === 'number' ? undefined : value)),
    'write.files',
  ),
  blunder(
    'parts stay',
    'The server wrongly keeps a component that is null in the body.',
    members(['address', 'seo'], (value) => (value === null ? undefined : value)),
    ...['write.update', 'write.component.new'],
  ),
  blunder(
    '422 for values',
    'The server wrongly answers 422 to invalid values.',
    {
      answered: (answer) =>
        answer.status === 400 && answer.body.includes('"errors"')
          ? { ...withError(answer, (error) => ({ ...error, status: 422 })), status: 422 }
          : answer,
    },
    ...['write.values', 'endpoint.error'],
  ),
  blunder(
    'errors as texts',
    'The server wrongly answers texts as the details of invalid values.',
    {
      answered: (answer) =>
        withError(answer, (error) => {
          const errors = isObject(error.details) ? listOf(error.details.errors) : []
          const texts = errors.map((one) => (isObject(one) ? (one.message ?? null) : one))
          return errors.length > 0 ? { ...error, details: { errors: texts } } : error
        }),
    },
    'write.values',
  ),
  between(
    'twice connected',
    'The server wrongly applies the list in the body of a PUT twice.',
    (ask) => (one) => {
      const json = jsonOf(one.body)
      const hours = isObject(json) && isObject(json.data) ? json.data.openingHours : undefined
      return one.method === 'PUT' && Array.isArray(hours) && isObject(json) && isObject(json.data)
        ? ask({
            ...one,
            body: JSON.stringify({
              data: {
                ...json.data,
                openingHours: [...hours, ...hours.filter((part) => isObject(part) && !('id' in part))],
              },
            }),
          })
        : ask(one)
    },
    ...['write.component.new', 'write.component.kept'],
  ),
]

/**
 * Servers that each have one fault in how they write. The faults were written without a look at the other lists of
 * faulty servers. For each fault, the list names the rules that count as the right cause.
 */
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import type { Json } from '../../../src/util/json.ts'
import { isObject, type JsonObject, without } from '../faulty.ts'
import {
  between,
  blunder,
  documentOf,
  dropping,
  isWrite,
  jsonOf,
  listOf,
  lists,
  members,
  withData,
  withError,
} from '../writes/blunders.ts'
import type { Wrong } from '../writes/faults.ts'
import type { Blunder } from './blunders.ts'

/** Returns the attributes of the content type at a path, by name. */
const attributesAt = (graph: Graph, path: string): ReadonlyMap<string, Attribute> | undefined => {
  const name = path.split('/')[2]
  return [...graph.schema.contentTypes.values()].find(
    ({ pluralName, singularName }) => name === pluralName || name === singularName,
  )?.attributes
}

/** Makes a change of writes that uses the attributes of the written content type to change the `data`. */
const byType = (
  methods: readonly string[],
  change: (data: JsonObject, attributes: ReadonlyMap<string, Attribute>) => JsonObject,
): Wrong => ({
  taken: ({ method, path, data }, graph) => {
    const attributes = attributesAt(graph, path)
    if (!methods.includes(method) || data === undefined || attributes === undefined) return {}
    const changed = change(data, attributes)
    return JSON.stringify(changed) === JSON.stringify(data) ? {} : { data: changed }
  },
})

/** Makes a change of writes that changes each value of a relation that is an object, such as `{connect: […]}`. */
const links = (methods: readonly string[], change: (value: JsonObject) => Json): Wrong =>
  byType(methods, (data, attributes) =>
    Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        attributes.get(name)?.kind === 'relation' && isObject(value) ? change(value) : value,
      ]),
    ),
  )

const WRITES = ['POST', 'PUT']
const isLink = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'relation' && attribute.via === 'stored'
/** The names of the relations whose owning side is the other content type (`mappedBy`). */
const MAPPED = 'students articles owns assignments ledgers prequel children reviews restaurants'.split(' ')
const keptMembers = (data: JsonObject, isKept: (name: string, value: Json) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name, value]) => isKept(name, value)))

const positioned = (change: (position: JsonObject) => Json | undefined): Wrong =>
  links(WRITES, (value) => {
    const connect = listOf(value.connect).map((one) => {
      if (!isObject(one) || !isObject(one.position)) return one
      const position = change(one.position)
      return position === undefined ? without(one, 'position') : { ...one, position }
    })
    return connect.length === 0 ? value : { ...value, connect }
  })

const RELATIONS: readonly Blunder[] = [
  blunder(
    'positions unread',
    'The server wrongly ignores `position`.',
    positioned(() => undefined),
    'write.relation.position',
  ),
  blunder(
    'before is after',
    'The server wrongly reads `before` as `after` in a position.',
    positioned(({ before, ...rest }) => (before === undefined ? rest : { ...rest, after: before })),
    'write.relation.position',
  ),
  blunder(
    'disconnect unread',
    'The server wrongly ignores `disconnect`.',
    links(WRITES, (value) => without(value, 'disconnect')),
    'write.relation.disconnect',
  ),
  blunder(
    'set adds',
    'The server wrongly keeps existing links for `set`.',
    links(['PUT'], ({ set, ...rest }) => (set === undefined ? rest : { ...rest, connect: set })),
    'write.relation.set',
  ),
  blunder(
    'connect sets',
    'The server wrongly replaces existing links for `connect`.',
    links(['PUT'], (value) => (value.connect === undefined ? value : { set: value.connect })),
    'write.relation.connect',
    'write.relation.disconnect',
  ),
  blunder(
    'null links kept',
    'The server wrongly keeps the links of a relation that is null in the body.',
    byType(WRITES, (data, attributes) =>
      keptMembers(data, (name, value) => value !== null || !isLink(attributes.get(name))),
    ),
    'write.relation.forms',
    'write.relation.one',
    'write.relation.set',
  ),
  blunder(
    'mapped sides unread',
    'The server wrongly ignores a relation in the body if the other side owns the relation.',
    byType(WRITES, (data) => keptMembers(data, (name) => !MAPPED.includes(name))),
    'write.relation.sides',
    'write.relation.set',
    'write.relation.connect',
  ),
  blunder(
    'files unread',
    'The server wrongly ignores files in the body.',
    byType(WRITES, (data, attributes) => keptMembers(data, (name) => attributes.get(name)?.kind !== 'media')),
    'write.files',
  ),
]

const PARTS: readonly Blunder[] = [
  blunder(
    'new component ids',
    'The server wrongly creates a new component for every component in a body.',
    byType(['PUT'], (data, attributes) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]): [string, Json] => {
          const kind = attributes.get(name)?.kind
          if (kind !== 'component' && kind !== 'zone') return [name, value]
          const fresh = (one: Json): Json => (isObject(one) ? without(one, 'id') : one)
          return [name, Array.isArray(value) ? value.map(fresh) : fresh(value)]
        }),
      ),
    ),
    'write.component.kept',
    'write.component.id',
  ),
  blunder(
    'zone by component',
    'The server wrongly groups the elements of a zone by their component.',
    lists(['blocks'], (list) =>
      list.every((one) => isObject(one) && typeof one.__component === 'string')
        ? list.toSorted((one, other) =>
            isObject(one) && isObject(other)
              ? String(one.__component).localeCompare(String(other.__component))
              : 0,
          )
        : list,
    ),
    'write.zone',
    'write.component.new',
  ),
  blunder(
    'one element',
    'The server wrongly keeps only the first element of a repeatable component.',
    lists(['openingHours'], (list) => list.slice(0, 1)),
    'write.component.new',
  ),
]

const ANSWERS: readonly Blunder[] = [
  blunder(
    'created is 200',
    'The server wrongly answers 200 to POST.',
    { answered: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer) },
    'write.create',
  ),
  blunder(
    'delete says null',
    'The server wrongly answers 200 with `{"data":null}` to DELETE.',
    {
      answered: (answer) =>
        answer.status === 204
          ? {
              status: 200,
              headers: { 'content-type': 'application/json; charset=utf-8' },
              body: '{"data":null}',
            }
          : answer,
    },
    'write.delete',
  ),
  between(
    'delete of nothing is 404',
    'The server wrongly answers 404 to a DELETE of a document that does not exist.',
    (ask) => (one) => {
      const isGone =
        one.method === 'DELETE' &&
        ask({ ...one, method: 'GET', url: one.url.split('?')[0] ?? '' }).status === 404
      const answer = ask(one)
      const error = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} }
      return isGone && answer.status === 204
        ? {
            status: 404,
            headers: { 'content-type': 'application/json; charset=utf-8' },
            body: JSON.stringify({ data: null, error }),
          }
        : answer
    },
    'write.delete',
  ),
  between(
    'updatedAt stays',
    'The server wrongly answers `createdAt` as `updatedAt`.',
    (ask) => {
      const made = new Set<Json>()
      return (one) => {
        const answer = ask(one)
        const { data } = Object(jsonOf(answer.body))
        if (one.method === 'POST' && isObject(data) && data.documentId !== undefined)
          made.add(data.documentId)
        return withData(answer, (row) =>
          made.has(row.documentId ?? null) && row.updatedAt !== undefined && row.createdAt !== undefined
            ? { ...row, updatedAt: row.createdAt }
            : row,
        )
      }
    },
    'write.stamps',
  ),
  blunder(
    'PUT answers a next id',
    'The server wrongly answers PUT with an `id` that is not the id of the row.',
    {
      answered: (answer, { method }) =>
        method === 'PUT'
          ? withData(answer, (row) => (typeof row.id === 'number' ? { ...row, id: row.id + 1 } : row))
          : answer,
    },
    'write.ids',
    'write.update',
    'write.answer',
    'entry.id',
  ),
  blunder(
    'fields unread',
    'The server wrongly ignores `fields` in the answer to a write.',
    {
      taken: ({ method, query }) =>
        WRITES.includes(method) ? { query: dropping((key) => key.startsWith('fields'), query) } : {},
    },
    'write.answer',
    'fields.restricts',
  ),
  blunder(
    'password echoed',
    'The server wrongly shows the password of the body in the answer to a write.',
    {
      answered: (answer, { data }) =>
        typeof data?.password === 'string'
          ? withData(answer, (row) => ({ ...row, password: data.password ?? null }))
          : answer,
    },
    'write.values.password',
    'write.answer',
    'fields.password',
    'fields.private',
  ),
  blunder(
    'private echoed',
    'The server wrongly shows private attributes of the body in the answer to a write.',
    {
      answered: (answer, { data }) =>
        withData(answer, (row) => ({
          ...row,
          ...keptMembers(data ?? {}, (name) => ['phone', 'doorCode', 'editorNote'].includes(name)),
        })),
    },
    'write.answer',
    'fields.private',
  ),
  blunder(
    'datetimes echoed',
    'The server wrongly repeats dates and times as in the body in the answer to a write.',
    {
      answered: (answer, { data }) =>
        withData(answer, (row) => ({
          ...row,
          ...keptMembers(
            data ?? {},
            (name, value) => ['datetime', 'time'].includes(name) && typeof value === 'string' && name in row,
          ),
        })),
    },
    'write.answer',
    'write.values.date',
    'entry.types.date',
  ),
  blunder(
    'refusals without details',
    'The server wrongly omits the list of errors from the error for invalid values.',
    {
      answered: (answer) =>
        withError(answer, (error) => (error.name === 'ValidationError' ? { ...error, details: {} } : error)),
    },
    'write.values',
    'endpoint.error',
  ),
  blunder(
    'closed is 401',
    'The server wrongly answers 401 to a write without permission.',
    {
      answered: (answer) =>
        answer.status === 403
          ? {
              ...withError(answer, () => ({
                status: 401,
                name: 'UnauthorizedError',
                message: 'Missing or invalid credentials',
                details: {},
              })),
              status: 401,
            }
          : answer,
    },
    'write.access.action',
    'access.forbidden',
  ),
]

const VALUES: readonly Blunder[] = [
  blunder(
    'unknown keys dropped',
    'The server wrongly ignores a key that the schema does not define.',
    byType(WRITES, (data, attributes) =>
      keptMembers(
        data,
        (name) =>
          attributes.has(name) ||
          /^(id|documentId|locale|publishedAt|(created|updated)(At|By)|localizations)$/.test(name),
      ),
    ),
    'write.keys.unknown',
  ),
  blunder(
    'PUT is whole',
    'The server wrongly sets scalars that the body lacks to null in a PUT.',
    byType(['PUT'], (data, attributes) => ({
      ...Object.fromEntries(
        [...attributes.values()]
          .filter(({ kind, name }) => kind === 'scalar' && !['name', 'title', 'slug', 'uid'].includes(name))
          .map(({ name }) => [name, null]),
      ),
      ...data,
    })),
    'write.update',
  ),
  blunder(
    'PUT sets defaults',
    'The server wrongly sets attributes that the body lacks to their defaults in a PUT.',
    byType(['PUT'], (data, attributes) => ({
      ...(attributes.has('featured') ? { featured: false } : {}),
      ...(attributes.has('isOpen') ? { isOpen: true } : {}),
      ...data,
    })),
    'write.update',
    'write.values.defaults',
  ),
  blunder(
    'any enumeration',
    'The server wrongly accepts any text in an enumeration.',
    {
      dataset: ({ contentTypes }) => {
        for (const { attributes } of Object.values(contentTypes))
          for (const one of Object.values(Object(attributes)))
            if (Object(one).type === 'enumeration') Object(one).type = 'string'
      },
    },
    'write.values',
  ),
  blunder(
    'json stays text',
    'The server wrongly answers an object in a JSON attribute as a text after a write.',
    {
      answered: (answer) =>
        withData(answer, (row) => (isObject(row.json) ? { ...row, json: JSON.stringify(row.json) } : row)),
    },
    'write.answer',
    'write.values.json',
    'entry.types.generic',
  ),
  blunder(
    'loose dates',
    'The server wrongly stores null for an invalid date.',
    members(['date', 'datetime', 'time', 'opened', 'printed', 'visited'], (value) =>
      typeof value === 'string' && !/^\d/.test(value) ? null : value,
    ),
    'write.values.date',
  ),
]

const PUBLISHING: readonly Blunder[] = [
  blunder(
    'PUT publishes',
    'The server wrongly publishes a PUT with `status=draft`.',
    {
      taken: ({ method, query }) =>
        method === 'PUT'
          ? { query: dropping((key, value) => key === 'status' && value === 'draft', query) }
          : {},
    },
    'write.publish.draft',
  ),
  blunder(
    'POST is a draft',
    'The server wrongly writes only the draft for a POST without `status`.',
    {
      taken: ({ method, query }) =>
        method === 'POST' && !query.includes('status=')
          ? { query: query === '' ? 'status=draft' : `${query}&status=draft` }
          : {},
    },
    'write.publish.row',
    'write.publish.draft',
    'write.publish.status',
  ),
  blunder(
    'DELETE of all locales',
    'The server wrongly deletes the rows of every locale for a DELETE without `locale`.',
    {
      taken: ({ method, path, query }, graph) => {
        if (method !== 'DELETE' || query.includes('locale') || documentOf(path) === '') return {}
        const all = graph.locales.codes.map(({ code }, at) => `locale[${at}]=${code}`)
        return { query: [query, ...all].filter((part) => part !== '').join('&') }
      },
    },
    'write.delete',
    'write.delete.locales',
    'write.locale',
  ),
  blunder(
    'PUT in no locale',
    'The server wrongly ignores `locale` in a PUT.',
    {
      taken: ({ method, query }) =>
        method === 'PUT' ? { query: dropping((key) => key === 'locale', query) } : {},
    },
    'write.locale',
    'write.locale.made',
  ),
  blunder(
    'any status',
    'The server wrongly ignores an unknown `status`.',
    {
      taken: ({ method, query }) =>
        isWrite({ method, url: '' })
          ? { query: dropping((key, value) => key === 'status' && !/^(draft|published)$/.test(value), query) }
          : {},
    },
    'write.publish.status',
    'write.query',
  ),
  blunder(
    'any locale',
    'The server wrongly writes the default locale if the project lacks the requested locale.',
    {
      taken: ({ method, query }, graph) =>
        isWrite({ method, url: '' })
          ? {
              query: dropping(
                (key, value) =>
                  key === 'locale' &&
                  value !== '*' &&
                  !graph.locales.codes.some(({ code }) => code === value),
                query,
              ),
            }
          : {},
    },
    'write.locale.known',
  ),
]

/**
 * The faults that were written after the check had been improved for the other faults of this file, to measure the
 * check on unseen faults.
 */
const UNSEEN: readonly Blunder[] = [
  blunder(
    'start is end',
    'The server wrongly connects an entry with `start` at the end.',
    positioned(({ start, ...rest }) => (start === undefined ? rest : { ...rest, end: true })),
    'write.relation.position',
  ),
  blunder(
    'last connected',
    'The server wrongly links only the last of several connected entries.',
    links(WRITES, (value) =>
      Array.isArray(value.connect) && value.connect.length > 1
        ? { ...value, connect: value.connect.slice(-1) }
        : value,
    ),
    'write.relation.connect',
  ),
  blunder(
    'set turned',
    'The server wrongly links a plain list in reverse order.',
    byType(WRITES, (data, attributes) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => [
          name,
          isLink(attributes.get(name)) && Array.isArray(value) ? value.toReversed() : value,
        ]),
      ),
    ),
    'write.relation.set',
  ),
  blunder(
    'short texts',
    'The server wrongly keeps only three letters of a text.',
    byType(WRITES, (data, attributes) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => [
          name,
          attributes.get(name)?.kind === 'scalar' &&
          typeof value === 'string' &&
          /^(name|title|text)$/.test(name)
            ? value.slice(0, 3)
            : value,
        ]),
      ),
    ),
    'write.values',
    'write.create',
    'write.update',
  ),
  blunder(
    'big is bad',
    'The server wrongly answers 400 to a body that is too large.',
    {
      answered: (answer) =>
        answer.status === 413
          ? { ...withError(answer, (error) => ({ ...error, status: 400 })), status: 400 }
          : answer,
    },
    'write.body.size',
  ),
  blunder(
    'error name',
    'The server wrongly gives the refusal of an invalid value the name BadRequestError.',
    {
      answered: (answer) =>
        withError(answer, (error) =>
          error.name === 'ValidationError' ? { ...error, name: 'BadRequestError' } : error,
        ),
    },
    'write.values',
    'endpoint.error',
  ),
  blunder(
    'publishedAt of drafts',
    'The server wrongly shows `publishedAt` in the answer to a write of a draft.',
    {
      answered: (answer) =>
        withData(answer, (row) =>
          row.publishedAt === null ? { ...row, publishedAt: row.updatedAt ?? null } : row,
        ),
    },
    'write.answer',
    'write.publish.draft',
    'write.publish.row',
    'write.stamps',
  ),
  blunder(
    'created in the past',
    'The server wrongly answers POST with an old `createdAt`.',
    {
      answered: (answer, { method }) =>
        method === 'POST'
          ? withData(answer, (row) =>
              typeof row.createdAt === 'string' ? { ...row, createdAt: '2001-01-01T00:00:00.000Z' } : row,
            )
          : answer,
    },
    'write.stamps',
  ),
  blunder(
    'locale missing',
    'The server wrongly omits `locale` from the answer to a write.',
    { answered: (answer) => withData(answer, (row) => without(row, 'locale')) },
    'write.answer',
    'write.locale',
    'entry.locale',
  ),
]

export const WRITE_SLIPS: readonly Blunder[] = [
  ...RELATIONS,
  ...PARTS,
  ...ANSWERS,
  ...VALUES,
  ...PUBLISHING,
  ...UNSEEN,
]

/**
 * Servers that each have one fault in how they write. To avoid bias, the faults were written without a look at rules,
 * sessions or other faults. For each fault, the list names the rules that count as the right cause.
 */
import type { SentRequest } from '../../../properties/server.ts'
import type { Server } from '../../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { Json } from '../../../src/util/json.ts'
import { type EditableDataset, editGraph } from '../../../src/writing/edit/edit.ts'
import { withGraph } from '../../../src/writing/index.ts'
import { type Fault, isObject, type JsonObject, without } from '../faulty.ts'
import type { Blunder } from '../proxy/blunders.ts'
import { type Wrong, writingServer } from './faults.ts'

export const blunder = (id: string, says: string, wrong: Wrong, ...accepted: readonly string[]): Blunder => ({
  fault: { id, says, server: (graph: Graph) => writingServer(graph, wrong).server },
  accepted,
})

type Ask = (request: SentRequest) => ApiResponse
/** Makes a fault that changes the requests to a server that accepts writes, or its answers. */
export const between = (
  id: string,
  says: string,
  wrap: (ask: Ask) => Ask,
  ...accepted: readonly string[]
): Blunder => {
  const server = (graph: Graph): Server => {
    const { server: inner } = writingServer(graph)
    return wrap((request) => {
      const answer = inner(request)
      if (answer instanceof Promise) throw new Error('the server answers at once')
      return answer
    })
  }
  const fault: Fault = { id, says, server }
  return { fault, accepted }
}

export const isWrite = ({ method = 'GET' }: ApiRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method)
export const jsonOf = (body: string | undefined): Json | undefined => {
  try {
    return body === undefined ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}
export const bodyOf = (answer: ApiResponse): JsonObject | undefined => {
  const json = answer.body.startsWith('{') ? jsonOf(answer.body) : undefined
  return isObject(json) ? json : undefined
}
/** Changes each entry in the body of an answer. */
export const withData = (answer: ApiResponse, change: (data: JsonObject) => JsonObject): ApiResponse => {
  const body = bodyOf(answer)
  if (!isObject(body?.data) && !Array.isArray(body?.data)) return answer
  const changed = (row: Json): Json => (isObject(row) ? change(row) : row)
  const data = Array.isArray(body.data) ? body.data.map(changed) : changed(body.data)
  return { ...answer, body: JSON.stringify({ ...body, data }) }
}
export const withError = (answer: ApiResponse, change: (error: JsonObject) => JsonObject): ApiResponse => {
  const body = bodyOf(answer)
  return isObject(body?.error)
    ? { ...answer, body: JSON.stringify({ ...body, error: change(body.error) }) }
    : answer
}

/** Changes the members with the given names in the `data` of a write. */
export const members = (
  names: readonly string[],
  change: (value: Json, graph: Graph) => Json | undefined,
): Wrong => ({
  taken: ({ data }, graph) => {
    if (data === undefined) return {}
    const all = Object.entries(data).map(([name, value]) => [
      name,
      names.includes(name) ? change(value, graph) : value,
    ])
    const changed = Object.fromEntries(all.filter(([, value]) => value !== undefined))
    return JSON.stringify(changed) === JSON.stringify(data) ? {} : { data: changed }
  },
})
export const lists = (
  names: readonly string[],
  change: (list: readonly Json[], graph: Graph) => Json,
): Wrong => members(names, (value, graph) => (Array.isArray(value) ? change(value, graph) : value))
export const relations = (change: (value: JsonObject) => Json): Wrong =>
  members(LINKS, (value) => (isObject(value) ? change(value) : value))

export const LINKS =
  'regulars categories critics related mentor owner critic students restaurants author items'.split(' ')
export const listOf = (json: Json | undefined): readonly Json[] =>
  Array.isArray(json) ? json : json === undefined || json === null ? [] : [json]
const isKnown = (graph: Graph, documentId: string): boolean =>
  [...graph.tables.values()].some(({ byDocument }) => byDocument.has(documentId))
export const documentOf = (path: string): string => path.split('/')[3] ?? ''
const hasLocale = (graph: Graph, path: string, locale: string): boolean =>
  [...graph.tables.values()].some(({ byDocument }) =>
    (byDocument.get(documentOf(path)) ?? []).some((row) => row.locale === locale),
  )
/** Makes a fault that changes the attributes of every type in the schema. */
const schema = (change: (attribute: JsonObject & { [key: string]: unknown }) => void): Wrong => ({
  dataset: ({ contentTypes }) => {
    for (const { attributes } of Object.values(contentTypes))
      for (const one of Object.values(Object(attributes))) change(Object(one))
  },
})
/** Returns a query without the parameters for which `isGone` returns true. */
export const dropping = (isGone: (key: string, value: string) => boolean, query: string): string =>
  query
    .split('&')
    .filter((part) => {
      const [key = '', value = ''] = part.split('=').map(decodeURIComponent)
      return !isGone(key, value)
    })
    .join('&')

const FORM: readonly Blunder[] = [
  blunder(
    'missing is made',
    'The server wrongly creates a document for a PUT of a document that does not exist.',
    {
      taken: ({ method, path }, graph) =>
        method === 'PUT' && documentOf(path) !== '' && !isKnown(graph, documentOf(path))
          ? { method: 'POST', path: path.split('/').slice(0, 3).join('/') }
          : {},
    },
    'write.unknown',
  ),
  between(
    'no data needed',
    'The server wrongly accepts attributes in a body without `data`.',
    (ask) => (one) => {
      const json = jsonOf(one.body)
      return isWrite(one) && isObject(json) && !('data' in json)
        ? ask({ ...one, body: JSON.stringify({ data: json }) })
        : ask(one)
    },
    'write.body.data',
  ),
  between(
    'first of data',
    'The server wrongly takes the first item of a list in `data`.',
    (ask) => (one) => {
      const json = jsonOf(one.body)
      return isObject(json) && Array.isArray(json.data)
        ? ask({ ...one, body: JSON.stringify({ ...json, data: json.data[0] ?? {} }) })
        : ask(one)
    },
    'write.body.data',
  ),
  between(
    'crash on broken JSON',
    'The server wrongly crashes at a body that is not JSON.',
    (ask) => (one) => {
      const isJson = /json/.test(one.headers?.['content-type'] ?? '')
      return isJson && one.body !== undefined && typeof jsonOf(one.body) !== 'object'
        ? {
            status: 500,
            headers: { 'content-type': 'application/json' },
            body: '{"message":"Internal Server Error"}',
          }
        : ask(one)
    },
    ...['crash', 'write.body.json'],
  ),
  between(
    'JSON by any name',
    'The server wrongly reads every body as JSON, whatever its content type.',
    (ask) => (one) =>
      isWrite(one) && isObject(jsonOf(one.body))
        ? ask({ ...one, headers: { ...one.headers, 'content-type': 'application/json' } })
        : ask(one),
    'write.body.other',
  ),
  between(
    'no forms',
    'The server wrongly does not read forms.',
    (ask) => (one) =>
      /form/.test(one.headers?.['content-type'] ?? '')
        ? ask({ ...one, headers: { ...one.headers, 'content-type': 'text/plain' } })
        : ask(one),
    'write.body.form',
  ),
  between(
    'deleted twice',
    'The server wrongly answers 404 to a DELETE of a document that does not exist.',
    (ask) => (one) => {
      const path = one.url.split('?')[0] ?? ''
      const isGone =
        one.method === 'DELETE' &&
        documentOf(path) !== '' &&
        ['draft', 'published'].every((status) => {
          const { status: found } = ask({ url: `${path}?status=${status}`, headers: one.headers ?? {} })
          return found === 404
        })
      const answer = ask(one)
      return isGone && answer.status === 204
        ? {
            status: 404,
            headers: { 'content-type': 'application/json; charset=utf-8' },
            body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}',
          }
        : answer
    },
    'write.delete',
  ),
  between(
    'unknown token writes',
    'The server wrongly gives an unknown token the role of an administrator.',
    (ask) => (one) => {
      const answer = ask(one)
      return isWrite(one) && answer.status === 401
        ? ask({ ...one, headers: { ...one.headers, authorization: 'Bearer admin-token' } })
        : answer
    },
    'write.access.token',
  ),
  blunder(
    'readers write',
    'The server wrongly accepts the permission to read as the permission to write.',
    {
      dataset: ({ access }: EditableDataset) => {
        for (const { permissions } of Object.values(access.roles)) {
          const read = permissions.filter((one) => one.endsWith('.find'))
          for (const action of ['create', 'update', 'delete'])
            permissions.push(...read.map((one) => one.replace(/find$/, action)))
        }
      },
    },
    'write.access.action',
  ),
  blunder(
    'no populate after writes',
    'The server wrongly ignores `populate` in the answer to a write.',
    { taken: ({ query }) => ({ query: dropping((key) => key.startsWith('populate'), query) }) },
    'write.answer',
  ),
  blunder(
    'no fields after writes',
    'The server wrongly ignores `fields` in the answer to a write.',
    { taken: ({ query }) => ({ query: dropping((key) => key.startsWith('fields'), query) }) },
    'write.answer',
  ),
  blunder(
    'new documentId',
    'The server wrongly answers PUT with another documentId.',
    {
      answered: (answer, { method }) =>
        method === 'PUT'
          ? withData(answer, (data) => ({ ...data, documentId: `${String(data.documentId)}x` }))
          : answer,
    },
    ...['write.ids', 'write.answer', 'write.update'],
  ),
  blunder(
    'own id',
    'The server wrongly ignores an id or documentId in the body.',
    { taken: ({ data }) => (data === undefined ? {} : { data: without(data, 'id', 'documentId') }) },
    'write.keys.identity',
  ),
  blunder(
    'own instants',
    'The server wrongly ignores instants in the body.',
    {
      taken: ({ data }) =>
        data === undefined ? {} : { data: without(data, 'createdAt', 'updatedAt', 'createdBy') },
    },
    'write.keys.kept',
  ),
  blunder(
    'single must exist',
    'The server wrongly answers 404 to a PUT of a single type without an entry.',
    {
      taken: ({ method, path }, graph) =>
        method === 'PUT' && path === '/api/about' && graph.tables.get('api::about.about')?.rows.length === 0
          ? { path: '/api/authors/nobodyknowsthisdocument0' }
          : {},
    },
    'write.single',
  ),
]

const VALUES: readonly Blunder[] = [
  blunder(
    'nothing required',
    'The server wrongly does not check `required`.',
    schema((one) => Reflect.deleteProperty(one, 'required')),
    ...['write.values', 'write.values.draft'],
  ),
  blunder(
    'any choice',
    'The server wrongly does not check the values of an enumeration.',
    schema((one) => one.type === 'enumeration' && Object.assign(one, { type: 'string' })),
    'write.values',
  ),
  blunder(
    'any e-mail',
    'The server wrongly does not check e-mail addresses.',
    schema((one) => one.type === 'email' && Object.assign(one, { type: 'string' })),
    'write.values',
  ),
  blunder(
    'first error',
    'The server wrongly lists only the first error.',
    {
      answered: (answer) =>
        withError(answer, (error) => {
          const errors = isObject(error.details) ? listOf(error.details.errors) : []
          const [first] = errors
          return isObject(first) && errors.length > 1
            ? { ...error, message: first.message ?? null, details: { errors: [first] } }
            : error
        }),
    },
    'write.values',
  ),
  blunder(
    'paths as text',
    'The server wrongly answers the path of an error as a text.',
    {
      answered: (answer) =>
        withError(answer, (error) => {
          const errors = isObject(error.details) ? listOf(error.details.errors) : []
          return errors.length === 0
            ? error
            : {
                ...error,
                details: {
                  errors: errors.map((one) =>
                    isObject(one) ? { ...one, path: listOf(one.path).join('.') } : one,
                  ),
                },
              }
        }),
    },
    'write.values',
  ),
  blunder(
    'numbers as sent',
    'The server wrongly repeats numbers as they were sent in the answer to a write.',
    {
      answered: (answer, { data }) =>
        withData(answer, (row) =>
          typeof data?.integer === 'string' && 'integer' in row ? { ...row, integer: data.integer } : row,
        ),
    },
    ...['write.answer', 'write.values'],
  ),
  blunder(
    'any date',
    'The server wrongly stores null for an invalid date.',
    members(['date', 'time', 'datetime', 'timestamp', 'visited', 'opened'], (value) =>
      typeof value === 'string' && !/\d/.test(value) ? null : value,
    ),
    'write.values.date',
  ),
  blunder(
    'passwords shown',
    'The server wrongly shows the password in the answer to a write.',
    {
      answered: (answer, { data }) =>
        withData(answer, (row) => (data?.password === undefined ? row : { ...row, password: data.password })),
    },
    ...['write.values.password', 'write.answer'],
  ),
  blunder(
    'JSON as text',
    'The server wrongly keeps a text in a JSON attribute as a text.',
    members(['json', 'keywords'], (value) => (typeof value === 'string' ? JSON.stringify(value) : value)),
    'write.values.json',
  ),
  blunder(
    'drafts are checked',
    'The server wrongly requires values in drafts.',
    {
      taken: ({ method, path, query, data }) =>
        method === 'POST' && path === '/api/articles' && data !== undefined && !('title' in data)
          ? { query: dropping((key) => key === 'status', query) }
          : {},
    },
    'write.values.draft',
  ),
]

const RELATIONS: readonly Blunder[] = [
  blunder(
    'connect is set',
    'The server wrongly replaces the list for `connect`.',
    relations((value) =>
      'connect' in value && !('disconnect' in value) ? { set: listOf(value.connect) } : value,
    ),
    'write.relation.connect',
  ),
  blunder(
    'disconnect is clear',
    'The server wrongly empties the list for `disconnect`.',
    relations((value) => ('disconnect' in value ? { set: [] } : value)),
    'write.relation.disconnect',
  ),
  blunder(
    'set adds',
    'The server wrongly adds to the list for `set`.',
    {
      taken: (asked, graph) =>
        asked.method === 'PUT'
          ? {
              ...members(LINKS, (value) =>
                Array.isArray(value)
                  ? { connect: value }
                  : isObject(value) && 'set' in value
                    ? { connect: listOf(value.set) }
                    : value,
              ).taken?.(asked, graph),
            }
          : {},
    },
    'write.relation.set',
  ),
  blunder(
    'no places',
    'The server wrongly ignores the position of a connected entry.',
    relations((value) => ({
      ...value,
      ...('connect' in value
        ? {
            connect: listOf(value.connect).map((item) => (isObject(item) ? without(item, 'position') : item)),
          }
        : {}),
    })),
    'write.relation.position',
  ),
  blunder(
    'unknown documents skipped',
    'The server wrongly ignores a link to an unknown document.',
    lists(LINKS, (list, graph) => list.filter((item) => typeof item !== 'string' || isKnown(graph, item))),
    'write.relation.document',
  ),
  blunder(
    'unknown ids skipped',
    'The server wrongly ignores a link to an unknown id.',
    lists(LINKS, (list) => list.filter((item) => typeof item !== 'number' || item < 1_000_000)),
    'write.relation.exists',
  ),
  between(
    'one side',
    'The server wrongly shows a link only on the side that wrote it.',
    (ask) => {
      const pupils = new Set<Json>()
      return (one) => {
        const answer = ask(one)
        const [data, body] = [jsonOf(one.body), bodyOf(answer)]
        if (
          isWrite(one) &&
          isObject(data) &&
          isObject(data.data) &&
          'mentor' in data.data &&
          isObject(body?.data)
        )
          pupils.add(body.data.documentId ?? null)
        if (isWrite(one)) return answer
        return withData(answer, (row) =>
          Array.isArray(row.students)
            ? {
                ...row,
                students: row.students.filter(
                  (pupil) => !isObject(pupil) || !pupils.has(pupil.documentId ?? null),
                ),
              }
            : row,
        )
      }
    },
    'write.relation.sides',
  ),
  blunder(
    'first of list',
    'The server wrongly links the first entry of a list in a to-one relation.',
    lists(['mentor', 'owner', 'critic', 'author'], ([first]) => first ?? null),
    'write.relation.one',
  ),
  between(
    'two owners',
    'After a link moves to another entry, the server wrongly still shows the link at the earlier entry.',
    (ask) => {
      const owners = new Map<Json | undefined, Json>()
      return (one) => {
        const answer = ask(one)
        if (isWrite(one)) owners.delete(documentOf(one.url.split('?')[0] ?? ''))
        return withData(answer, (row) => {
          if (isObject(row.owner)) owners.set(row.documentId, row.owner)
          return row.owner === null ? { ...row, owner: owners.get(row.documentId) ?? null } : row
        })
      }
    },
    'write.relation.taken',
  ),
  blunder(
    'one file',
    'The server wrongly stores only the first of several files.',
    lists(['photos'], (list) => list.slice(0, 1)),
    'write.files',
  ),
  blunder(
    'no files',
    'The server wrongly ignores files in the body.',
    members(['cover', 'photos', 'avatar'], () => undefined),
    'write.files',
  ),
]

const PARTS: readonly Blunder[] = [
  between(
    'components are patched',
    'If a component in the body has no id, the server wrongly changes the existing component instead of creating a new one.',
    (ask) => (one) => {
      const json = jsonOf(one.body)
      const data = isObject(json) && isObject(json.data) ? json.data : {}
      if (one.method !== 'PUT' || !isObject(data.address) || 'id' in data.address) return ask(one)
      const [path = ''] = one.url.split('?')
      const row = bodyOf(ask({ url: `${path}?populate[address]=true`, headers: one.headers ?? {} }))?.data
      const id = isObject(row) && isObject(row.address) ? row.address.id : undefined
      return ask(
        id === undefined
          ? one
          : { ...one, body: JSON.stringify({ data: { ...data, address: { id, ...data.address } } }) },
      )
    },
    'write.component.new',
  ),
  between(
    'repeatables are appended',
    'The server wrongly appends a list of components to the existing list.',
    (ask) => (one) => {
      const json = jsonOf(one.body)
      const data = isObject(json) && isObject(json.data) ? json.data : {}
      if (one.method !== 'PUT' || !Array.isArray(data.openingHours)) return ask(one)
      const [path = ''] = one.url.split('?')
      const row = bodyOf(
        ask({ url: `${path}?populate[openingHours]=true`, headers: one.headers ?? {} }),
      )?.data
      const old = isObject(row)
        ? listOf(row.openingHours).map((part) => (isObject(part) ? { id: part.id ?? null } : part))
        : []
      const named = data.openingHours.map((part) => (isObject(part) ? part.id : undefined))
      const left = old.filter((part) => isObject(part) && !named.includes(part.id))
      return ask({
        ...one,
        body: JSON.stringify({ data: { ...data, openingHours: [...left, ...data.openingHours] } }),
      })
    },
    ...['write.component.new', 'write.component.kept'],
  ),
  blunder(
    'unknown kinds skipped',
    'The server wrongly ignores a zone component that the schema does not list.',
    lists(['blocks'], (list) =>
      list.filter((part) => !isObject(part) || !String(part.__component).startsWith('shared.')),
    ),
    ...['write.zone.listed', 'zone-unlisted'],
  ),
  blunder(
    'kinds are guessed',
    'The server wrongly reads a zone element without a component name as a quote.',
    lists(['blocks'], (list) =>
      list.map((part) =>
        isObject(part) && !('__component' in part) && 'text' in part
          ? { __component: 'blocks.quote', ...part }
          : part,
      ),
    ),
    'write.zone',
  ),
  blunder(
    'zones turned when written',
    'The server wrongly stores a zone in reverse order.',
    lists(['blocks'], (list) =>
      list.every((part) => isObject(part) && '__component' in part) ? list.toReversed() : list,
    ),
    ...['write.zone', 'write.zone.listed', 'write.component.new'],
  ),
  blunder(
    'any component id',
    'The server wrongly ignores an unknown component id.',
    members(['address', 'seo'], (value) =>
      isObject(value) && Number(value.id) > 1_000_000 ? without(value, 'id') : value,
    ),
    'write.component.id',
  ),
]

const PUBLISHING: readonly Blunder[] = [
  blunder(
    'POST makes drafts',
    'The server wrongly creates only a draft for a POST without a status.',
    {
      taken: ({ method, path, query }) =>
        method === 'POST' && /reviews|articles/.test(path) && !query.includes('status=')
          ? { query: query === '' ? 'status=draft' : `${query}&status=draft` }
          : {},
    },
    ...['write.publish.row', 'write.publish.draft', 'write.publish.status'],
  ),
  blunder(
    'drafts are published',
    'The server wrongly publishes a draft in each PUT.',
    {
      taken: ({ method, query }) =>
        method === 'PUT'
          ? { query: dropping((key, value) => key === 'status' && value === 'draft', query) }
          : {},
    },
    'write.publish.draft',
  ),
  blunder(
    'any status',
    'The server wrongly reads an unknown status as `published`.',
    {
      taken: ({ query }) => ({
        query: dropping((key, value) => key === 'status' && value !== 'draft', query),
      }),
    },
    ...['write.publish.status', 'status.value'],
  ),
  blunder(
    'unpublished only',
    'The server wrongly deletes the published row and keeps the draft in a DELETE.',
    {
      kept: (before, after, { method, path }) => {
        if (method !== 'DELETE') return after
        const gone = (
          before.graph.tables.get('api::review.review')?.byDocument.get(documentOf(path)) ?? []
        ).filter(({ status }) => status === 'published')
        if (gone.length === 0) return after
        const ids = gone.map(({ id }) => id)
        const graph = editGraph(before.graph, ({ entries }) => {
          entries.review = (entries.review ?? []).filter((row) => !ids.includes(Number(row.id)))
        })
        return withGraph(after, graph)
      },
    },
    'write.delete',
  ),
  blunder(
    'every locale is deleted',
    'The server wrongly deletes every locale in a DELETE of one locale.',
    {
      taken: ({ method, path, query }) =>
        method === 'DELETE' && path.startsWith('/api/articles/') && !query.includes('locale[')
          ? { query: 'locale[]=en&locale[]=fr&locale[]=de' }
          : {},
    },
    ...['write.delete', 'write.locale'],
  ),
  blunder(
    'a new locale overwrites',
    'The server wrongly writes the default locale for a PUT in a locale that the document lacks.',
    {
      taken: ({ method, path, query }, graph) => {
        const locale = /locale=(\w+)/.exec(query)?.[1]
        return method === 'PUT' && locale !== undefined && locale !== 'xx' && !hasLocale(graph, path, locale)
          ? { query: dropping((key) => key === 'locale', query) }
          : {}
      },
    },
    ...['write.locale.made', 'write.locale'],
  ),
  blunder(
    'any locale',
    'The server wrongly reads an unknown locale as the default locale.',
    {
      taken: ({ query }) => ({
        query: dropping((key, value) => key === 'locale' && !['en', 'fr', 'de', '*'].includes(value), query),
      }),
    },
    'write.locale.known',
  ),
  blunder(
    'shared values differ',
    'The server wrongly writes a shared attribute in only one locale.',
    {
      kept: (before, after, { method, path, query, data }) => {
        const documentId = documentOf(path)
        const written = new URLSearchParams(query).get('locale') ?? 'en'
        if (method !== 'PUT' || !path.startsWith('/api/articles') || data === undefined || !('views' in data))
          return after
        const old = before.graph.tables.get('api::article.article')?.byDocument.get(documentId) ?? []
        const others = old.filter(({ locale }) => locale !== written)
        if (new Set(old.map(({ locale }) => locale)).size < 2) return after
        const graph = editGraph(after.graph, ({ entries }) => {
          for (const row of entries.article ?? []) {
            const other = others.find(({ id }) => id === row.id)
            if (other !== undefined) Object.assign(row, { views: other.values.views ?? null })
          }
        })
        return withGraph(after, graph)
      },
    },
    'write.locale.shared',
  ),
]

export const WRITE_BLUNDERS: readonly Blunder[] = [...FORM, ...VALUES, ...RELATIONS, ...PARTS, ...PUBLISHING]

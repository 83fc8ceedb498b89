/** Tests the titles of causes for servers that each handle one form of a write's body or query wrongly. */
import { expect, test } from 'vitest'
import { check } from '../../../src/oracle/index.ts'
import type { ApiResponse } from '../../../src/reference/api.ts'
import type { Json } from '../../../src/util/json.ts'
import { graph, PATIENT } from '../conforming.ts'
import { isObject, type JsonObject, without } from '../faulty.ts'
import { listOf, WRITE_BLUNDERS } from './blunders.ts'
import { oversight, refusal } from './oversights.ts'

const optional = WRITE_BLUNDERS.filter(({ fault }) => fault.id === 'nothing required')

const invalid = (message: string) => refusal(400, 'ValidationError', message)
const notFound = refusal(404, 'NotFoundError', 'Not Found')

/** The answers of the server with a cache, by path and query. */
const cache = new Map<string, ApiResponse>()

const textIdsDropped = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(textIdsDropped)
    : isObject(value) && typeof value.id === 'string'
      ? without(value, 'id')
      : value

const changed = (data: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, change(value)]))

const withoutOtherKey = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(withoutOtherKey)
    : isObject(value) && 'nope' in value && ('id' in value || 'documentId' in value)
      ? without(value, 'nope')
      : value

const withoutPositions = (value: Json): Json =>
  isObject(value) && Array.isArray(value.connect)
    ? { ...value, connect: value.connect.map((item) => (isObject(item) ? without(item, 'position') : item)) }
    : value

/**
 * The servers that each handle one form of a write wrongly, with the session that shows the fault, and with the rule
 * and the title of the cause.
 */
const SERVERS = [
  {
    ...oversight('no positions', 'Positions are ignored.', ({ data }, inner) =>
      data === undefined ? inner.pass() : inner.pass(changed(data, withoutPositions)),
    ),
    session: [
      'writes.guide.relation.position',
      'writes.guide.relation.position-new',
      'writes.guide.relation.position-move',
      'writes.guide.relation.position-on-create',
    ],
    rule: 'write.relation.position',
    title:
      'In `connect`, `position` sets the place of an entry in the relation. The server ignores every position.',
  },
  {
    ...oversight('unknown methods', 'A missing method answers 404.', ({ method }, inner) =>
      method === 'PATCH' ? notFound : inner.pass(),
    ),
    session: 'writes.guide.methods',
    rule: 'endpoint.not-allowed',
    title: 'A method that the path does not have gets the answer 405. The server answers 404.',
  },
  {
    ...oversight('filtered updates', 'PUT obeys filters.', ({ method, query }, inner) =>
      method === 'PUT' && query.includes('filters') ? notFound : inner.pass(),
    ),
    session: 'writes.guide.answer-filters-alone',
    rule: 'write.answer',
    title:
      '`filters` have no effect on a PUT. The server looks for the document with the filters, and answers 404.',
  },
  {
    ...oversight('long dates', 'A date with a time is refused.', ({ data }, inner) =>
      typeof data?.date === 'string' && data.date.length > 10 ? invalid('Invalid format') : inner.pass(),
    ),
    session: 'writes.guide.values.date-forms',
    rule: 'write.values.date',
    title: 'A date may have a time after the day, which the write removes. The server refuses it.',
  },
  {
    ...oversight('whole seconds', 'Milliseconds of a time are dropped.', ({ data }, inner) =>
      typeof data?.time === 'string'
        ? inner.pass({ ...data, time: data.time.replace(/\.\d+$/, '') })
        : inner.pass(),
    ),
    session: 'writes.guide.values.kinds',
    rule: 'write.values.date',
    title: 'A write stores the milliseconds of a time. The server drops the milliseconds.',
  },
  {
    ...oversight('blocks in lists', 'Other blocks than a list are refused.', ({ data }, inner) =>
      data !== undefined && 'blocks' in data && !Array.isArray(data.blocks)
        ? invalid('blocks must be a list')
        : inner.pass(),
    ),
    session: 'writes.guide.values.blocks-no-list',
    rule: 'write.values',
    title: 'A value for blocks that is not a list is stored as null. The server refuses it.',
  },
  {
    ...oversight('text ids', 'A component with a text as its id is new.', ({ data, method }, inner) =>
      method === 'PUT' && data !== undefined ? inner.pass(changed(data, textIdsDropped)) : inner.pass(),
    ),
    session: 'writes.guide.component.id-text',
    rule: 'write.component.kept',
    title:
      'The id of a component may be a text, such as "7". The server ignores the text and makes a new component.',
  },
  {
    ...oversight('other keys of links', 'Other keys in links are ignored.', ({ data }, inner) =>
      data !== undefined && JSON.stringify(data).includes('nope')
        ? inner.pass(changed(data, withoutOtherKey))
        : inner.pass(),
    ),
    session: 'writes.guide.relation.key',
    rule: 'write.keys.unknown',
    title: 'An object for a relation or a file has only the keys of its form. The server accepts other keys.',
  },
  {
    ...oversight('second step', 'A draft is published after the answer.', (taken, inner) => {
      const { method, path, query } = taken
      const answer = inner.pass()
      const isDraft = method === 'PUT' && path.startsWith('/api/reviews/') && query.includes('status=draft')
      const versions = isDraft ? listOf(JSON.parse(inner.ask('GET', path).body).data ?? null) : []
      if (versions.length > 0) inner.ask('PUT', path, {})
      return answer
    }),
    session: 'writes.guide.publish.whole',
    rule: 'write.publish.draft',
    title: 'With `status=draft`, a write changes only the draft. The server ignores `status`.',
  },
  {
    ...oversight('other step', 'The published row gets another score after the answer.', (taken, inner) => {
      const { method, path, query } = taken
      const answer = inner.pass()
      const isDraft = method === 'PUT' && path.startsWith('/api/reviews/') && query.includes('status=draft')
      const versions = isDraft ? listOf(JSON.parse(inner.ask('GET', path).body).data ?? null) : []
      if (versions.length > 0) inner.ask('PUT', path, { score: 99 })
      return answer
    }),
    session: 'writes.guide.publish.whole',
    rule: 'write.publish.draft',
    title: 'With `status=draft`, a write changes only the draft. The server changes the published row too.',
  },
  {
    ...oversight('one-way links', 'A featured article has one restaurant.', (taken, inner) => {
      const { data, method } = taken
      const answer = inner.pass()
      if (method !== 'POST' || typeof data?.featuredArticle !== 'string') return answer
      const { documentId } = JSON.parse(answer.body).data ?? {}
      const rows = inner.ask(
        'GET',
        `/api/restaurants?filters[featuredArticle][documentId]=${data.featuredArticle}&filters[documentId][$ne]=${documentId}`,
      )
      for (const row of listOf(JSON.parse(rows.body).data ?? null))
        if (isObject(row)) inner.ask('PUT', `/api/restaurants/${row.documentId}`, { featuredArticle: null })
      return answer
    }),
    session: 'writes.guide.relation.one-way',
    rule: 'write.relation.taken',
    title:
      'Several entries may have a one-way link to the same entry. The server removes the link of the other entry.',
  },
  {
    ...oversight('single types stay', 'A single type has no DELETE.', ({ method, path }, inner) =>
      method === 'DELETE' && path === '/api/about'
        ? refusal(405, 'MethodNotAllowedError', 'Method Not Allowed')
        : inner.pass(),
    ),
    session: 'writes.guide.single',
    rule: 'write.delete',
    title: 'A single type has PUT and DELETE. The server refuses a DELETE on a single type.',
  },
  {
    ...oversight('single types are posted', 'A single type has POST.', ({ method, path, data }, inner) =>
      method === 'POST' && path === '/api/about' ? inner.ask('PUT', path, data) : inner.pass(),
    ),
    session: 'writes.guide.methods-single',
    rule: 'endpoint.not-allowed',
    title: 'A method that the path does not have gets the answer 405. The server accepts the method.',
  },
  {
    ...oversight('files are added', 'A list of files adds to the files.', ({ data, method }, inner) =>
      method === 'PUT' && Array.isArray(data?.photos)
        ? inner.pass({ ...data, photos: { connect: data.photos } })
        : inner.pass(),
    ),
    session: 'writes.guide.files.replaced',
    rule: 'write.files',
    title: '`set`, or a plain list, replaces the linked files. The server adds to the linked files.',
  },
  {
    ...oversight('one file', 'A list of files is its first file.', ({ data }, inner) =>
      Array.isArray(data?.photos) ? inner.pass({ ...data, photos: data.photos.slice(0, 1) }) : inner.pass(),
    ),
    session: 'writes.guide.files.order',
    rule: 'write.files',
    title: 'All files in a written list are stored. The server stores only the first one.',
  },
  {
    ...oversight('Latin-1', 'The body is read as Latin-1.', ({ data }, inner) =>
      data === undefined
        ? inner.pass()
        : inner.pass(
            changed(data, (value) =>
              typeof value === 'string' ? Buffer.from(value, 'utf8').toString('latin1') : value,
            ),
          ),
    ),
    session: 'writes.guide.values.characters',
    rule: 'write.body.json',
    title: 'The body of a write is UTF-8. The server decodes the body as Latin-1.',
  },
  {
    ...oversight('texts are false', 'A text for a boolean is false.', ({ data }, inner) =>
      typeof data?.boolean === 'string' ? inner.pass({ ...data, boolean: false }) : inner.pass(),
    ),
    session: 'writes.guide.values.boolean-texts',
    rule: 'write.values',
    title: 'A boolean may be a text, such as "true". The server reads each text as false.',
  },
  {
    ...oversight('swapped positions', 'before is after.', ({ data }, inner) =>
      data === undefined
        ? inner.pass()
        : inner.pass(
            JSON.parse(
              JSON.stringify(data).replaceAll(/"(before|after)":/g, (_whole, place) =>
                place === 'before' ? '"after":' : '"before":',
              ),
            ),
          ),
    ),
    session: 'writes.guide.relation.position',
    rule: 'write.relation.position',
    title:
      'The positions `before` and `after` set the place of a connected entry. The server takes each of the two for the other.',
  },
  {
    ...oversight('the document first', 'A missing document precedes all.', ({ method, path }, inner) =>
      method === 'PUT' && inner.ask('GET', `${path}?status=draft`).status === 404 ? notFound : inner.pass(),
    ),
    session: 'writes.guide.access.unknown-document',
    rule: 'write.unknown',
    title:
      'The order of errors differs: for a PUT, the server looks for the document before it checks the permission.',
  },
  {
    ...oversight('status 422', 'An invalid write answers 422.', (_taken, inner) => {
      const answer = inner.pass()
      return answer.status === 400 ? { ...answer, status: 422 } : answer
    }),
    session: 'writes.guide.values.together',
    rule: 'endpoint.error',
    title: 'Each invalid write answers 400. The server answers 422 in place of 400.',
  },
  {
    ...oversight('status 422 of values', 'A write with invalid values answers 422.', (_taken, inner) => {
      const answer = inner.pass()
      return answer.status === 400 && answer.body.includes('"errors":') ? { ...answer, status: 422 } : answer
    }),
    session: ['writes.guide.values.together', 'writes.guide.body.broken'],
    rule: 'write.values',
    title: 'Each write with invalid values answers 400. The server answers 422 in place of 400.',
  },
  {
    ...oversight('a cache', 'No PUT clears the cache of entries.', ({ method, path, query }, inner) => {
      const key = `${path}?${query}`
      const answer = method === 'GET' ? (cache.get(key) ?? inner.pass()) : inner.pass()
      if (method === 'GET' && path.startsWith('/api/authors/')) cache.set(key, answer)
      return answer
    }),
    session: 'writes.guide.read-again',
    rule: 'write.update',
    title:
      'A read after a PUT shows the effect of the PUT. The server repeats its earlier answer to the same URL, as a cache does that a PUT does not clear.',
  },
  {
    ...oversight('access first', 'The caller is checked before the JSON.', ({ data }, inner) =>
      data === undefined ? inner.pass({}) : inner.pass(),
    ),
    session: 'writes.guide.access.after-json',
    rule: 'write.body.json',
    title:
      'The error of a body that is not JSON precedes the errors of the token and of the permission. The server checks the token and the permission first.',
  },
  {
    ...oversight('no defaults', 'No article gets defaults.', ({ method, path, data }, inner) =>
      method === 'POST' && path === '/api/articles' && data !== undefined
        ? inner.pass({ featured: null, ...data })
        : inner.pass(),
    ),
    session: 'writes.guide.keys.locale',
    rule: 'write.values.defaults',
    title:
      'If the body of a new entry lacks an attribute, the attribute gets its default from the schema. The server stores null.',
  },
  {
    ...oversight('all locales', 'A DELETE deletes all locales.', ({ method, path }, inner) =>
      method === 'DELETE' ? inner.ask('DELETE', `${path}?locale=*`) : inner.pass(),
    ),
    session: 'writes.guide.locale.delete',
    rule: 'write.delete',
    title:
      'Without several locales in `locale`, a DELETE deletes one locale. The server deletes all locales.',
  },
  {
    ...oversight('paths as texts', 'A path is a text.', (_taken, inner) => {
      const answer = inner.pass()
      const body = answer.body.replaceAll(
        /"path":\[("[^\]]*")\]/g,
        (_whole, steps: string) => `"path":"${steps.replaceAll('"', '').replaceAll(',', '.')}"`,
      )
      return { ...answer, body }
    }),
    session: 'writes.guide.values.together',
    rule: 'write.values',
    title: 'In `details.errors`, each `path` is a list of texts. The server joins the texts by `.`.',
  },
  {
    ...oversight('empty values', 'A PUT ignores 0, false and empty texts.', ({ method, data }, inner) =>
      method === 'PUT' && data !== undefined
        ? inner.pass(
            Object.fromEntries(
              Object.entries(data).filter(([, value]) => value !== 0 && value !== false && value !== ''),
            ),
          )
        : inner.pass(),
    ),
    session: 'writes.guide.values.empty-put',
    rule: 'write.update',
    title: 'The values 0, false and an empty text in the body of a PUT are values. The server ignores them.',
  },
  {
    ...oversight(
      'empty values as null',
      'A write stores null for 0, false and empty texts.',
      ({ data }, inner) =>
        data === undefined ? inner.pass() : inner.pass(changed(data, (value) => value || null)),
    ),
    session: 'writes.guide.values.kept',
    rule: 'write.values',
    title:
      'The values 0, false and an empty text are values. The server stores null in place of 0, false and an empty text.',
  },
  {
    ...oversight(
      'empty data',
      'A PUT with empty data answers like a GET.',
      ({ method, path, data }, inner) =>
        method === 'PUT' && data !== undefined && Object.keys(data).length === 0
          ? inner.ask('GET', path)
          : inner.pass(),
    ),
    session: 'writes.guide.update-nothing',
    rule: 'write.update',
    title: 'A PUT with empty `data` sets `updatedAt`, and publishes the draft. The server changes nothing.',
  },
  {
    ...oversight('nested populate', 'The answer lacks the nested populate.', (taken, inner) => {
      const { method, path, query, data } = taken
      const flat = query.replaceAll(/(populate(?:\[|%5B)\w+)(?:\]|%5D)(?:\[|%5B)populate[^&]*/gi, '$1]=true')
      return flat === query || data === undefined ? inner.pass() : inner.ask(method, `${path}?${flat}`, data)
    }),
    session: 'writes.guide.component.null',
    rule: 'write.answer',
    title:
      'The answer to a write is like a GET of the written row. The server ignores an option of a populated attribute: `populate` inside populate.',
  },
  {
    ...oversight('new locales', 'A new locale is only a draft.', ({ method, path, query, data }, inner) => {
      const isNew = method === 'PUT' && inner.ask('GET', `${path}?status=draft&${query}`).status === 404
      return isNew && data !== undefined && query.startsWith('locale=')
        ? inner.ask(method, `${path}?${query}&status=draft`, data)
        : inner.pass()
    }),
    session: ['writes.guide.locale.made', 'writes.guide.publish.again', 'writes.guide.publish.files'],
    rule: 'write.locale.made',
    title:
      'A PUT in a locale that the document lacks creates and publishes a row. The server creates only its draft.',
  },
  {
    ...oversight('paths in one item', 'A path is a list of one text.', (_taken, inner) => {
      const answer = inner.pass()
      const body = answer.body.replaceAll(
        /"path":\[("[^\]]*")\]/g,
        (_whole, steps: string) => `"path":["${steps.replaceAll('"', '').replaceAll(',', '.')}"]`,
      )
      return { ...answer, body }
    }),
    session: 'writes.guide.component.no-object',
    rule: 'write.values',
    title: 'In `details.errors`, each `path` is a list of texts. The server joins the texts by `.`.',
  },
  {
    ...oversight('true values', 'A boolean is stored by its truthiness.', ({ data }, inner) =>
      data !== undefined && 'boolean' in data && data.boolean !== null
        ? inner.pass({ ...data, boolean: Boolean(data.boolean) })
        : inner.pass(),
    ),
    session: ['writes.guide.values.boolean-texts', 'writes.guide.values.other-type'],
    rule: 'write.values',
    title:
      'A boolean may be a text, such as "true", and other values are refused. The server takes each value as true, except 0 and an empty text.',
  },
  {
    ...oversight('reversed connects', 'A list in connect is read in reverse order.', ({ data }, inner) =>
      data === undefined
        ? inner.pass()
        : inner.pass(
            changed(data, (value) =>
              isObject(value) && Array.isArray(value.connect)
                ? { ...value, connect: value.connect.toReversed() }
                : value,
            ),
          ),
    ),
    session: ['writes.guide.relation.connect-ids', 'writes.guide.morph.connect'],
    rule: 'write.relation.connect',
    title:
      '`connect` links its entries in the order of the list. The server takes the list in reverse order.',
  },
  {
    ...oversight('broken JSON', 'Invalid JSON is an empty object.', ({ data, method }, inner) => {
      const answer = inner.pass()
      return data === undefined && method === 'POST' && answer.body.includes('SyntaxError')
        ? inner.ask(method, '/api/authors', undefined)
        : answer
    }),
    session: 'writes.guide.body.broken',
    rule: 'write.body.json',
    title: 'A body with invalid JSON is an error of its own. The server reads it as an empty object.',
  },
  {
    ...oversight('disconnect ignored', 'No `disconnect` has an effect.', ({ data }, inner) =>
      data === undefined
        ? inner.pass()
        : inner.pass(
            changed(data, (value) => {
              const rest = isObject(value) ? without(value, 'disconnect') : value
              return isObject(rest) && Object.keys(rest).length === 0 ? { connect: [] } : rest
            }),
          ),
    ),
    session: ['writes.guide.relation.disconnect-ids', 'writes.guide.relation.document-disconnect'],
    rule: 'write.relation.disconnect',
    title: '`disconnect` changes the linked entries. The server ignores it, even if it names no entry.',
  },
  ...optional.map((one) => ({
    ...one,
    session: ['writes.guide.values.required', 'writes.guide.publish.required'],
    rule: 'write.values',
    title:
      'A required attribute must have a value, unless the write stores a draft. The server accepts a write without it.',
  })),
] as const

test.each(SERVERS)(
  'the cause of the fault $fault.id has a title about this fault',
  async ({ fault, session, rule, title }) => {
    const report = await check(fault.server(graph), {
      ...{ graph, suite: [], runs: 0, causes: 0, seed: 1, ...PATIENT },
      ...{ writes: true, caseIds: [session].flat() },
    })
    expect(report.causes.map((cause) => [cause.rule, cause.title])).toEqual([[rule, title]])
  },
)

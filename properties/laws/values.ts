/** Laws about the values, members and headers of every answer. */
import type { Model, ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { openScalars } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { broken } from '../arbitraries/broken.ts'
import { requestOf } from '../arbitraries/request.ts'
import { type Fault, type LiveLaw, live } from './law.ts'
import { changing, entriesOf, listed, member, walk } from './replies.ts'

const typed = live({
  id: 'values.types',
  kind: 'shape',
  rules: ['entry.types.string', 'entry.answers-null', 'entry.attributes', 'media.formats'],
  says:
    'A missing value of any attribute is null. The value of a numeric attribute is a number. ' +
    'The value of a boolean attribute is a boolean. The value of a text attribute is a text. ' +
    'The value of an attribute for dates or times is a date or a time. ' +
    'The value of an enumeration is one of its items. The member `formats` of an uploaded file is an object or null.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    return {
      requests: [requestOf(requested), changing(listed(requested), { populate: '*', fields: undefined })],
      judge: (replies) =>
        replies
          .flatMap((reply) => entriesOf(reply) ?? [])
          .map((entry) => walk(entry, requested.type, graph, (one, model, path) => misfit(one, model, path)))
          .find((fault) => fault !== undefined),
    }
  },
})

function misfit(entry: JsonObject, model: Model, path: string): Fault {
  const { formats = null } = entry
  if (model.uid === 'plugin::upload.file' && formats !== null && !isObject(formats))
    return `${path}.formats is not an object: ${JSON.stringify(formats).slice(0, 200)}`
  const wrong = openScalars(model).find((scalar) => {
    const value = entry[scalar.name]
    return value !== undefined && value !== null && !fits(value, scalar)
  })
  return wrong && `${path}.${wrong.name} is no ${wrong.type}: ${JSON.stringify(entry[wrong.name])}`
}

const isTextLike = (value: Json, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

function fits(value: Json, { type, enum: words }: ScalarAttribute): boolean {
  switch (type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'uid':
    case 'password':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'float':
    case 'decimal':
      return typeof value === 'number'
    case 'biginteger':
      return isTextLike(value, /^-?\d+$/)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return isTextLike(value, /^\d{4}-\d\d-\d\d$/)
    case 'time':
      return isTextLike(value, /^\d\d:\d\d:\d\d\.\d{3}$/)
    case 'datetime':
      return isTextLike(value, /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    case 'enumeration':
      return words.some((word) => word === value)
    case 'timestamp':
    case 'json':
    case 'array':
    case 'blocks':
      return true
  }
}

const partIds = live({
  id: 'component.ids',
  kind: 'shape',
  lacking: 'no readable type has components',
  rules: ['component.id', 'component.discriminator'],
  says: 'In one list of components, no two components of the same type have the same id.',
  experiment: (graph, { ask }) => {
    const requested = listed(ask(graph))
    return {
      requests: [changing(requested, { populate: '*' })],
      judge: ([reply]) =>
        (reply === undefined ? [] : (entriesOf(reply) ?? []))
          .map((entry) =>
            walk(entry, requested.type, graph, (one, model, path) =>
              [...model.attributes.values()]
                .filter(({ kind }) => kind === 'component' || kind === 'zone')
                .map(({ name }) => repeated(one[name], `${path}.${name}`))
                .find(Boolean),
            ),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

function repeated(list: Json | undefined, path: string): Fault {
  const names = (isList(list) ? list.filter(isObject) : []).map(
    ({ __component, id }) => `${__component ?? ''} ${id}`,
  )
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? undefined : `${path} has two components with the id${twice}`
}

/** Patterns of texts that reveal internals of a server: stack traces, messages of databases, and file paths. */
const INTERNALS: readonly RegExp[] = [
  /\n\s+at \S+/,
  /node_modules/,
  /\b(?:select|insert into|update) .*["`]/i,
  /SQLITE_|ER_[A-Z_]+|ECONNREFUSED/,
  /(?:\/(?:home|srv|opt|usr|app)\/|[A-Z]:\\\\)[\w./\\-]+\.[jt]s/,
]
const ERROR_KEYS: readonly string[] = ['status', 'name', 'message', 'details']

const closed = live({
  id: 'errors.closed',
  kind: 'security',
  looksAt: 'answers',
  rules: ['endpoint.envelope', 'endpoint.not-found'],
  says:
    'The member `details` of a refusal is an object. An error contains only status, name, message and details. ' +
    'An error contains no stack trace. An error contains no text of a database. ' +
    'An error contains no path of a file.',
  experiment: (graph, input) => {
    const ask = input.ask(graph)
    const wrong = broken(input.other, input.dice, graph)
    const requests = [
      requestOf(wrong),
      changing(ask, { filters: { nothing: '1' } }),
      { ...requestOf(ask), url: `${ask.prefix}/no-such-type` },
    ]
    return {
      requests,
      judge: (replies) =>
        replies
          .filter(({ status }) => status >= 400)
          .map(({ status, json, body }): Fault => {
            const shape = misshapen(member(json, 'error'), status)
            if (shape !== undefined) return `${shape}: ${body.slice(0, 300)}`
            // JSON escapes line breaks, so the patterns run on the unescaped text.
            const text = body.replaceAll('\\n', '\n')
            return INTERNALS.some((pattern) => pattern.test(text))
              ? `an error shows internals: ${body.slice(0, 300)}`
              : undefined
          })
          .find(Boolean),
    }
  },
})

/**
 * Returns the fault in the body of an error. An error with a status of 500 or more needs no `details`, as on the real
 * server.
 */
function misshapen(error: Json | undefined, status: number): Fault {
  if (!isObject(error)) return undefined
  const more = Object.keys(error).find((key) => !ERROR_KEYS.includes(key))
  if (more !== undefined) return `an error has the member "${more}"`
  return status >= 500 || isObject(error.details) ? undefined : 'the details of the error are not an object'
}

const ORIGIN = 'https://app.example.org'

const headers = live({
  id: 'headers.cross-origin',
  kind: 'shape',
  looksAt: 'answers',
  rules: ['endpoint.cors', 'endpoint.envelope'],
  says:
    'A JSON answer has the content type of JSON. ' +
    'The answer to a cross-origin request allows its origin or any origin. ' +
    'If an answer allows only the origin of the request, it has the header `Vary: Origin`.',
  experiment: (graph, { ask }) => {
    const request = requestOf(ask(graph))
    return {
      requests: [request, { ...request, headers: { ...request.headers, origin: ORIGIN } }],
      judge: (replies) => {
        const untyped = replies.find(
          ({ json, headers: { 'content-type': type = '' } }) =>
            json !== undefined && !/^application\/(?:[\w.]+\+)?json\b/.test(type),
        )
        if (untyped !== undefined) return `JSON of the type ${untyped.headers['content-type'] ?? 'none'}`
        const { 'access-control-allow-origin': allowed, vary = '' } = replies[1]?.headers ?? {}
        if (allowed === '*') return undefined
        if (allowed !== ORIGIN) return `the answer to the origin ${ORIGIN} allows ${allowed ?? 'no origin'}`
        return /\borigin\b/i.test(vary) ? undefined : 'the answer allows one origin without `Vary: Origin`'
      },
    }
  },
})

export const VALUE_LAWS: readonly LiveLaw[] = [typed, partIds, closed, headers]

/**
 * The law that the server answers the URL of every populated file. The law `mediaUrls` is not one of `liveLaws`,
 * because a server may store its uploaded files on another host.
 *
 * ```ts
 * await checkServer(server, graph, { laws: [...liveLaws, mediaUrls] })
 * ```
 */
export const mediaUrls: LiveLaw = live({
  id: 'media.urls',
  kind: 'law',
  lacking: 'no readable type has media',
  rules: ['media.id', 'populate.kind.media'],
  says: 'If the URL of a populated file is a path, a request for this path gets the answer 200.',
  experiment: (graph, { ask }) => {
    const requested = listed(ask(graph))
    const media = [...requested.type.attributes.values()].filter(
      ({ kind, private: hidden }) => kind === 'media' && !hidden,
    )
    if (media.length === 0) return undefined
    return {
      requests: [changing(requested, { populate: media.map(({ name }) => name) })],
      follow: ([reply]) =>
        (reply === undefined ? [] : (entriesOf(reply) ?? []))
          .flatMap((entry) => media.flatMap(({ name }) => [entry[name] ?? null].flat()))
          .flatMap((file) => (isObject(file) && typeof file.url === 'string' ? [file.url] : []))
          .filter((url) => url.startsWith('/'))
          .slice(0, 5)
          .map((url) => ({ method: 'HEAD', url })),
      judge: ([, ...files]) => {
        const missing = files.find(({ status }) => status !== 200)
        return missing && `the answer to the URL of a file has the status ${missing.status}`
      },
    }
  },
})

/** Misreadings of the form of a write: of its content type, of a body without data, of empty data, and of new locales. */
import { isObject, type Json, member, parseJson } from '../../../../util/json.ts'
import type { AskedWrite, WriteMisreading } from './kit.ts'
import { isDraftPart, isLocale, localeIn, splitQuery, withQuery } from './query.ts'

const JSON_TYPE = 'application/json'

/** The content types of JSON that a server may not recognize, each with its words. */
const OTHER_TYPES: readonly (readonly [what: string, isOther: (type: string) => boolean])[] = [
  [
    'parameters, such as `charset=utf-8`, or another name, such as `application/vnd.api+json`',
    (type) => type !== JSON_TYPE,
  ],
  ['parameters, such as `charset=utf-8`', (type) => type.startsWith(`${JSON_TYPE};`)],
  ['another name, such as `application/vnd.api+json`', (type) => !type.startsWith(JSON_TYPE)],
]

const typeIn = ({ request }: AskedWrite): string | undefined => request.headers['content-type']?.toLowerCase()
const isForm = (asked: AskedWrite, type: 'form' | 'urlencoded' | 'multipart'): boolean =>
  typeIn(asked)?.includes(type) === true
const isJsonType = (type: string): boolean => type.startsWith(JSON_TYPE) || type.includes('+json')

/** The misreadings in which the target ignores a body with an unusual content type of JSON. */
const TYPES: readonly WriteMisreading[] = OTHER_TYPES.map(([what, isOther]) => ({
  rule: 'write.body.json',
  kind: `content types with ${what} ignored`,
  says: `A content type of JSON may have ${what}. The server ignores a body with such a content type.`,
  read: (asked) => {
    const { request } = asked
    const type = typeIn(asked)
    return type !== undefined && isJsonType(type) && isOther(type)
      ? { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } }
      : request
  },
}))

const hasJsonType = (asked: AskedWrite): boolean => isJsonType(typeIn(asked) ?? '')

/** Returns the JSON in the body of a write; undefined if the target does not read the body as JSON. */
const jsonIn = (asked: AskedWrite): Json | undefined =>
  hasJsonType(asked) ? parseJson(asked.request.body ?? '') : undefined

/** Returns whether a body with a JSON content type is not empty and not valid JSON. */
const isBroken = (asked: AskedWrite): boolean =>
  hasJsonType(asked) && (asked.request.body ?? '') !== '' && jsonIn(asked) === undefined

/** The bodies without `data` that a server may accept, each with what it reads in place of `data`. */
const WITHOUT_DATA: readonly (readonly [does: string, read: (json: Json | undefined) => Json | undefined])[] =
  [
    ['takes the body without `data` as empty `data`', () => ({})],
    [
      'takes the body itself as `data`',
      (json) => (isObject(json) && !Object.hasOwn(json, 'data') ? json : undefined),
    ],
  ]

/** The misreadings in which the target accepts a body without `data`, or with null in `data`. */
const DATA: readonly WriteMisreading[] = WITHOUT_DATA.map(([does, readData]) => ({
  rule: 'write.body.data',
  kind: does,
  says: `A body without an object in \`data\` is an error. The server ${does}.`,
  read: (asked) => {
    const { request } = asked
    const json = jsonIn(asked)
    const hasData = isObject(json) ? (member(json, 'data') ?? null) !== null : json !== undefined
    const read =
      hasData || isForm(asked, 'form') || isBroken(asked) || request.method === 'DELETE'
        ? undefined
        : readData(json)
    if (read === undefined) return request
    const headers = { ...request.headers, 'content-type': JSON_TYPE }
    return { ...request, headers, body: JSON.stringify({ data: read }) }
  },
}))

/** A misreading: the target reads invalid JSON as an empty object. */
const BROKEN: WriteMisreading = {
  rule: 'write.body.json',
  kind: 'invalid JSON as an empty object',
  says: 'A body with invalid JSON is an error of its own. The server reads it as an empty object.',
  read: (asked) => (isBroken(asked) ? { ...asked.request, body: '{}' } : asked.request),
}

const isEmpty = ({ data }: AskedWrite): boolean => data !== undefined && Object.keys(data).length === 0

/** The documents that a PUT with empty data may leave unchanged, each with its words. */
const UNCHANGED: readonly (readonly [document: string, isPublished: boolean])[] = [
  ['', false],
  [' of a published document', true],
]

/** The misreadings in which a PUT with empty data changes nothing, and answers like a GET. */
const NOTHING: readonly WriteMisreading[] = UNCHANGED.map(([document, isOfPublished]) => ({
  rule: 'write.update',
  kind: `empty data${document} changes nothing`,
  says: `A PUT with empty \`data\`${document} sets \`updatedAt\`, and publishes the draft. The server changes nothing.`,
  read: (asked) => {
    const { request, type } = asked
    if (request.method !== 'PUT' || !isEmpty(asked) || asked.rowOf('draft') === undefined) return request
    const { path, parts } = splitQuery(request.url)
    const isAnswered =
      asked.rowOf('published') !== undefined || !type.draftAndPublish || parts.some(isDraftPart)
    if (isOfPublished && !isAnswered) return request
    const { body: _none, ...rest } = request
    return { ...rest, method: 'GET', url: withQuery(path, isAnswered ? parts : [...parts, 'status=draft']) }
  },
}))

/** A misreading: a PUT with empty data writes only the draft. */
const UNPUBLISHED: WriteMisreading = {
  rule: 'write.publish.draft',
  kind: 'empty data is not published',
  says: 'A PUT with empty `data` publishes the draft. The server writes only the draft.',
  read: (asked) => {
    const { request, type } = asked
    const { path, parts } = splitQuery(request.url)
    const isMeant = request.method === 'PUT' && isEmpty(asked) && type.draftAndPublish
    return isMeant && !parts.some(isDraftPart)
      ? { ...request, url: withQuery(path, [...parts, 'status=draft']) }
      : request
  },
}

/** Matches a percent-encoded byte of a letter outside of ASCII. */
const HIGH_BYTE = /%[89A-F][0-9A-F]/gi

/** A misreading: the target reads each byte of a letter in a form as a letter of its own. */
const LATIN_FORM: WriteMisreading = {
  rule: 'write.body.form',
  kind: 'form bytes as Latin-1',
  says: 'Percent-encoded bytes in a form are UTF-8. The server decodes them as Latin-1.',
  read: (asked) => {
    const { request } = asked
    const body = request.body?.replaceAll(HIGH_BYTE, (byte) =>
      encodeURIComponent(String.fromCharCode(Number.parseInt(byte.slice(1), 16))),
    )
    return isForm(asked, 'urlencoded') && body !== undefined && body !== request.body
      ? { ...request, body }
      : request
  },
}

/** A misreading: the target ignores the fields of a form whose names have a dot, such as `data.name`. */
const DOTTED_FIELDS: WriteMisreading = {
  rule: 'write.body.form',
  kind: 'dotted names in forms ignored',
  says: 'A form may name a value `data[name]` or `data.name`. The server ignores names with a dot.',
  read: (asked) => {
    const { request } = asked
    const { body = '' } = request
    const fields = isForm(asked, 'urlencoded') ? body.split('&') : []
    const kept = fields.filter((field) => !field.startsWith('data.'))
    if (kept.length < fields.length) return { ...request, body: kept.join('&') }
    const renamed = body.replaceAll('name="data.', 'name="ignored.')
    return isForm(asked, 'multipart') && renamed !== body ? { ...request, body: renamed } : request
  },
}

/** A misreading: a PUT in a locale that the document lacks creates only a draft. */
const NEW_LOCALE: WriteMisreading = {
  rule: 'write.locale.made',
  kind: 'a new locale is only a draft',
  says: 'A PUT in a locale that the document lacks creates and publishes a row. The server creates only its draft.',
  read: (asked) => {
    const { request, type, graph } = asked
    const { path, parts } = splitQuery(request.url)
    const code = localeIn(asked) ?? graph.locales.default
    const isNew =
      request.method === 'PUT' &&
      type.localized &&
      type.draftAndPublish &&
      isLocale(graph, code) &&
      !parts.some(isDraftPart) &&
      asked.rowOf('draft') === undefined
    const kept = parts.filter((part) => !part.startsWith('status='))
    return isNew ? { ...request, url: withQuery(path, [...kept, 'status=draft']) } : request
  },
}

/** The misreadings of the form of a write. */
export const FORMS: readonly WriteMisreading[] = [
  ...TYPES,
  ...DATA,
  BROKEN,
  ...NOTHING,
  UNPUBLISHED,
  LATIN_FORM,
  DOTTED_FIELDS,
  NEW_LOCALE,
]

/** Reads requests from a file: a HAR, an OpenAPI document, a server log, or a list of addresses. */
import { isList, isObject, type Json, type JsonObject, member, parseJson } from '../../util/json.ts'
import type { LogLine } from './traffic.ts'

export const TRAFFIC_FORMS =
  'a HAR, an OpenAPI document in JSON, the log of a server, or addresses line by line'

/** A file without requests; the message lists the accepted formats. */
export class TrafficError extends Error {
  override readonly name = 'TrafficError'
}

/** The requests in a text of any known format. @throws TrafficError for a text without requests. */
export function readTraffic(text: string, file: string): readonly LogLine[] {
  const start = text.trimStart().slice(0, 1)
  const json = start === '{' || start === '[' ? parseJson(text) : undefined
  const seen = json === undefined ? readLines(text) : readJson(json)
  if (seen.length > 0) return seen
  const broken = start === '{' && json === undefined && !isLog(text) ? ', and it is no JSON' : ''
  throw new TrafficError(`${file}: expected ${TRAFFIC_FORMS}, found no request${broken}`)
}

const isLog = (text: string): boolean =>
  text
    .slice(0, text.indexOf('\n') + 1)
    .trimEnd()
    .endsWith('}')

function readJson(json: Json): readonly LogLine[] {
  if (isList(json)) return json.flatMap(readValue)
  if (!isObject(json)) return []
  const log = member(json, 'log')
  if (isObject(log)) return listAt(log, 'entries').flatMap(readHar)
  const paths = member(json, 'paths')
  return isObject(paths) ? readOpenApi(json, paths) : readValue(json)
}

const listAt = (json: JsonObject, key: string): readonly Json[] => {
  const list = member(json, key)
  return isList(list) ? list : []
}

const textAt = (json: JsonObject, key: string): string | undefined => {
  const text = member(json, key)
  return typeof text === 'string' ? text : undefined
}

/** A text is an address; an object has an address in `url` or `path`, as in JSON logs. */
function readValue(json: Json): readonly LogLine[] {
  if (typeof json === 'string') return isAddress(json) ? [{ method: 'GET', url: json, headers: {} }] : []
  if (!isObject(json)) return []
  const request = member(json, 'request')
  const holder = isObject(request) ? request : json
  const url = textAt(holder, 'url') ?? textAt(holder, 'path') ?? textAt(holder, 'uri')
  if (url === undefined || !isAddress(url)) return []
  return [{ method: (textAt(holder, 'method') ?? 'GET').toUpperCase(), url, headers: {} }]
}

const isAddress = (text: string): boolean =>
  text.startsWith('/') || text.startsWith('http://') || text.startsWith('https://')

/** Headers that change the answer. The token of a HAR belongs to another server, so it is omitted. */
const HEADERS = new Set(['strapi-response-format', 'strapi-encode-source-maps'])

function readHar(entry: Json): readonly LogLine[] {
  const request = isObject(entry) ? member(entry, 'request') : undefined
  if (!isObject(request)) return []
  const headers = listAt(request, 'headers').flatMap((header): [string, string][] => {
    const name = isObject(header) ? textAt(header, 'name')?.toLowerCase() : undefined
    const value = isObject(header) ? textAt(header, 'value') : undefined
    return name === undefined || value === undefined || !HEADERS.has(name) ? [] : [[name, value]]
  })
  return readValue(request).map((seen) => ({ ...seen, headers: Object.fromEntries(headers) }))
}

/** Each path without path parameters; once plain, and once with each query parameter that has an example. */
function readOpenApi(document: JsonObject, paths: JsonObject): readonly LogLine[] {
  const [server] = listAt(document, 'servers')
  const base = (isObject(server) ? textAt(server, 'url') : undefined) ?? ''
  return Object.entries(paths).flatMap(([path, item]): LogLine[] => {
    const operation = isObject(item) ? member(item, 'get') : undefined
    if (!isObject(operation) || path.includes('{')) return []
    const url = `${base.endsWith('/') ? base.slice(0, -1) : base}${path}`
    const query = listAt(operation, 'parameters').flatMap((parameter) =>
      isObject(parameter) && textAt(parameter, 'in') === 'query' ? exampleOf(parameter) : [],
    )
    const urls = [url, ...query.map((part) => `${url}?${part}`)]
    return urls.map((one) => ({ method: 'GET', url: one, headers: {} }))
  })
}

function exampleOf(parameter: JsonObject): readonly string[] {
  const name = textAt(parameter, 'name')
  const schema = member(parameter, 'schema')
  const given = [member(parameter, 'example'), isObject(schema) ? member(schema, 'example') : undefined]
  const example = given.find((value) => typeof value === 'string' || typeof value === 'number')
  return name === undefined || example === undefined ? [] : [`${name}=${encodeURIComponent(String(example))}`]
}

function readLines(text: string): readonly LogLine[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    if (trimmed.startsWith('{')) {
      const json = parseJson(trimmed)
      return json === undefined ? [] : readValue(json)
    }
    return isAddress(trimmed)
      ? [{ method: 'GET', url: addressIn(trimmed), headers: {} }]
      : readLogLine(trimmed)
  })
}

/** An address ends at the first space. */
const addressIn = (text: string): string => text.split(' ', 1)[0] ?? ''

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Longer lines are truncated, because they are no log lines. */
const MAX_LINE = 100_000

/**
 * `… "GET /api/articles HTTP/1.1" 200 …`, `http: GET /api/articles (5 ms) 200`: the first method before an address.
 */
function readLogLine(line: string): readonly LogLine[] {
  const words = line.slice(0, MAX_LINE).split(' ')
  for (const [at, word] of words.entries()) {
    const method = word.startsWith('"') ? word.slice(1) : word
    const url = words[at + 1] ?? ''
    if (!METHODS.has(method) || !isAddress(url)) continue
    return [{ method, url: url.endsWith('"') ? url.slice(0, -1) : url, headers: {} }]
  }
  return []
}

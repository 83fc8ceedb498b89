/** Reads recorded requests from the text of a HAR file, an OpenAPI document, a server log, or a list of URLs. */
import { isList, isObject, type Json, type JsonObject, member, parseJson } from '../../util/json.ts'
import type { LogLine } from './traffic.ts'

export const TRAFFIC_FORMS =
  'a HAR, an OpenAPI document in JSON, the log of a server, or one address per line'

/**
 * The error for a file that contains no requests or cannot be read. The message contains the reason or the accepted
 * formats.
 */
export class TrafficError extends Error {
  override readonly name = 'TrafficError'
}

/**
 * Returns whether a text is a JSON document, which must be parsed as a whole. A log is not such a document: a JSON log
 * has one object per line, and a line of Strapi's log begins with a time in brackets.
 */
export function isDocument(start: string): boolean {
  const text = start.trimStart()
  if (text.startsWith('[')) return /^\[\s*["{\]]/.test(text)
  const end = text.indexOf('\n')
  return text.startsWith('{') && (end < 0 || parseJson(text.slice(0, end)) === undefined)
}

/** Returns the recorded requests in a JSON document; undefined if the text is not JSON. */
export function readDocument(text: string): readonly LogLine[] | undefined {
  const json = parseJson(text)
  if (json === undefined) return undefined
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

/**
 * Returns the requests that a JSON value describes. A string is the URL of a request. In JSON logs, an object has a
 * URL in a member such as `url`.
 */
function readValue(json: Json): readonly LogLine[] {
  if (typeof json === 'string') return isAddress(json) ? [{ method: 'GET', url: json, headers: {} }] : []
  if (!isObject(json)) return []
  const holder = HOLDERS.map((name) => member(json, name)).find(isObject) ?? json
  const url = URLS.map((name) => textAt(holder, name)).find((text) => text !== undefined)
  if (url === undefined || !isAddress(url)) return []
  const method = textAt(holder, 'method') ?? textAt(holder, 'request_method') ?? 'GET'
  return [{ method: method.toUpperCase(), url, headers: {} }]
}

/**
 * The members of a JSON log line that may contain the request. Caddy uses the member `request`, pino uses `req`, and
 * Vercel uses `proxy`.
 */
const HOLDERS = ['request', 'req', 'proxy']
/**
 * The members of a logged object that may contain the URL of a request. nginx uses the member `request_uri`, and
 * Vercel uses `requestPath`.
 */
const URLS = ['url', 'path', 'uri', 'request_uri', 'requestPath']

const isAddress = (text: string): boolean =>
  text.startsWith('/') || text.startsWith('http://') || text.startsWith('https://')

/**
 * The request headers that the reader keeps, because they change the answer. It does not keep the token in a HAR file,
 * because this token belongs to another server.
 */
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

/**
 * Returns the GET requests that an OpenAPI document describes, for paths without path parameters. Each path gives one
 * request without a query, and one request for each query parameter that has an example.
 */
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

/**
 * Reads the lines of a log one after another. A line that begins with `#Fields:` names the columns of the following
 * lines, as in the logs of CloudFront.
 */
export class LineReader {
  private columns: readonly string[] = []

  read(line: string): readonly LogLine[] {
    const trimmed = line.trim()
    if (trimmed.startsWith(FIELDS)) this.columns = wordsOf(trimmed.slice(FIELDS.length))
    if (trimmed === '' || trimmed.startsWith('#')) return []
    if (trimmed.startsWith('{')) return readDocument(trimmed) ?? []
    if (isAddress(trimmed)) return [{ method: 'GET', url: addressIn(trimmed), headers: {} }]
    return this.columns.length === 0 ? readLogLine(trimmed) : readColumns(trimmed, this.columns)
  }
}

const FIELDS = '#Fields:'

/** Splits a line into words at spaces and tabs. */
const wordsOf = (text: string): readonly string[] => text.split(/[ \t]/).filter((word) => word !== '')

/** Reads the request in a line of the extended log format, which CloudFront and IIS write. */
function readColumns(line: string, columns: readonly string[]): readonly LogLine[] {
  const words = line.slice(0, MAX_LINE).split(line.includes('\t') ? '\t' : ' ')
  const at = (name: string): string => words[columns.indexOf(name)] ?? '-'
  const [stem, query] = [at('cs-uri-stem'), at('cs-uri-query')]
  if (!isAddress(stem)) return []
  return [{ method: at('cs-method'), url: query === '-' ? stem : `${stem}?${query}`, headers: {} }]
}

/** Returns the URL at the beginning of a line, up to the first space. */
const addressIn = (text: string): string => text.split(' ', 1)[0] ?? ''

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The maximum length of a log line, in characters. The reader ignores further characters of the line. */
const MAX_LINE = 100_000

/**
 * Reads the request in a log line from the first method that precedes a URL, such as `… "GET /api/articles HTTP/1.1"
 * 200 …` or `http: GET /api/articles (5 ms) 200`.
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

/** Replays recorded write sessions of a real server. Markers replace values that differ between runs. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { graphOf } from './datasets.ts'

const home = new URL('../../fixtures/strapi-5.54/writes/', import.meta.url)

/** One part of a multipart body. */
interface RecordedPart {
  readonly name: string
  readonly filename?: string
  readonly type?: string
  readonly text?: string
  readonly base64?: string
}

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly auth: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly bodyText?: string
  readonly bodyRepeat?: {
    readonly before: string
    readonly text: string
    readonly times: number
    readonly after: string
  }
  readonly multipart?: readonly RecordedPart[]
}

export interface RecordedWrite {
  readonly session: string
  readonly step: number
  readonly id: string
  readonly base: 'plain' | 'extra'
  readonly env?: Readonly<Record<string, string>>
  readonly request: RecordedRequest
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

/** Returns the sessions by name; each is a list of requests in order. */
export function readSessions(): ReadonlyMap<string, readonly RecordedWrite[]> {
  const folder = fileURLToPath(home)
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  return new Map(
    files.map((name) => {
      const text = gunzipSync(readFileSync(new URL(name, home))).toString('utf8')
      const lines = text.trim().split('\n')
      return [name.replace('.jsonl.gz', ''), lines.map((line): RecordedWrite => JSON.parse(line))]
    }),
  )
}

/** Returns the world with which a session begins. */
export function baseOf({ base, env }: RecordedWrite): Graph {
  const plain = graphOf('strapi-5.54')
  const graph = base === 'plain' ? plain : withExtra(plain)
  if (env?.['LAB_STRICT'] !== 'true') return graph
  return editGraph(graph, ({ settings }) => {
    settings.rest = { ...settings.rest, strictParams: true }
  })
}

let extra: Graph | undefined

function withExtra(plain: Graph): Graph {
  const read = (name: string): JsonObject => JSON.parse(readFileSync(new URL(`extra/${name}`, home), 'utf8'))
  extra ??= editGraph(plain, (dataset) => {
    for (const name of ['check', 'strict', 'gated'])
      dataset.contentTypes[name] = structuredClone(read(`content-types/${name}.json`)) as never
    dataset.components['limits/item'] = structuredClone(read('components/limits/item.json')) as never
    const access = read('access.json')
    const { roles, tokens } = dataset.access
    for (const [name, role] of Object.entries(isObject(access['roles']) ? access['roles'] : {})) {
      const more = isObject(role) && Array.isArray(role['permissions']) ? role['permissions'].map(String) : []
      roles[name] = { permissions: [...(roles[name]?.permissions ?? []), ...more] }
    }
    dataset.access.tokens = { ...tokens, ...(access['tokens'] as Record<string, string>) }
  })
  return extra
}

/** Assigns values to the markers of a session during its replay. */
export class Markers {
  readonly #bound = new Map<string, string>()
  readonly #back = new Map<string, string>()
  /** The time at which each step of a session was replayed, by step number. */
  readonly times = new Map<number, number>()
  readonly start: number

  constructor(start: number) {
    this.start = start
  }

  /** Replaces the markers in a text of a request by their values. */
  bind(text: string): string {
    return text.replace(/«(?:doc|hash|jwt):\w+»/g, (marker) => this.#bound.get(marker) ?? marker)
  }

  /** Returns whether a text matches the recorded text; assigns values to new markers. */
  fits(want: string, got: string): boolean {
    if (want === got) return true
    const [left, right] = [sortedUids(want), sortedUids(got)]
    if (left === right) return true
    const markers = [...left.matchAll(/«(doc|hash|jwt|time):(\w+)»/g)]
    if (markers.length === 0) return false
    let pattern = ''
    let at = 0
    for (const marker of markers) {
      pattern += escaped(left.slice(at, marker.index)) + PATTERNS[marker[1] ?? '']
      at = marker.index + marker[0].length
    }
    const found = new RegExp(`^${pattern}${escaped(left.slice(at))}$`, 's').exec(right)
    return found !== null && markers.every((marker, index) => this.#isBound(marker, found[index + 1] ?? ''))
  }

  #isBound([marker, kind, name = '']: RegExpExecArray, value: string): boolean {
    if (kind === 'time') {
      const time = Date.parse(value)
      return name === 'start' ? time >= this.start : time === this.times.get(Number(name))
    }
    const known = this.#bound.get(marker)
    if (known !== undefined) return known === value
    if (kind !== 'jwt' && this.#back.has(value)) return false
    this.#bound.set(marker, value)
    this.#back.set(value, marker)
    return true
  }
}

const PATTERNS: Readonly<Record<string, string>> = {
  time: '(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)',
  doc: '([a-z][a-z0-9]{23})',
  hash: '([0-9a-f]{10})',
  jwt: '([\\w-]+\\.[\\w-]+\\.[\\w-]+)',
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the error message with sorted uids, because the real server lists uids in the order of its files. */
const sortedUids = (text: string): string =>
  text.replace(
    /(__component must be one of the following values: )([\w., -]+)/g,
    (_, before: string, list: string) => before + list.split(', ').sort().join(', '),
  )

/**
 * Returns the places at which an answer differs from the recording, with both values. The order of keys does not
 * matter.
 */
export function differences(
  want: Json | undefined,
  got: Json | undefined,
  markers: Markers,
  path = '',
): string[] {
  if (typeof want === 'string' && typeof got === 'string')
    return markers.fits(want, got) ? [] : [differenceText(path, want, got)]
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length)
    return want.flatMap((item, at) => differences(item, got[at], markers, `${path}[${at}]`))
  if (isObject(want) && isObject(got)) {
    const keys = [...new Set([...Object.keys(want), ...Object.keys(got)])]
    return keys.flatMap((key) => differences(want[key], got[key], markers, `${path}.${key}`))
  }
  return Object.is(want, got) ? [] : [differenceText(path, want, got)]
}

const differenceText = (path: string, want: Json | undefined, got: Json | undefined): string =>
  `${path}: want ${JSON.stringify(want)?.slice(0, 300)} got ${JSON.stringify(got)?.slice(0, 300)}`

const BOUNDARY = '----writes0123456789'

/** Returns the headers and the body of a recorded request. */
export function sent(
  { auth, headers = {}, body, bodyText, bodyRepeat, multipart }: RecordedRequest,
  bind: (text: string) => string,
): { readonly headers: Record<string, string>; readonly body: Uint8Array | undefined } {
  const authorization: Record<string, string> =
    auth === 'none' ? {} : { authorization: `Bearer ${bind(auth)}` }
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), bind(value)]),
  )
  const withType = (type: string, bytes: Uint8Array) => ({
    headers: { ...authorization, 'content-type': type, ...own },
    body: bytes,
  })
  if (multipart !== undefined)
    return withType(`multipart/form-data; boundary=${BOUNDARY}`, multipartBody(multipart, bind))
  if (bodyRepeat !== undefined) {
    const { before, text, times, after } = bodyRepeat
    return withType('application/json', Buffer.from(before + text.repeat(times) + after))
  }
  if (bodyText !== undefined)
    return { headers: { ...authorization, ...own }, body: Buffer.from(bind(bodyText)) }
  if (body !== undefined) return withType('application/json', Buffer.from(bind(JSON.stringify(body))))
  return { headers: { ...authorization, ...own }, body: undefined }
}

function multipartBody(parts: readonly RecordedPart[], bind: (text: string) => string): Uint8Array {
  const pieces = parts.flatMap(({ name, filename, type, text, base64 }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const mime = type === undefined ? '' : `content-type: ${type}\r\n`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${mime}\r\n`
    const content = base64 === undefined ? Buffer.from(bind(text ?? '')) : Buffer.from(base64, 'base64')
    return [Buffer.from(head), content, Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Returns the places at which an answer differs from the recording. */
export function unlike(recorded: RecordedWrite, answer: ApiResponse, markers: Markers): readonly string[] {
  const { status, headers, body } = recorded
  const found: string[] = []
  if (answer.status !== status) found.push(`status: want ${status} got ${answer.status}`)
  for (const name of ['content-type', 'location', 'allow']) {
    const [want, got] = [headers[name], answer.headers[name]].map((value) =>
      name === 'allow' ? value?.split(/,\s*/).sort().join() : value?.toLowerCase().replace(/;\s+/g, ';'),
    )
    if (want !== got) found.push(`${name}: want ${want} got ${got}`)
  }
  const isJson = answer.headers['content-type']?.includes('json') === true && answer.body !== ''
  return [...found, ...differences(body, isJson ? JSON.parse(answer.body) : answer.body, markers, 'body')]
}

/** The parts of a multipart body, as they stand between its boundaries. */

/** One part. */
export interface FormPart {
  readonly name: string
  /** undefined for a part that is no file. */
  readonly filename: string | undefined
  readonly type: string | undefined
  readonly bytes: Uint8Array
}

/** A part that is text. */
export interface FormField {
  readonly name: string
  readonly text: string
}

/** Parts of one body. */
const MOST_PARTS = 1000
const MOST_HEADER = 16 * 1024

/** The parts of a body; undefined where the header names no boundary. */
export function partsOf(body: Uint8Array, contentType: string): readonly FormPart[] | undefined {
  const boundary = boundaryIn(contentType)
  if (boundary === undefined) return undefined
  const parts: FormPart[] = []
  const mark = markOf(`--${boundary}`)
  let at = indexOf(body, mark, 0)
  while (at >= 0 && parts.length < MOST_PARTS) {
    const start = at + mark.bytes.length
    // `--` behind a boundary ends the body.
    if (body[start] === DASH && body[start + 1] === DASH) break
    const next = indexOf(body, mark, start)
    if (next < 0) break
    const part = partIn(body, start, next)
    if (part !== undefined) parts.push(part)
    at = next
  }
  return parts
}

/** The parts that are text. */
export function fieldsOf(body: Uint8Array, contentType: string): readonly FormField[] | undefined {
  const parts = partsOf(body, contentType)
  return parts
    ?.filter(({ filename }) => filename === undefined)
    .map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }))
}

const DASH = 45
const RETURN = 13
const FEED = 10

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What separates the parts, quoted or not. */
function boundaryIn(contentType: string): string | undefined {
  const at = contentType.toLowerCase().indexOf('boundary=')
  if (at < 0) return undefined
  const rest = contentType.slice(at + 'boundary='.length)
  const [plain = ''] = rest.startsWith('"') ? rest.slice(1).split('"', 1) : rest.split(';', 1)
  const boundary = plain.trim()
  return boundary === '' || boundary.length > MOST_BOUNDARY ? undefined : boundary
}

const MOST_BOUNDARY = 200

/** What is looked for, and behind each of its bytes how long a beginning of it ends there. */
interface Mark {
  readonly bytes: Uint8Array
  readonly borders: Uint16Array
}

function markOf(text: string): Mark {
  const bytes = bytesOf(text)
  const borders = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 1; at < bytes.length; at++) {
    while (length > 0 && bytes[at] !== bytes[length]) length = borders[length - 1] ?? 0
    if (bytes[at] === bytes[length]) length++
    borders[at] = length
  }
  return { bytes, borders }
}

/** Where `mark` begins in `body` from `from` on; -1 where it does not. Each byte is looked at once, whatever they are. */
function indexOf(body: Uint8Array, { bytes, borders }: Mark, from: number): number {
  let length = 0
  for (let at = from; at < body.length; at++) {
    const byte = body[at]
    while (length > 0 && byte !== bytes[length]) length = borders[length - 1] ?? 0
    if (byte === bytes[length]) length++
    if (length === bytes.length) return at + 1 - length
  }
  return -1
}

/** Headers, an empty line, and what is sent, up to the line break before the next boundary. */
function partIn(body: Uint8Array, start: number, end: number): FormPart | undefined {
  const headersEnd = emptyLineIn(body, start, Math.min(end, start + MOST_HEADER))
  if (headersEnd < 0) return undefined
  const lines = new TextDecoder().decode(body.subarray(start, headersEnd)).split('\r\n')
  const disposition = headerIn(lines, 'content-disposition') ?? ''
  const name = parameterIn(disposition, 'name')
  if (name === undefined) return undefined
  const bytes = body.slice(headersEnd + 4, Math.max(headersEnd + 4, end - 2))
  return {
    name,
    filename: parameterIn(disposition, 'filename'),
    type: headerIn(lines, 'content-type'),
    bytes,
  }
}

function headerIn(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim()
}

function emptyLineIn(body: Uint8Array, start: number, end: number): number {
  for (let at = body.indexOf(RETURN, start); at >= 0 && at < end; at = body.indexOf(RETURN, at + 1)) {
    if (body[at + 1] === FEED && body[at + 2] === RETURN && body[at + 3] === FEED) return at
  }
  return -1
}

/** `; name="…"` */
function parameterIn(disposition: string, parameter: 'name' | 'filename'): string | undefined {
  const lower = disposition.toLowerCase()
  const marks = [` ${parameter}="`, `;${parameter}="`]
  const [mark = '', at = -1] =
    marks.map((one) => [one, lower.indexOf(one)] as const).find(([, place]) => place >= 0) ?? []
  if (at < 0) return undefined
  const rest = disposition.slice(at + mark.length)
  const end = rest.indexOf('"')
  return end < 0 ? undefined : rest.slice(0, end)
}

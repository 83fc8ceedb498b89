/** Parses bodies of the type `multipart/form-data`. */

/** One part of a multipart body. */
export interface FormPart {
  readonly name: string
  /** The file name in the header of the part; undefined if the part is not a file. */
  readonly filename: string | undefined
  readonly type: string | undefined
  readonly bytes: Uint8Array
}

/** A part of a multipart body that contains the text of a form field. */
interface FormField {
  readonly name: string
  readonly text: string
}

/** The maximum number of parts in a multipart body. */
const MOST_PARTS = 1000
/** The maximum size in bytes of the header of one part. */
const MOST_HEADER = 16 * 1024

/** Returns the parts of a multipart body; undefined if the header `content-type` has no boundary. */
export function partsOf(body: Uint8Array, contentType: string): readonly FormPart[] | undefined {
  const boundary = boundaryIn(contentType)
  if (boundary === undefined) return undefined
  const scanner = new PartScanner(boundary)
  scanner.take(body)
  return scanner.parts.map(({ name, filename, type, start, end }) => ({
    ...{ name, filename, type },
    bytes: body.slice(start, end),
  }))
}

/**
 * Returns the text parts of a multipart body; `too-large` if they have more than `most` bytes in total, and undefined
 * if the header has no boundary.
 */
export function fieldsOf(
  body: Uint8Array,
  contentType: string,
  most: number,
): readonly FormField[] | 'too-large' | undefined {
  const fields = partsOf(body, contentType)?.filter(({ filename }) => filename === undefined)
  if (fields === undefined) return undefined
  if (lengthOf(fields) > most) return 'too-large'
  return fields.map((part) => ({ name: part.name, text: textOf(part) }))
}

export const textOf = ({ bytes }: FormPart): string => new TextDecoder().decode(bytes)

/** Returns the total size of parts in bytes. */
export const lengthOf = (parts: readonly FormPart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes.length, 0)

/**
 * Makes a function that counts the bytes in the text parts of a multipart body that arrives in chunks. The function
 * takes a chunk and returns the total so far. The result is undefined for a body that is not multipart, and for a
 * header without boundary.
 */
export function textCounter(contentType: string): ((chunk: Uint8Array) => number) | undefined {
  const boundary = isForm(contentType) ? boundaryIn(contentType) : undefined
  if (boundary === undefined) return undefined
  const scanner = new PartScanner(boundary)
  return (chunk) => {
    scanner.take(chunk)
    return scanner.texts
  }
}

export const isForm = (contentType: string): boolean =>
  contentType.trimStart().toLowerCase().startsWith('multipart/form-data')

const DASH = 45
const RETURN = 13
const FEED = 10

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns the boundary in a `content-type` header, with or without quotation marks. */
function boundaryIn(contentType: string): string | undefined {
  const at = contentType.toLowerCase().indexOf('boundary=')
  if (at < 0) return undefined
  const rest = contentType.slice(at + 'boundary='.length)
  const [plain = ''] = rest.startsWith('"') ? rest.slice(1).split('"', 1) : rest.split(';', 1)
  const boundary = plain.trim()
  return boundary === '' || boundary.length > MOST_BOUNDARY ? undefined : boundary
}

const MOST_BOUNDARY = 200

/**
 * Finds a sequence of bytes (the mark) in bytes that arrive in chunks. The search uses the Knuth-Morris-Pratt
 * algorithm, in linear time for any input.
 */
class MarkFinder {
  private readonly mark: Uint8Array
  /**
   * The failure table of the Knuth-Morris-Pratt algorithm: for each byte of the mark, the length of the longest prefix
   * that also ends at this byte.
   */
  private readonly borders: Uint16Array
  /** The number of bytes of the mark that match at the current position. */
  matched = 0

  constructor(text: string) {
    this.mark = bytesOf(text)
    this.borders = new Uint16Array(this.mark.length)
    for (let at = 1, length = 0; at < this.mark.length; at++) {
      length = this.next(length, this.mark[at])
      this.borders[at] = length
    }
  }

  get length(): number {
    return this.mark.length
  }

  /** Consumes a byte, and returns true if this byte completes the mark. */
  take(byte: number | undefined): boolean {
    this.matched = this.next(this.matched, byte)
    if (this.matched < this.mark.length) return false
    this.matched = 0
    return true
  }

  /** Returns the position after the next mark in a chunk; -1 if no mark ends in the chunk. */
  behind(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      if (this.matched === 0) {
        at = chunk.indexOf(DASH, at)
        if (at < 0) return -1
      }
      if (this.take(chunk[at])) return at + 1
    }
    return -1
  }

  private next(length: number, byte: number | undefined): number {
    let matched = length
    while (matched > 0 && byte !== this.mark[matched]) matched = this.borders[matched - 1] ?? 0
    return byte === this.mark[matched] ? matched + 1 : matched
  }
}

/** A part of the body, with the positions where its content starts and ends. */
interface FoundPart extends Omit<FormPart, 'bytes'> {
  readonly start: number
  readonly end: number
}

/**
 * The state of the scanner: before a boundary, in the header of a part, in the content of a part, or after the last
 * boundary.
 */
type ScanState =
  | { readonly kind: 'between' | 'over' }
  /** The part `ended` is the part before the boundary, until the end of the boundary's line is known. */
  | { readonly kind: 'header'; readonly bytes: number[]; readonly ended?: FoundPart }
  | { readonly kind: 'content'; readonly part: Omit<FoundPart, 'end'> }

/** Scans a multipart body that arrives in chunks: headers, an empty line, and content up to the next boundary. */
class PartScanner {
  readonly parts: FoundPart[] = []
  private readonly finder: MarkFinder
  private place: ScanState = { kind: 'between' }
  /** The total size of the earlier chunks in bytes. */
  private before = 0
  /** The total size in bytes of all text parts that were read completely. */
  private endedTexts = 0

  constructor(boundary: string) {
    this.finder = new MarkFinder(`--${boundary}`)
  }

  /** Returns the total size in bytes of the text parts that were read so far. */
  get texts(): number {
    const { place, finder } = this
    if (place.kind === 'header' && place.ended !== undefined) return this.endedTexts + textLength(place.ended)
    if (place.kind !== 'content' || !isText(place.part)) return this.endedTexts
    return this.endedTexts + Math.max(0, this.before - finder.matched - LINE_END - place.part.start)
  }

  take(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && this.place.kind !== 'over')
      at = this.place.kind === 'header' ? this.inHeader(this.place, chunk, at) : this.inContent(chunk, at)
    this.before += chunk.length
  }

  private inHeader(header: Extract<ScanState, { kind: 'header' }>, chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.finder.take(byte)) return this.nextPart(at + 1)
      header.bytes.push(byte)
      if (header.ended !== undefined && header.bytes.length === LINE_END) {
        this.end(header.ended, header.bytes)
        return at + 1
      }
      const next = placeBehind(header.bytes, this.before + at + 1)
      if (next === undefined) continue
      this.place = next
      return at + 1
    }
    return chunk.length
  }

  private inContent(chunk: Uint8Array, from: number): number {
    const behind = this.finder.behind(chunk, from)
    return behind < 0 ? chunk.length : this.nextPart(behind)
  }

  /**
   * Begins the header of the next part at a boundary. The parameter `behind` is the position after the boundary in the
   * chunk.
   */
  private nextPart(behind: number): number {
    const { place } = this
    if (place.kind !== 'content') this.place = { kind: 'header', bytes: [] }
    else {
      const end = Math.max(place.part.start, this.before + behind - this.finder.length - LINE_END)
      this.place = { kind: 'header', bytes: [], ended: { ...place.part, end } }
    }
    return behind
  }

  /**
   * Ends a part if a line break or two dashes come after the boundary. Any other text after a boundary makes the
   * boundary a piece of the content, as on a real server.
   */
  private end(part: FoundPart, [first, second]: readonly number[]): void {
    const isEnd = first === DASH && second === DASH
    if (!isEnd && !(first === RETURN && second === FEED)) {
      this.place = { kind: 'content', part }
      return
    }
    this.parts.push(part)
    this.endedTexts += textLength(part)
    const isOver = isEnd || this.parts.length === MOST_PARTS
    this.place = isOver ? { kind: 'over' } : { kind: 'header', bytes: [RETURN, FEED] }
  }
}

/** Returns the length of a text part in bytes; 0 for a file. */
const textLength = (part: FoundPart): number => (isText(part) ? part.end - part.start : 0)

/** The length of a line break in bytes. */
const LINE_END = 2

/**
 * Returns whether a part counts as text. A file field for which the user chose no file has an empty file name, and
 * counts as text too.
 */
const isText = ({ filename }: Pick<FormPart, 'filename'>): boolean => (filename ?? '') === ''

/**
 * Returns the state of the scanner after the header of a part; undefined if the header is incomplete. The argument
 * `at` is the position after the header in the body.
 */
function placeBehind(header: readonly number[], at: number): ScanState | undefined {
  const { length } = header
  // Two dashes after a boundary mark the end of the body.
  if (length === 2 && header[0] === DASH && header[1] === DASH) return { kind: 'over' }
  if (header[length - 1] === FEED && EMPTY_LINE.every((byte, index) => header[length - 4 + index] === byte))
    return contentBehind(header.slice(0, length - EMPTY_LINE.length), at)
  return length < MOST_HEADER ? undefined : { kind: 'between' }
}

const EMPTY_LINE = [RETURN, FEED, RETURN, FEED]

function contentBehind(header: readonly number[], start: number): ScanState {
  const lines = new TextDecoder().decode(Uint8Array.from(header)).split('\r\n')
  const disposition = headerIn(lines, 'content-disposition') ?? ''
  const name = parameterIn(disposition, 'name')
  if (name === undefined) return { kind: 'between' }
  const [filename, type] = [parameterIn(disposition, 'filename'), headerIn(lines, 'content-type')]
  return { kind: 'content', part: { name, filename, type, start } }
}

function headerIn(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim()
}

/**
 * Returns the value of a parameter of the header `content-disposition`, such as `; name="…"`; undefined if the
 * parameter is missing.
 */
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

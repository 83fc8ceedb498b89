/** Reads a file of recorded requests as a stream, so that even a large log file needs little memory. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { fileProblem } from '../../sources/regular-file.ts'
import { isDocument, LineReader, readDocument, TRAFFIC_FORMS, TrafficError } from './read.ts'
import type { LogLine } from './traffic.ts'

/** The file name that stands for standard input. */
const STDIN = '-'
/**
 * The number of characters at the beginning of a file that are enough to distinguish a JSON document from lines of a
 * log.
 */
const START = 1_000_000
/** The maximum length of a JSON document with recorded requests, in characters. */
const MOST_DOCUMENT = 200_000_000
/** The maximum number of bytes that one read of the file returns: 1 MiB. */
const CHUNK = 2 ** 20
/**
 * The maximum length of a log line, in characters. The reader ignores further characters of a line, because no server
 * writes longer lines.
 */
const MOST_LINE = 1_000_000

/**
 * Reads the recorded requests of a file in one of the formats that `TRAFFIC_FORMS` names. The file may be compressed
 * with gzip. The name `-` stands for standard input.
 * @throws TrafficError for a file without requests, a document that is too large, and a path that is not a regular
 * file.
 */
export async function* readTrafficFile(file: string): AsyncGenerator<LogLine> {
  let found = 0
  for await (const line of linesOf(textOf(file), file)) {
    found++
    yield line
  }
  if (found === 0) throw new TrafficError(`${nameOf(file)}: expected ${TRAFFIC_FORMS}, found no request`)
}

/**
 * Reads the recorded requests in a text. The parameter `file` is the name of the text in error messages.
 * @throws TrafficError in the same cases as `readTrafficFile`.
 */
export async function readTraffic(text: string, file: string): Promise<readonly LogLine[]> {
  const lines: LogLine[] = []
  for await (const line of linesOf([text], file)) lines.push(line)
  if (lines.length === 0) throw new TrafficError(`${file}: expected ${TRAFFIC_FORMS}, found no request`)
  return lines
}

const nameOf = (file: string): string => (file === STDIN ? 'standard input' : file)

type Texts = AsyncIterable<string> | Iterable<string>

async function* linesOf(texts: Texts, file: string): AsyncGenerator<LogLine> {
  const reader = new LineReader()
  let pending = ''
  let kind: 'unknown' | 'lines' | 'document' = 'unknown'
  for await (const text of texts) {
    // Skips the characters of a line after the maximum length.
    const rest = kind === 'lines' && pending.length >= MOST_LINE ? text.indexOf('\n') : 0
    if (rest < 0) continue
    pending += text.slice(rest)
    if (kind === 'unknown' && isEnough(pending)) kind = isDocument(pending) ? 'document' : 'lines'
    if (kind === 'document' && pending.length > MOST_DOCUMENT)
      throw new TrafficError(
        `${nameOf(file)}: expected a JSON document of at most ${MOST_DOCUMENT} characters, or one request per line`,
      )
    if (kind !== 'lines') continue
    const end = pending.lastIndexOf('\n')
    const lines = pending.slice(0, end + 1)
    pending = pending.slice(end + 1)
    if (pending.length > MOST_LINE) pending = pending.slice(0, MOST_LINE)
    yield* read(lines, reader)
  }
  const document = kind !== 'lines' && isDocument(pending) ? readDocument(pending) : undefined
  yield* document ?? read(pending, reader)
}

/**
 * Returns whether the beginning of a text contains a line break or more than `START` characters, which is enough to
 * distinguish a JSON document from lines of a log.
 */
const isEnough = (text: string): boolean => text.trimStart().includes('\n') || text.length > START

function* read(text: string, reader: LineReader): Generator<LogLine> {
  for (const line of text.split('\n')) yield* reader.read(line)
}

async function* textOf(file: string): AsyncGenerator<string> {
  const problem = file === STDIN ? undefined : fileProblem(file, Number.POSITIVE_INFINITY)
  if (problem !== undefined) throw new TrafficError(problem)
  const decoder = new StringDecoder('utf8')
  for await (const bytes of unpacked(
    file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: CHUNK }),
  ))
    yield decoder.write(bytes)
  yield decoder.end()
}

/** Decompresses a stream if it begins with the two bytes of gzip. */
async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield first.value
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  const isPacked = first.value[0] === 0x1f && first.value[1] === 0x8b
  yield* isPacked ? Readable.from(rest()).pipe(createGunzip()) : rest()
}

/** Parses JSON lines. */

import { scanJson } from '../../../reference/load/json/scan.ts'
import { decodeUtf8 } from '../../../reference/load/json/utf8.ts'
import { wholeFile } from '../../../reference/schema/fault.ts'
import type { Json } from '../../../util/json.ts'
import { SourceError } from '../../source.ts'
import type { ArchiveLimits } from './limits.ts'
import { type Bytes, joined } from './wrapping.ts'

/** A parsed line of JSON in an archive, with the file name and the line number. */
export interface Line {
  /** The name of the line's file inside the archive; notes for the user contain this name. */
  readonly file: string
  /** The number of the line in its file, counted from 1. */
  readonly line: number
  readonly json: Json
}

const NEWLINE = 0x0a

/** Parses a file that contains one JSON value on each line. @throws SourceError for an invalid or too long line */
export async function* linesOf(file: string, body: Bytes, limits: ArchiveLimits): AsyncGenerator<Line, void> {
  let line = 0
  let open: Uint8Array[] = []
  const closed = (): Line | undefined => {
    line++
    const bytes = joined(open)
    open = []
    return bytes.length === 0 ? undefined : { file, line, json: jsonOf(bytes, `${file}:${line}`, limits) }
  }
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      open.push(chunk.subarray(start, end))
      start = end + 1
      const found = closed()
      if (found !== undefined) yield found
    }
    if (start < chunk.length) open.push(chunk.subarray(start))
    const length = open.reduce((sum, part) => sum + part.length, 0)
    if (length > limits.lineBytes)
      throw new SourceError(
        `${file}:${line + 1}: expected at most ${limits.lineBytes} bytes in a line, found more`,
      )
  }
  const last = closed()
  if (last !== undefined) yield last
}

/** Parses JSON in UTF-8. @throws SourceError for invalid UTF-8, invalid JSON, or JSON that exceeds the depth limit */
export function jsonOf(bytes: Uint8Array, place: string, { depth }: ArchiveLimits): Json {
  const decoded = decodeUtf8(bytes)
  if (decoded.text === undefined)
    throw new SourceError(`${place}: expected text in UTF-8, found ${decoded.found}`)
  // Ignores the warnings of the scanner for rounded numbers and duplicate names. `strapi export` itself rounds
  // numbers, and writes no duplicate names.
  const scanned = scanJson(decoded.text, depth, wholeFile(place), () => undefined)
  if ('values' in scanned) return JSON.parse(decoded.text)
  const { offset, expected, found } = scanned
  throw new SourceError(`${place}: not JSON at character ${offset + 1}: expected ${expected}, found ${found}`)
}

/** Parses JSON lines. */

import { scanJson } from '../../../reference/load/json/scan.ts'
import { decodeUtf8 } from '../../../reference/load/json/utf8.ts'
import { wholeFile } from '../../../reference/schema/fault.ts'
import type { Json } from '../../../util/json.ts'
import { SourceError } from '../../source.ts'
import type { ArchiveLimits } from './limits.ts'
import { type Bytes, joined } from './wrapping.ts'

/** A parsed line of the archive with its place. */
export interface Line {
  /** The name of the archive's file in notes. */
  readonly file: string
  /** The line number, counted from 1. */
  readonly line: number
  readonly json: Json
}

const NEWLINE = 0x0a

/** Parses the lines of a file, each of which is JSON. @throws SourceError for an invalid or too long line */
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

/** Parses JSON within the limits. @throws SourceError */
export function jsonOf(bytes: Uint8Array, place: string, { depth }: ArchiveLimits): Json {
  const decoded = decodeUtf8(bytes)
  if (decoded.text === undefined)
    throw new SourceError(`${place}: expected text in UTF-8, found ${decoded.found}`)
  // An export already contains rounded numbers and never duplicate names, so neither fault is reported.
  const scanned = scanJson(decoded.text, depth, wholeFile(place), () => undefined)
  if ('values' in scanned) return JSON.parse(decoded.text)
  const { offset, expected, found } = scanned
  throw new SourceError(`${place}: not JSON at character ${offset + 1}: expected ${expected}, found ${found}`)
}

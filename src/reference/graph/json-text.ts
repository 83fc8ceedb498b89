/** The bytes of a file → a text that is JSON and keeps all it says when it is parsed. */
import { type Report, wholeFile } from '../schema/fault.ts'
import type { Refuse } from './disk.ts'
import { scanJson } from './json-scan.ts'
import { decodeUtf8 } from './utf8.ts'

/** A text for `JSON.parse`, which by itself names no place, and loses duplicate names and long numbers unsaid. */
export interface JsonText {
  readonly text: string
  /** Texts, numbers, lists and all other values in it. */
  readonly values: number
}

/** Undefined after refusing the file; a part of it that `JSON.parse` would lose is reported. */
export function jsonText(
  bytes: Uint8Array,
  depth: number,
  file: string,
  report: Report,
  refuse: Refuse,
): JsonText | undefined {
  const decoded = decodeUtf8(bytes)
  if (decoded.text === undefined) {
    const { before, found } = decoded
    const position = positionAt(before, before.length)
    refuse(file, { position, message: 'not UTF-8', expected: 'text in UTF-8', found })
    return undefined
  }
  const { text } = decoded
  const scanned = scanJson(text, depth, wholeFile(file), report)
  if ('values' in scanned) return { text, values: scanned.values }
  const { offset, ...problem } = scanned
  refuse(file, { position: positionAt(text, offset), ...problem })
  return undefined
}

/** 1-based; a column is a UTF-16 unit. */
function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: 1 + offset - start }
}

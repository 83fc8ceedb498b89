/** The bytes of a file → the JSON that they say, all of it. */
import { type Json, parseJson } from '../../../util/json.ts'
import { type Report, wholeFile } from '../../schema/fault.ts'
import type { Refuse } from '../files/disk.ts'
import { scanJson } from './scan.ts'
import { type JsonLimits, skimJson } from './skim.ts'
import { decodeUtf8 } from './utf8.ts'

/** What a file says. */
export interface JsonRead {
  /** Undefined where there are more values than are taken. */
  readonly json: Json | undefined
  /** Texts, numbers, lists and all other values in it. */
  readonly values: number
}

/**
 * Undefined after refusing the file; a part of it that `JSON.parse` would lose is reported. `JSON.parse` by itself names
 * no place, loses duplicate names and long numbers unsaid, and makes values of a text however many there are in it.
 */
export function readJsonBytes(
  bytes: Uint8Array,
  limits: JsonLimits,
  file: string,
  report: Report,
  refuse: Refuse,
): JsonRead | undefined {
  const values = skimJson(bytes, limits)
  const decoded = decodeUtf8(bytes)
  if (decoded.text === undefined) {
    const { before, found } = decoded
    const position = positionAt(before, before.length)
    refuse(file, { position, message: 'not UTF-8', expected: 'text in UTF-8', found })
    return undefined
  }
  const { text } = decoded
  const json = values === undefined ? undefined : parseJson(text)
  if (values !== undefined && json !== undefined) return { json, values }
  const scanned = scanJson(text, limits.depth, wholeFile(file), report)
  if ('values' in scanned) {
    return { json: scanned.values > limits.values ? undefined : JSON.parse(text), values: scanned.values }
  }
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

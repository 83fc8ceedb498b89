/** Reads the bytes of a JSON file: returns the parsed value, and reports every fault in the JSON text. */
import { isList, type Json, type JsonObject, parseJson } from '../../../util/json.ts'
import { freezeTree } from '../../graph/freeze.ts'
import { type Report, wholeFile } from '../../schema/fault.ts'
import type { Refuse } from '../files/disk.ts'
import { scanJson } from './scan.ts'
import {
  COLON,
  COMMA,
  isExponent,
  isKept,
  isNumberPart,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SAFE_LENGTH,
  SPACE,
} from './token.ts'
import { decodeUtf8 } from './utf8.ts'

/** The limits on the JSON of one file. */
export interface JsonLimits {
  /** The maximum nesting of lists and objects. */
  readonly depth: number
  /** The maximum number of JSON values in the file, which includes lists and objects. */
  readonly values: number
}

/** The parsed content of a JSON file. */
export interface JsonRead {
  /** The frozen value of the file; undefined if the file has more values than the limit. */
  readonly json: Json | undefined
  /** The number of JSON values in the file, which includes lists and objects. */
  readonly values: number
}

/**
 * Reads the bytes of a JSON file; undefined if the text is invalid or nested too deep. The function also reports
 * values that `JSON.parse` would lose: the values of duplicate names, and numbers that are too long. `JSON.parse` alone
 * reports no positions, loses some values silently, and does not limit the number of values.
 */
export function readJsonBytes(
  bytes: Uint8Array,
  limits: JsonLimits,
  file: string,
  report: Report,
  refuse: Refuse,
): JsonRead | undefined {
  const decoded = decodeUtf8(bytes)
  if (decoded.text === undefined) {
    const { before, found } = decoded
    const position = positionAt(before, before.length)
    refuse(file, { position, message: 'not UTF-8', expected: 'text in UTF-8', found })
    return undefined
  }
  const { text } = decoded
  const parsed = parseWhole(bytes, text, limits)
  if (parsed !== undefined) return parsed
  const scanned = scanJson(text, limits.depth, wholeFile(file), report)
  if ('values' in scanned) {
    const { values } = scanned
    return { json: values > limits.values ? undefined : freezeTree<Json>(JSON.parse(text)), values }
  }
  const { offset, ...problem } = scanned
  refuse(file, { position: positionAt(text, offset), ...problem })
  return undefined
}

/**
 * Runs `JSON.parse` within the limits; undefined if the parser fails or may lose a part of the text. `JSON.parse`
 * loses nothing if every number keeps its value, and if the parsed objects have as many members as the text has
 * names.
 */
export function parseWhole(bytes: Uint8Array, text: string, limits: JsonLimits): JsonRead | undefined {
  const names = namesIn(bytes)
  const isSmall = bytes.length / 2 <= limits.values || mostValuesIn(bytes) <= limits.values
  const json = names === undefined || !isSmall ? undefined : parseJson(text)
  const counts = json === undefined ? undefined : freezeCounting(json, limits.depth)
  // `namesIn` checks only numbers after a comma, a colon or a bracket. Therefore, `namesIn` does not check a text
  // that is a single number.
  if (json === undefined || typeof json === 'number' || counts === undefined) return undefined
  const { members, values } = counts
  return members === names && values <= limits.values ? { json, values } : undefined
}

/**
 * Returns the number of quotes before a colon, with only blanks between. The number of member names in a valid JSON
 * text is not higher than the returned number. The result is undefined if the JSON text may contain a number that
 * `JSON.parse` changes.
 */
function namesIn(bytes: Uint8Array): number | undefined {
  let names = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte !== COLON && byte !== COMMA && byte !== OPEN_LIST) continue
    if (byte === COLON && bytes[beforeBlank(bytes, at - 1)] === QUOTE) names++
    if (!isNumberKept(bytes, at + 1)) return undefined
  }
  return names
}

function beforeBlank(bytes: Uint8Array, last: number): number {
  let at = last
  while ((bytes[at] ?? QUOTE) <= SPACE) at--
  return at
}

/**
 * Returns whether `JSON.parse` keeps the number at this position, except for the last digits of a fraction; true if the
 * position holds no number.
 */
function isNumberKept(bytes: Uint8Array, from: number): boolean {
  let start = from
  while ((bytes[start] ?? QUOTE) <= SPACE) start++
  let end = start
  while (isNumberPart(bytes[end] ?? QUOTE)) end++
  if (end === start || (end - start <= SAFE_LENGTH && !isExponent(bytes[end] ?? QUOTE))) return true
  while (isNumberPart(bytes[end] ?? QUOTE) || isExponent(bytes[end] ?? QUOTE)) end++
  return isKept(decodeUtf8(bytes.subarray(start, end)).text ?? '')
}

/**
 * Returns an upper bound for the number of values in a JSON text. The bound counts commas and opening brackets,
 * because one of these stands before each list item and each object member.
 */
function mostValuesIn(bytes: Uint8Array): number {
  let most = 1
  for (const byte of bytes) if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) most++
  return most
}

interface Counts {
  readonly values: number
  /** The number of members of all objects together. */
  readonly members: number
}

/** Freezes parsed JSON and counts its values and members; undefined if the JSON is nested too deep. */
function freezeCounting(json: Json, depth: number): Counts | undefined {
  let values = 1
  let members = 0
  let level: (readonly Json[] | JsonObject)[] = isTree(json) ? [json] : []
  for (let within = 0; level.length > 0; within++) {
    const next: (readonly Json[] | JsonObject)[] = []
    const add = (value: Json): void => {
      if (isTree(value)) next.push(value)
    }
    if (within === depth) return undefined
    level.forEach((tree) => {
      if (isList(tree)) {
        values += tree.length
        tree.forEach(add)
      } else {
        for (const name in tree) {
          members++
          add(tree[name] ?? null)
        }
      }
      Object.freeze(tree)
    })
    level = next
  }
  return { values: values + members, members }
}

const isTree = (json: Json): json is readonly Json[] | JsonObject => typeof json === 'object' && json !== null

/** Returns the line and column of an offset in a text, both counted from 1; columns count UTF-16 units. */
function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: 1 + offset - start }
}

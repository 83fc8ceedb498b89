/**
 * A first look along the bytes of a JSON text: where it meets nothing unusual, the close look of json-scan.ts would find nothing
 * either. It takes for granted that the text is JSON, as `JSON.parse` tells that itself. No recursion, and no work
 * beyond the length of the text.
 */
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isKept,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SAFE_LENGTH,
  SPACE,
} from './token.ts'
import { decodeUtf8 } from './utf8.ts'

/** How much of a text is taken. */
export interface JsonLimits {
  /** Lists and objects within each other. */
  readonly depth: number
  /** Texts, numbers, lists and all other values. */
  readonly values: number
}

/** The members of an object so far; behind them those of the one before it. */
interface Members {
  readonly names: string[]
  /** All that is written from the end of the member before up to the value. */
  readonly heads: Uint8Array[]
  count: number
}

const LETTER_A = 0x61
const LETTER_E = 0x65
const LOWER_CASE = 0x20
const BYTE_ORDER_MARK = 0xef

/** How many values there are in bytes that are JSON; undefined for those that have to be looked at closely. */
export function skimJson(bytes: Uint8Array, { depth, values }: JsonLimits): number | undefined {
  /** What is open, from the outermost in; a list has no members. */
  const open: (Members | undefined)[] = []
  /** Of the last object that was met within so many others. */
  const last: Members[] = []
  let members: Members | undefined
  let count = 0
  let at = bytes[0] === BYTE_ORDER_MARK ? 3 : 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? SPACE
    switch (byte) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (open.length === depth) return undefined
        members = byte === OPEN_LIST ? undefined : membersWithin(last, open.length)
        open.push(members)
        at = afterHead(bytes, at + 1, members)
        count++
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop()
        members = open.at(-1)
        at++
        break
      case COMMA:
        at = afterHead(bytes, at + 1, members)
        break
      case QUOTE:
        at = textEnd(bytes, at)
        count++
        break
      default:
        if (byte <= SPACE) {
          at++
          break
        }
        at = wordEnd(bytes, at)
        count++
    }
    if (at === UNUSUAL) return undefined
  }
  return count > values ? undefined : count
}

function membersWithin(last: Members[], level: number): Members {
  last[level] ??= { names: [], heads: [], count: 0 }
  const members = last[level]
  members.count = 0
  return members
}

/** In place of an offset. */
const UNUSUAL = -1

/** Among so many names of so many bytes it is fast to look for one. */
const FEW = 64
const SHORT = 64

/** Objects beside each other mostly have the same members: what stands in one stands there once. */
function afterHead(bytes: Uint8Array, start: number, members: Members | undefined): number {
  if (members === undefined) return start
  const head = members.heads[members.count]
  if (head === undefined || !isThere(head, bytes, start)) return afterNewHead(bytes, start, members)
  members.count++
  return start + head.length
}

function isThere(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  let same = 0
  while (same < part.length && part[same] === bytes[start + same]) same++
  return same === part.length
}

function afterNewHead(bytes: Uint8Array, start: number, members: Members): number {
  const from = afterBlank(bytes, start)
  if (bytes[from] === CLOSE_OBJECT) return from
  const to = textEnd(bytes, from)
  const colon = afterBlank(bytes, to)
  if (bytes[from] !== QUOTE || bytes[colon] !== COLON) return UNUSUAL
  const { names, heads, count } = members
  if (count === FEW || to - from > SHORT) return UNUSUAL
  names.length = count
  heads.length = count
  const name = decodeUtf8(bytes.subarray(from, to)).text
  if (name === undefined || name.includes('\\') || names.includes(name)) return UNUSUAL
  const end = afterBlank(bytes, colon + 1)
  names.push(name)
  heads.push(bytes.subarray(start, end))
  members.count++
  return end
}

function afterBlank(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++
  return at
}

function textEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** Where `true`, `false`, `null` or a number ends of which nothing is lost. */
function wordEnd(bytes: Uint8Array, start: number): number {
  let at = start
  let hasE = false
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? COMMA
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte <= SPACE) break
    hasE ||= (byte | LOWER_CASE) === LETTER_E
  }
  if ((bytes[start] ?? 0) >= LETTER_A || (at - start <= SAFE_LENGTH && !hasE)) return at
  const number = decodeUtf8(bytes.subarray(start, at)).text
  return number !== undefined && isKept(number) ? at : UNUSUAL
}

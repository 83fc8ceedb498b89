/**
 * Bodies assembled from cached texts of entries. A body becomes a text when somebody reads it; for sending, entries that
 * were encoded for an earlier body are not encoded again.
 */
import type { Rendered } from '../evaluate/render.ts'

/** The text of one entry: one row under one selection. */
export interface EntryText {
  readonly text: string
  readonly members: number
  /** An upper bound of the steps that showing it takes. */
  readonly steps: number
  /** In UTF-8; null until it is first sent. */
  bytes: Uint8Array | null
}

/** Entries as texts. */
export interface Texts extends Rendered {
  readonly form: 'texts'
  readonly entries: readonly EntryText[]
}

/** A body: entries with commas between, and plain ASCII around them. */
export interface Pieces {
  readonly before: string
  readonly entries: readonly EntryText[]
  readonly after: string
}

/** The engine concatenates lazily: it assembles the text when somebody reads it. */
export function textOf({ before, entries, after }: Pieces): string {
  let [text, comma] = [before, '']
  for (const entry of entries) {
    text += comma + entry.text
    comma = ','
  }
  return text + after
}

const encoder = new TextEncoder()
const COMMA = 0x2c

/** Bodies share blocks of memory: to allocate each one would take longer than to write it. */
const BLOCK_BYTES = 65_536
let block = new Uint8Array(0)
let used = 0

function room(length: number): Uint8Array {
  if (length > BLOCK_BYTES / 4) return new Uint8Array(length)
  if (used + length > block.length) [block, used] = [new Uint8Array(BLOCK_BYTES), 0]
  used += length
  return block.subarray(used - length, used)
}

/** In UTF-8. */
export function bytesOf({ before, entries, after }: Pieces): Uint8Array {
  let length = before.length + Math.max(0, entries.length - 1) + after.length
  const parts = entries.map((entry) => (entry.bytes ??= encoder.encode(entry.text)))
  for (const part of parts) length += part.length
  const bytes = room(length)
  let at = writeAscii(before, bytes, 0)
  let isFirst = true
  for (const part of parts) {
    if (!isFirst) bytes[at++] = COMMA
    isFirst = false
    bytes.set(part, at)
    at += part.length
  }
  writeAscii(after, bytes, at)
  return bytes
}

/** Returns the end. A few characters are written faster here than by an encoder. */
function writeAscii(text: string, bytes: Uint8Array, from: number): number {
  for (let at = 0; at < text.length; at++) bytes[from + at] = text.charCodeAt(at)
  return from + text.length
}

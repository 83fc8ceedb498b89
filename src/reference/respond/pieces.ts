/**
 * Response bodies that are assembled from cached texts of entries. The text of a response body is built on first use.
 * The bytes of an entry are made and stored when the entry is sent for the first time.
 */
import type { Rendered } from '../evaluate/render.ts'

/** The cached JSON text of one entry, which shows one row with one selection. */
export interface EntryText {
  readonly text: string
  readonly members: number
  /** An upper bound for the number of budget steps for rendering the entry. */
  readonly steps: number
  /** The UTF-8 bytes of the entry text; null until the entry is sent for the first time. */
  bytes: Uint8Array | null
}

/** Entries that are rendered as texts. */
export interface Texts extends Rendered {
  readonly form: 'texts'
  readonly entries: readonly EntryText[]
}

/**
 * The pieces of a response body: the texts of entries, which commas separate, and plain ASCII text before and after
 * them.
 */
export interface Pieces {
  readonly before: string
  readonly entries: readonly EntryText[]
  readonly after: string
}

/**
 * Returns the text of a response body. JavaScript engines concatenate texts lazily, so the call is fast until the
 * text is read.
 */
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

/**
 * The size of a memory block that several response bodies share. To allocate memory for each body takes longer than
 * to write the body.
 */
const BLOCK_BYTES = 65_536
let block = new Uint8Array(0)
let used = 0

function room(length: number): Uint8Array {
  if (length > BLOCK_BYTES / 4) return new Uint8Array(length)
  if (used + length > block.length) [block, used] = [new Uint8Array(BLOCK_BYTES), 0]
  used += length
  return block.subarray(used - length, used)
}

/** Returns the bytes of the body in UTF-8. */
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

/**
 * Writes a short ASCII text as bytes, and returns the position after the text. For a few characters, a loop is faster
 * than an encoder.
 */
function writeAscii(text: string, bytes: Uint8Array, from: number): number {
  for (let at = 0; at < text.length; at++) bytes[from + at] = text.charCodeAt(at)
  return from + text.length
}

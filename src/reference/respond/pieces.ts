/**
 * Bodies that are put together of what is kept: as text by the engine, when somebody reads it, and as bytes of entries
 * that were encoded before, whatever bodies they have been in.
 */

/** What a selection shows of a row. */
export interface EntryText {
  readonly text: string
  readonly members: number
  /** At least as many steps as showing it takes. */
  readonly steps: number
  /** In UTF-8, from when it was first sent. */
  bytes: Uint8Array | null
}

/** A body: entries with commas between, and plain ASCII around them. */
export interface Pieces {
  readonly before: string
  readonly entries: readonly EntryText[]
  readonly after: string
}

/** Put together by the engine when the whole is read, and not before. */
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

/** What is cut up for bodies: memory of their own would take longer than writing them. */
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

/** Where it ends. A few characters are written faster here than by an encoder. */
function writeAscii(text: string, bytes: Uint8Array, from: number): number {
  for (let at = 0; at < text.length; at++) bytes[from + at] = text.charCodeAt(at)
  return from + text.length
}

/** Detects the compression of an archive file by the first bytes of the file, never by the file name. */
import { SourceError } from '../../source.ts'

/** The format of a file: a plain tar, a file compressed with gzip, or another format. */
export type Wrapping = 'tar' | 'gzip' | 'unknown'

/** A stream of bytes in chunks of any size. */
export type Bytes = AsyncIterable<Uint8Array>

/** The number of bytes at the beginning of a file that the detection of the format needs. */
export const HEAD = 512

/** The text at byte 257 of a tar; the code does not recognize older tar formats, which lack this text. */
const USTAR = { at: 257, bytes: new TextEncoder().encode('ustar') }
/** The first bytes of a gzip file. */
const GZIP = [0x1f, 0x8b, 0x08]

export function wrappingOf(head: Uint8Array): Wrapping {
  if (GZIP.every((byte, at) => head[at] === byte)) return 'gzip'
  return USTAR.bytes.every((byte, at) => head[USTAR.at + at] === byte) ? 'tar' : 'unknown'
}

/** Returns the error for an archive whose bytes cannot be decompressed completely. */
export function damaged(path: string, error: unknown): SourceError {
  const reason = error instanceof Error ? error.message : String(error)
  return new SourceError(
    `${path}: damaged or cut off: expected a whole archive, found an early end or invalid bytes (${reason}); copy the archive or export it again`,
  )
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

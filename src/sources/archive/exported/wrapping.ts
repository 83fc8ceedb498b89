/** What an archive is wrapped in is told by how it begins, never by its name. */
import { SourceError } from '../../source.ts'

/** What a file begins like. */
export type Wrapping = 'tar' | 'gzip' | 'unknown'

/** Bytes in order, in parts of any length. */
export type Bytes = AsyncIterable<Uint8Array>

/** How many bytes of a beginning tell. */
export const HEAD = 512

/** A tar has the word after the names of its first file, gzip and deflate have their numbers. */
const USTAR = { at: 257, bytes: new TextEncoder().encode('ustar') }
const GZIP = [0x1f, 0x8b, 0x08]

export function wrappingOf(head: Uint8Array): Wrapping {
  if (GZIP.every((byte, at) => head[at] === byte)) return 'gzip'
  return USTAR.bytes.every((byte, at) => head[USTAR.at + at] === byte) ? 'tar' : 'unknown'
}

/** Of bytes that cannot be unwrapped to their end. */
export function damaged(path: string, error: unknown): SourceError {
  const reason = error instanceof Error ? error.message : String(error)
  return new SourceError(
    `${path}: damaged or cut off: expected a whole archive, found an end or bytes that fit none (${reason}); copy or export it again`,
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

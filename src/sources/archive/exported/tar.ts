/**
 * Reads the files of a tar archive one after the other. Rejects the archive if it contains a path outside of the
 * archive, or an entry that is neither a file nor a folder.
 */
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { SourceError } from '../../source.ts'
import type { ArchiveLimits } from './limits.ts'
import type { Bytes } from './wrapping.ts'

export interface TarFile {
  /** The path of the file in the tar, with forward slashes. No segment of a file's path is empty, `.` or `..`. */
  readonly name: string
  /** The size of the file in the tar, in bytes. */
  readonly size: number
  /** The content of the file. The consumer can read the content of a file only before it requests the next file. */
  readonly body: Bytes
}

/**
 * Reads the files of a tar in order. @throws SourceError for a path outside of the archive, for a special file, or
 * for a tar that exceeds `limits`
 */
export async function* filesIn(
  path: string,
  bytes: Bytes,
  limits: ArchiveLimits,
): AsyncGenerator<TarFile, void> {
  const meter = meterOf(path, limits)
  const entries = metered(bytes, meter)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reading(path, entries.read())
      if (done) return
      meter.entry(value.header.size)
      const name = nameOf(path, value)
      if (name !== null) yield { name, size: value.header.size, body: bodyOf(path, value) }
      // Reads an unread body to its end, because cancelling the body would also consume bytes of the next file.
      await drained(bodyOf(path, value))
    }
  } finally {
    // Closes the archive file if the consumer stops before the last file of the tar.
    await entries.cancel().catch(() => undefined)
  }
}

/** Awaits a read of the tar, and converts an error of the tar reader to an error that names the archive. */
async function reading<T>(path: string, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof SourceError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceError(`${path}: not a whole tar: ${reason} Copy the archive or export it again`)
  }
}

interface Meter {
  readonly bytes: (count: number) => void
  readonly entry: (size: number) => void
}

/**
 * The block size of the tar format, in bytes. A file in a tar has one or more header blocks and less than one block of
 * padding, so the count adds two blocks to its content.
 */
const BLOCK = 512

function meterOf(path: string, limits: ArchiveLimits): Meter {
  let [read, accounted, files] = [0, 0, 0]
  const refuse = (found: string, limit: string): never => {
    throw new SourceError(`${path}: too large: expected at most ${limit}, found ${found}`)
  }
  const refuseBytes = (): never =>
    refuse(
      'more; export the project with --exclude files',
      `${limits.unpackedBytes} bytes after decompression`,
    )
  return {
    bytes: (count) => {
      read += count
      if (read > limits.unpackedBytes) refuseBytes()
      if (read - accounted > limits.otherBytes)
        refuse('more', `${limits.otherBytes} bytes besides its uploaded files`)
    },
    entry: (size) => {
      files++
      accounted += size + 2 * BLOCK
      if (files > limits.files) refuse('more', `${limits.files} files`)
      if (accounted > limits.unpackedBytes) refuseBytes()
    },
  }
}

function metered(bytes: Bytes, meter: Meter): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) return controller.close()
      meter.bytes(value.length)
      controller.enqueue(new Uint8Array(value))
    },
    cancel: async () => void (await chunks.return?.()),
  })
}

/**
 * Returns the path of a file in the tar; null for a folder. Converts path separators to forward slashes, because an
 * export may come from any operating system.
 */
function nameOf(path: string, { header }: ParsedTarEntry): string | null {
  const refuse = (found: string): never => {
    throw new SourceError(
      `${path}: not an export: expected only files inside the archive, found ${found} named ${JSON.stringify(header.name.slice(0, MOST_SHOWN))}`,
    )
  }
  const name = header.name.replaceAll('\\', '/')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (name.startsWith('/') || name.includes('\0') || parts.includes('..'))
    return refuse('a file outside of it')
  switch (header.type) {
    case 'directory':
      return null
    case 'file':
    case undefined:
      return parts.length === 0 ? refuse('a file without a name') : parts.join('/')
    default:
      return refuse(`a ${header.type}`)
  }
}

const MOST_SHOWN = 200

async function drained(body: AsyncGenerator<Uint8Array, void>): Promise<void> {
  while ((await body.next()).done !== true);
}

async function* bodyOf(path: string, { body }: ParsedTarEntry): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reading(path, reader.read())
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

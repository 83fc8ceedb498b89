/** Opens a file of `strapi export` that the user drops onto the page, with browser APIs only. Loaded on demand. */
import type { Graph } from '../../../core.ts'
import { readContents } from '../../../sources/archive/exported/contents.ts'
import { datasetIn } from '../../../sources/archive/exported/dataset.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../../../sources/archive/exported/limits.ts'
import { filesIn } from '../../../sources/archive/exported/tar.ts'
import { type Bytes, damaged, HEAD, wrappingOf } from '../../../sources/archive/exported/wrapping.ts'
import { noteText } from '../../../sources/note.ts'
import { BackendError } from './backend.ts'
import type { Opened } from './messages.ts'

/**
 * The limits for reading an archive. The limits allow no bytes of uploaded files, because the explorer's page does
 * not serve uploaded files.
 */
const LIMITS: ArchiveLimits = { ...ARCHIVE_LIMITS, uploadBytes: 0 }

export interface ArchiveRead {
  readonly graph: Graph
  readonly opened: Opened
}

/**
 * Reads the dataset in an archive of `strapi export`, as `serve` does. The parameter `name` is the archive's file
 * name for error messages.
 * @throws BackendError, SourceError or DatasetError if the archive is invalid, incomplete, encrypted or too large.
 */
export async function readArchive(
  name: string,
  file: Blob,
  limits: Partial<ArchiveLimits> = {},
): Promise<ArchiveRead> {
  const all = { ...LIMITS, ...limits }
  const contents = await readContents(name, filesIn(name, await tarIn(name, file), all), all)
  const { kind, read, notes } = await datasetIn(name, contents, { env: {} })
  const { graph } = read.loaded
  if (graph === undefined) throw new BackendError(`${name}: expected a dataset, found none`)
  return { graph, opened: { name, kind, notes: listed([...new Set(notes.map(noteText))]) } }
}

const MOST_NOTES = 30

function listed(notes: readonly string[]): readonly string[] {
  const left = notes.length - MOST_NOTES
  return left <= 0 ? notes : [...notes.slice(0, MOST_NOTES), `and ${left} more`]
}

/** Decodes the archive. WebCrypto lacks the ECB cipher that encrypted exports use, so the page cannot open them. */
async function tarIn(name: string, file: Blob): Promise<Bytes> {
  const wrapping = wrappingOf(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
  if (wrapping !== 'unknown') return unwrapped(name, file, wrapping)
  throw new BackendError(
    `${name}: expected an archive of \`strapi export\`, found a file that is neither a tar nor a gzip file. The page cannot open an encrypted export. Run \`populace serve FILE --key KEY\`, which serves it with this page.`,
  )
}

async function* unwrapped(
  name: string,
  file: Blob,
  wrapping: 'tar' | 'gzip',
): AsyncGenerator<Uint8Array, void> {
  const plain = piecesOf(file)
  const stream = wrapping === 'gzip' ? plain.pipeThrough(new DecompressionStream('gzip')) : plain
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw damaged(name, error)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * The number of bytes of the archive that are read at once. A browser may decompress a chunk of the archive as a
 * whole, to at most a thousand times its size.
 */
const PIECE = 16_384

function piecesOf(file: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull: async (controller) => {
      if (at >= file.size) return controller.close()
      const piece = await file.slice(at, at + PIECE).arrayBuffer()
      at += PIECE
      controller.enqueue(new Uint8Array(piece))
    },
  })
}

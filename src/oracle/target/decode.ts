/** Decodes the compressed bodies of answers. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { MAX_BODY_BYTES } from '../bodies/excess.ts'

/**
 * The size limit for decompression: a decompressed body must not exceed the usual limit of bodies, as a protection
 * against zip bombs.
 */
const BOUNDED = { maxOutputLength: MAX_BODY_BYTES }

type Unpack = (packed: Buffer) => Promise<Buffer>
const ungzip = promisify(gunzip)
const unzlib = promisify(inflate)
const unraw = promisify(inflateRaw)
const unbrotli = promisify(brotliDecompress)

const UNPACK: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ['gzip', (packed) => ungzip(packed, BOUNDED)],
  ['x-gzip', (packed) => ungzip(packed, BOUNDED)],
  // Some servers send `deflate` without the zlib header and checksum.
  ['deflate', (packed) => unzlib(packed, BOUNDED).catch(() => unraw(packed, BOUNDED))],
  ['br', (packed) => unbrotli(packed, BOUNDED)],
])

/**
 * The maximum number of compressions of one body, one inside another. More compressions are unusual, and each may hide
 * a zip bomb.
 */
const MAX_LAYERS = 2

/**
 * Decompresses a response body as its `content-encoding` demands. Resolves to the bytes, or to a text with the reason
 * why this fails.
 */
export async function decodeBody(body: Buffer, encoding: string | undefined): Promise<Buffer | string> {
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (layers.length > MAX_LAYERS) return `the body is compressed ${layers.length} times`
  let bytes = body
  for (const name of layers.toReversed()) {
    const unpack = UNPACK.get(name)
    if (unpack === undefined)
      return `the body has a content-encoding that the request did not accept: ${name}`
    if (bytes.length === 0) continue
    const unpacked = await unpack(bytes).catch(() => undefined)
    if (unpacked === undefined)
      return `the body does not decompress as ${name} to at most ${MAX_BODY_BYTES} bytes`
    bytes = unpacked
  }
  return bytes
}

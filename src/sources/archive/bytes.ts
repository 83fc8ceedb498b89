/** Reads an archive file and removes its encryption and compression. */
import { createDecipheriv, type Decipher, scryptSync } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileProblem } from '../regular-file.ts'
import { SourceError } from '../source.ts'
import { type Bytes, damaged, HEAD, wrappingOf } from './exported/wrapping.ts'

/**
 * Opens an archive file as a stream of an unpacked tar. The archive file may be a plain tar, compressed or
 * encrypted.
 * @throws SourceError for a file of another format, or for a wrong key.
 */
export function tarIn(path: string, key: string | undefined): Bytes {
  const { head, size } = headOf(path)
  const plain = wrappingOf(head)
  if (plain !== 'unknown') return unwrapped(path, plain, null)
  if (key === undefined) {
    const says = 'found a file that is neither a tar nor a gzip file'
    throw new SourceError(
      `${path}: expected a dataset folder, a Strapi project or an archive of \`strapi export\`, ${says}; an encrypted archive needs --key KEY`,
    )
  }
  const inner = wrappingOf(opened(head, key))
  if (inner === 'unknown' || size % BLOCK !== 0) {
    const found = inner === 'unknown' ? 'the key does not decrypt the file' : 'the end of the file is missing'
    throw new SourceError(
      `${path}: wrong key or not an export: expected an archive that \`strapi export\` encrypted with this key; ${found}`,
    )
  }
  return unwrapped(path, inner, key)
}

function headOf(path: string): { readonly head: Buffer; readonly size: number } {
  const problem = fileProblem(path, MOST_BYTES)
  if (problem !== undefined) throw new SourceError(problem)
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD)
    return { head: head.subarray(0, readSync(file, head)), size: fstatSync(file).size }
  } finally {
    closeSync(file)
  }
}

/** The maximum size of an archive file, in bytes. */
const MOST_BYTES = 64 * 1024 ** 3

/** The block size of the cipher of an encrypted archive, in bytes. */
const BLOCK = 16

/**
 * Creates the decipher for the encryption of `strapi export`: AES in ECB mode. The cipher key is derived from the
 * user's key without a salt.
 */
function decipherOf(key: string): Decipher {
  return createDecipheriv('aes-128-ecb', scryptSync(key, '', BLOCK), null)
}

/** Decrypts the beginning of an archive file, to check the key and to detect the format. */
function opened(head: Buffer, key: string): Buffer {
  const decipher = decipherOf(key).setAutoPadding(false)
  return decipher.update(head.subarray(0, head.length - (head.length % BLOCK)))
}

async function* unwrapped(
  path: string,
  wrapping: 'tar' | 'gzip',
  key: string | null,
): AsyncGenerator<Uint8Array, void> {
  const file = createReadStream(path)
  const decrypted = key === null ? file : through(file, decipherOf(key))
  const stream: Readable = wrapping === 'gzip' ? through(decrypted, createGunzip()) : decrypted
  try {
    for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk
  } catch (error) {
    throw damaged(path, error)
  } finally {
    file.destroy()
  }
}

/** Pipes one stream into another. An error of the first stream destroys the second stream with the same error. */
function through(from: Readable, to: Transform): Readable {
  pipeline(from, to, () => undefined)
  return to
}

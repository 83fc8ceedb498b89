/** The page of the explorer as one file: what is published of it, a sixth as large as the files themselves. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** The file beside the package's code. */
export const PACKED_FILE = 'explorer.json.br'

/** What `unpacked` reads: the text of each file by its name. */
export const packed = (files: ReadonlyMap<string, string>): Uint8Array =>
  brotliCompressSync(JSON.stringify(Object.fromEntries(files)))

const known = new Map<string, ReadonlyMap<string, string>>()

/**
 * The files, read once.
 * @throws Error where the package was not built
 */
export function unpacked(file: string): ReadonlyMap<string, string> {
  const before = known.get(file)
  if (before !== undefined) return before
  const files: Readonly<Record<string, string>> = JSON.parse(
    brotliDecompressSync(readFileSync(file)).toString('utf8'),
  )
  const found = new Map(Object.entries(files))
  known.set(file, found)
  return found
}

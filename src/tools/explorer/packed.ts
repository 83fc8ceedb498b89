/**
 * Packs the built files of the explorer page into one compressed file. The size of the file is a sixth of the original
 * size.
 */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** The name of the packed file, which is in the folder of the package's code. */
export const PACKED_FILE = 'explorer.json.br'

/** Packs the texts of files, each under its file name. `unpacked` reads the result. */
export const packed = (files: ReadonlyMap<string, string>): Uint8Array =>
  brotliCompressSync(JSON.stringify(Object.fromEntries(files)))

const known = new Map<string, ReadonlyMap<string, string>>()

/**
 * Reads the packed files, and caches them for later calls.
 * @throws Error if the package was not built.
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

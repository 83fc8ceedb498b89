/** Reads an export in the form of a folder, which `strapi export --format dir` writes. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { openDisk, type Refuse } from '../../reference/load/files/disk.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { SourceError } from '../source.ts'
import type { ArchiveLimits } from './exported/limits.ts'
import type { TarFile } from './exported/tar.ts'

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Returns the path of the folder with uploaded files in an export; undefined if the export has no such folder. */
export function uploadsBelow(path: string): string | undefined {
  const folder = join(path, 'assets', 'uploads')
  return isFolder(folder) ? folder : undefined
}

const PARTS = ['schemas', 'entities', 'links', 'configuration']

/**
 * Reads the JSON files of an export folder, but not the uploaded files. Reads the schemas, entities, links and
 * configuration in this order, each in the order of the file names, and then `metadata.json`. Does not follow
 * symbolic links out of the export folder.
 * @throws SourceError for an unreadable file, or for files beyond `limits`.
 */
export async function* filesBelow(path: string, limits: ArchiveLimits): AsyncGenerator<TarFile, void> {
  const refuse: Refuse = (file, { message, expected, found }) => {
    const [wanted, there] = [expected, found].map((one) => (typeof one === 'string' ? one : one()))
    throw new SourceError(`${join(path, file)}: ${message}: expected ${wanted}, found ${there}`)
  }
  const { jsonBytes, files, depth } = limits
  const disk = openDisk(
    path,
    { ...DEFAULT_LIMITS, fileBytes: jsonBytes, bytes: jsonBytes, files, depth },
    refuse,
  )
  const present = disk?.namesIn('') ?? []
  const folders = PARTS.filter((folder) => present.includes(folder))
  const names = folders.flatMap((folder) => disk?.namesIn(folder).map((name) => `${folder}/${name}`) ?? [])
  for (const name of [...names, 'metadata.json']) {
    const bytes = disk?.bytesOf(name)
    if (bytes !== undefined) yield { name, size: bytes.length, body: only(bytes) }
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

/** Finds uploaded files in a folder or in memory. */
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { Source } from '../sources/source.ts'

export interface StoredFile {
  /** The size of the file in bytes. */
  readonly size: number
  /** The time of the file's last change, if known. */
  readonly modified?: Date
  /** The content type of the file; if absent, the extension of the file name determines the content type. */
  readonly type?: string
  /** Reads the bytes of the file from `start` up to, but not including, `end`. */
  readonly read: (start: number, end: number) => Readable
}

/**
 * A function that finds an uploaded file by its decoded name below `/uploads/`. The promise resolves to undefined if
 * no such file exists.
 */
export type FindFile = (name: string) => Promise<StoredFile | undefined>

/**
 * Returns a function that finds the regular files in a folder, except hidden files and links that lead out of the
 * folder.
 */
export function filesIn(folder: string): FindFile {
  return async (name) => {
    const steps = name.split('/')
    if (name.includes('\0') || steps.some((step) => step === '' || step.startsWith('.'))) return undefined
    try {
      const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, ...steps))])
      const found = await stat(path)
      if (!found.isFile() || !path.startsWith(root + sep)) return undefined
      const read = (start: number, end: number): Readable =>
        end <= start ? Readable.from([]) : createReadStream(path, { start, end: end - 1 })
      return { size: found.size, modified: found.mtime, read }
    } catch {
      // Treats an unreadable file as missing, so that the answer reveals nothing about the disk.
      return undefined
    }
  }
}

/** Returns a function that finds files in a map from file names to contents. */
export const filesOf =
  (files: ReadonlyMap<string, Uint8Array>): FindFile =>
  async (name) => {
    const bytes = files.get(name)
    if (bytes === undefined) return undefined
    return { size: bytes.length, read: (start, end) => Readable.from([bytes.subarray(start, end)]) }
  }

/** Returns the functions that find the uploaded files of a source; an empty list for a source without uploads. */
export const storedIn = ({ uploads }: Pick<Source, 'uploads'>): readonly FindFile[] => {
  if (uploads === undefined) return []
  return [uploads.kind === 'folder' ? filesIn(uploads.folder) : filesOf(uploads.files)]
}

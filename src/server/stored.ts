/** Where uploaded files are: in a folder, or in memory. */
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'

export interface StoredFile {
  /** Bytes. */
  readonly size: number
  /** When it was last written, where somebody knows. */
  readonly modified?: Date
  /** Its content type, where it is not that of its name. */
  readonly type?: string
  /** The bytes from `start` up to, and without, `end`. */
  readonly read: (start: number, end: number) => Readable
}

/** Finds a file by the name that follows `/uploads/`, decoded; undefined where there is none. */
export type FindFile = (name: string) => Promise<StoredFile | undefined>

/** The plain files below a folder; hidden ones, and what a link leads out of it to, are not there. */
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
      // What is not there, or not to be read, is not told apart.
      return undefined
    }
  }
}

/** Files by name. */
export const filesOf =
  (files: ReadonlyMap<string, Uint8Array>): FindFile =>
  async (name) => {
    const bytes = files.get(name)
    if (bytes === undefined) return undefined
    return { size: bytes.length, read: (start, end) => Readable.from([bytes.subarray(start, end)]) }
  }

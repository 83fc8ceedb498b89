/** The file system operations for saving files. Tests replace these operations, to make each operation fail. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { errorCode } from '../../../util/error-code.ts'

/** The file system operations that a save uses. Each operation is one call of `node:fs`. */
export interface SaveDisk {
  /** Creates a file at a path, or throws an error if the path already exists. */
  readonly create: (path: string) => number
  /** Opens a folder, so that `flush` can write the list of the folder's files to the disk. */
  readonly open: (folder: string) => number
  /** Writes at the end of a file. @returns the number of bytes that were written. */
  readonly write: (file: number, bytes: Uint8Array) => number
  readonly flush: (file: number) => void
  readonly close: (file: number) => void
  readonly rename: (from: string, to: string) => void
  /** Gives a file a second path (a hard link). Throws an error if the second path already exists. */
  readonly link: (from: string, to: string) => void
  readonly remove: (path: string) => void
  readonly makeFolder: (path: string) => void
  readonly removeFolder: (path: string) => void
  readonly namesIn: (folder: string) => readonly string[]
}

export const NODE_DISK: SaveDisk = {
  create: (path) => openSync(path, 'wx'),
  open: (folder) => openSync(folder, 'r'),
  write: (file, bytes) => writeSync(file, bytes),
  flush: fsyncSync,
  close: closeSync,
  rename: renameSync,
  link: linkSync,
  remove: unlinkSync,
  makeFolder: (path) => void mkdirSync(path),
  removeFolder: rmdirSync,
  namesIn: (folder) => readdirSync(folder),
}

/** Runs an action, and ignores file system errors with the given codes. */
export function accepting(codes: readonly string[], action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!codes.includes(errorCode(error) ?? '')) throw error
  }
}

/** Writes a new file and flushes its content to the disk. */
export function writeNew(disk: SaveDisk, path: string, content: Uint8Array): void {
  const file = disk.create(path)
  try {
    for (let rest = content; rest.length > 0; ) rest = rest.subarray(disk.write(file, rest))
    disk.flush(file)
  } finally {
    disk.close(file)
  }
}

/** The error codes of operating systems that cannot flush a folder. */
const CANNOT_FLUSH = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF']

/** Flushes a folder to the disk, so that new and renamed files in the folder survive a crash. */
export function flushFolder(disk: SaveDisk, folder: string): void {
  accepting(CANNOT_FLUSH, () => {
    const file = disk.open(folder)
    try {
      disk.flush(file)
    } finally {
      disk.close(file)
    }
  })
}

/** The system calls of a save. Tests replace them, to make each of them fail. */
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

/** Each member is one system call. */
export interface SaveDisk {
  /** Creates a file, which must not exist. */
  readonly create: (path: string) => number
  /** Opens a folder, to flush it. */
  readonly open: (folder: string) => number
  /** Writes at the end of a file. @returns the number of bytes that fitted. */
  readonly write: (file: number, bytes: Uint8Array) => number
  readonly flush: (file: number) => void
  readonly close: (file: number) => void
  readonly rename: (from: string, to: string) => void
  /** Gives a file another name, which must not exist. */
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

/** The code of an error of the file system; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

/** Runs an action, and accepts errors with these codes. */
export function accepting(codes: readonly string[], action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}

/** Writes a new file and flushes it. */
export function writeNew(disk: SaveDisk, path: string, content: Uint8Array): void {
  const file = disk.create(path)
  try {
    for (let rest = content; rest.length > 0; ) rest = rest.subarray(disk.write(file, rest))
    disk.flush(file)
  } finally {
    disk.close(file)
  }
}

/** Some systems cannot flush a folder. */
const CANNOT_FLUSH = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF']

/** Flushes the names in a folder. */
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

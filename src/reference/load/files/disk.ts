/**
 * Reads files inside one folder, within size limits. The reader never follows links out of the folder and never
 * blocks on pipes or devices. A path that leads to anything but a regular file or a folder is a fault.
 */
import type { Stats } from 'node:fs'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { errorCode } from '../../../util/error-code.ts'
import type { Problem } from '../../schema/fault.ts'
import type { DatasetLimits } from '../limits.ts'

/**
 * An open folder. All paths are relative to the folder, with forward slashes. The path `''` means the folder itself.
 */
export interface Disk {
  /** Returns whether a path leads to a file or to a folder, after following links; undefined after a fault. */
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
  /** Returns the names in a folder, sorted, so that the result is the same on every machine. */
  readonly namesIn: (path: string) => readonly string[]
  /** Returns the bytes of a file; undefined after a fault, for example if the path leads to a folder. */
  readonly bytesOf: (path: string) => Buffer | undefined
}

/**
 * Reports a fault about a path. The value `last` of the third argument means that a size limit is exceeded, so that
 * the reader must stop.
 */
export type Refuse = (path: string, problem: Problem, last?: 'last') => void

/** Opens the folder at `dir`, which may be a link to a folder; undefined after a fault. */
export function openDisk(dir: string, limits: DatasetLimits, refuse: Refuse): Disk | undefined {
  const root = attempt('', refuse, () => realpathSync.native(dir))
  if (root === undefined) return undefined
  let files = 0
  let bytes = 0

  const kindOf = (path: string) =>
    attempt(path, refuse, () => {
      const real = realPath(root, path, refuse)
      return real === undefined ? undefined : kindOfStats(lstatSync(real), path, refuse)
    })

  const namesIn = (path: string): readonly string[] => {
    const names = attempt(path, refuse, () => listNames(join(root, path), limits.files - files))
    files += names?.length ?? 0
    if (files <= limits.files) return names ?? []
    const expected = `at most ${limits.files} names in the folders of the dataset (limit "files")`
    refuse(path, { message: 'too many files', expected, found: 'more' }, 'last')
    return []
  }

  const bytesOf = (path: string): Buffer | undefined => {
    const most = Math.min(limits.fileBytes, limits.bytes - bytes)
    const found = attempt(path, refuse, () => {
      const real = realPath(root, path, refuse)
      // Checks that the path leads to a regular file before it is opened, because opening a device may have side
      // effects.
      const isFile = real !== undefined && isRegular(lstatSync(real), path, refuse)
      return isFile ? readFile(real, most, path, refuse) : undefined
    })
    if (found !== 'too large') {
      bytes += found?.length ?? 0
      return found
    }
    if (most === limits.fileBytes) {
      const expected = `at most ${most} bytes in a file (limit "fileBytes")`
      refuse(path, { message: 'too large', expected, found: 'more' })
    } else {
      const expected = `at most ${limits.bytes} bytes in all files together (limit "bytes")`
      refuse(path, { message: 'too large', expected, found: 'more' }, 'last')
    }
    return undefined
  }

  return { kindOf, namesIn, bytesOf }
}

/** The descriptions of error codes of the file system. */
const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'nothing there',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ELOOP: 'links that form a cycle',
  ENOTDIR: 'a file where a folder should be',
}

/**
 * Runs an action on the file system, and reports its error as a fault. An error of the file system becomes a fault of
 * the dataset. Any other error is a bug, and the function throws it again.
 */
function attempt<T>(path: string, refuse: Refuse, action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    const expected = path === '' ? 'a folder with a dataset' : 'a readable file or folder'
    refuse(path, { message: 'cannot be read', expected, found: REASONS[code] ?? code })
    return undefined
  }
}

/** Returns the real path after following links; undefined if this path is outside the dataset. */
function realPath(root: string, path: string, refuse: Refuse): string | undefined {
  const real = realpathSync.native(join(root, path))
  const inside = root.endsWith(sep) ? root : root + sep
  if (real === root || real.startsWith(inside)) return real
  const expected = 'a file or folder of the dataset itself; a copy instead of the link'
  refuse(path, {
    message: 'link out of the dataset',
    expected,
    found: 'a link to a place outside the dataset',
  })
  return undefined
}

function kindOfStats(stats: Stats, path: string, refuse: Refuse): 'file' | 'folder' | undefined {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  const found = stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device'
  refuse(path, { message: 'neither a file nor a folder', expected: 'a regular file', found })
  return undefined
}

function isRegular(stats: Stats, path: string, refuse: Refuse): boolean {
  const kind = kindOfStats(stats, path, refuse)
  if (kind === 'folder') refuse(path, { message: 'not a file', expected: 'a file', found: 'a folder' })
  return kind === 'file'
}

/** Returns the names in a folder. The list has at most one name more than the limit `most`. */
function listNames(path: string, most: number): readonly string[] {
  const folder = opendirSync(path)
  const names: string[] = []
  try {
    for (let entry = folder.readSync(); entry !== null && names.length <= most; entry = folder.readSync()) {
      names.push(entry.name)
    }
  } finally {
    folder.closeSync()
  }
  return names.sort()
}

/**
 * Opens and reads a file. The function checks the opened file again, because another program may have replaced the
 * file after the first checks.
 */
function readFile(
  real: string,
  most: number,
  path: string,
  refuse: Refuse,
): Buffer | 'too large' | undefined {
  const file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  try {
    const stats = fstatSync(file)
    if (!isRegular(stats, path, refuse)) return undefined
    return stats.size > most ? 'too large' : readAtMost(file, stats.size, most)
  } finally {
    closeSync(file)
  }
}

const SMALLEST_CHUNK = 1 << 16

/**
 * Reads a whole file. For a file with more than `most` bytes, the result is 'too large'. The function checks the size
 * because the file may have grown since its size was read.
 */
function readAtMost(file: number, size: number, most: number): Buffer | 'too large' {
  const chunks: Buffer[] = []
  let length = 0
  while (length <= most) {
    const chunk = Buffer.allocUnsafe(Math.max(size - length + 1, SMALLEST_CHUNK))
    const count = readSync(file, chunk)
    if (count === 0) return whole(chunks, length)
    chunks.push(chunk.subarray(0, count))
    length += count
  }
  return 'too large'
}

/** Joins chunks of bytes. If there is only one chunk of bytes, the function returns this chunk without a copy. */
function whole(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length)
}

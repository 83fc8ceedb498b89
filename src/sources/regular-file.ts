/**
 * Reads a file whose path comes from a user, but only a regular file of limited size. Reading a pipe or a device
 * might never end.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'

/**
 * The error for a path that is not a regular file, or for a file that is too large. The message of a `FileError` is
 * one sentence.
 */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** The maximum size of a file in bytes, if the caller passes no other maximum. */
const MOST_BYTES = 50_000_000

/**
 * Returns the reason why a file must not be read; undefined for a missing file, and for a regular file of at most
 * `most` bytes.
 */
export function fileProblem(path: string, most = MOST_BYTES): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && problemOf(stats, path, most)
}

/**
 * Reads the bytes of a regular file. @throws FileError for another kind of file or for a file that is too large, and
 * the error of Node for a missing file
 */
export function readRegular(path: string, most = MOST_BYTES): Buffer {
  // Checks the kind of file before opening the path, because opening a device may have effects.
  const problem = fileProblem(path, most)
  if (problem !== undefined) throw new FileError(problem)
  // Checks the opened file again, because another file may have taken its place after the first check.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    const replaced = problemOf(stats, path, most)
    if (replaced !== undefined) throw new FileError(replaced)
    const bytes = Buffer.alloc(stats.size)
    let length = 0
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(file, bytes, length, bytes.length - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

function problemOf(stats: Stats, path: string, most: number): string | undefined {
  if (!stats.isFile()) return `${path}: expected a regular file, found ${kindOf(stats)}`
  return stats.size > most ? `${path}: expected at most ${most} bytes, found ${stats.size}` : undefined
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** Defines the error for a write that could not be saved in the dataset folder. */

import { errorCode } from '../../../util/error-code.ts'
import { SourceError } from '../../source.ts'

/**
 * The error for a write that the server undid, because saving failed. The message of a `NotSavedError` is one
 * sentence for the client.
 */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError'
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the server has no permission to write there',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than the system allows',
  EIO: 'the disk failed',
  ENOENT: 'the folder is gone',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'the folder is gone',
  EPERM: 'the server has no permission to write there',
  EROFS: 'the disk is read-only',
}

/**
 * Converts an error of a failed save to a `NotSavedError`. An error that does not come from the file system is a
 * bug, so the function throws this error again.
 */
export function notSaved(error: unknown, folder: string): NotSavedError {
  if (error instanceof NotSavedError) return error
  if (error instanceof SourceError) return new NotSavedError(error.message)
  const code = errorCode(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `the system says ${code}`
  return new NotSavedError(`${folder}: the server undid the write, because saving failed: ${reason}`, {
    cause: error,
  })
}

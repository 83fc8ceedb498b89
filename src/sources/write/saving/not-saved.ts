/** A write that the folder does not have. */
import { SourceError } from '../../source.ts'
import { codeOf } from './disk.ts'

/** The message is one sentence for the client. */
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

/** The error of a failed save. Errors that are not errors of the file system are bugs, and thrown. */
export function notSaved(error: unknown, folder: string): NotSavedError {
  if (error instanceof NotSavedError) return error
  if (error instanceof SourceError) return new NotSavedError(error.message)
  const code = codeOf(error)
  if (code === undefined) throw error
  const reason = REASONS[code] ?? `the system says ${code}`
  return new NotSavedError(`${folder}: the server undid the write, because saving failed: ${reason}`, {
    cause: error,
  })
}

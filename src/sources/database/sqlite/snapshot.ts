/**
 * Copies a SQLite file with its write-ahead log to a temporary folder. The copying neither changes nor locks the
 * original file, so writers to the original file never wait.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileProblem } from '../../regular-file.ts'
import { SourceError } from '../../source.ts'

export interface Snapshot {
  /** The path of the copy of the database file. */
  readonly path: string
  readonly remove: () => void
}

/**
 * The file name ending of the write-ahead log. The log contains the latest changes, so the copy must include the
 * log.
 */
const LOG = '-wal'
/**
 * The file name ending of the rollback journal. A rollback journal with a valid header means that a change is
 * running or was interrupted.
 */
const JOURNAL = '-journal'
/** The first bytes of a rollback journal. */
const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex')

const ATTEMPTS = 20
const PAUSE_MILLISECONDS = 100

/**
 * Copies a SQLite file to a temporary folder. The parameter `copy` is the function that copies the SQLite file with
 * its write-ahead log.
 * @throws SourceError for a file of another format, a truncated file, or a file that changes during each attempt to
 * copy it.
 */
export async function snapshotOf(file: string, copy = copyAll): Promise<Snapshot> {
  checkKind(file)
  checkHeader(file)
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'copy.db')
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await setTimeout(PAUSE_MILLISECONDS)
      const before = stateOf(file)
      if (isUnderWay(file)) continue
      copy(file, path)
      if (before === stateOf(file)) return { path, remove }
    }
  } catch (error) {
    remove()
    throw error
  }
  remove()
  const advice = 'stop the server and try again; if none runs, start it once, which repairs the file'
  throw new SourceError(
    `${file}: another process writes to this database, or ended during a write: ${advice}`,
  )
}

export function copyAll(file: string, path: string): void {
  copyFileSync(file, path, constants.COPYFILE_FICLONE)
  rmSync(path + LOG, { force: true })
  if (existsSync(file + LOG)) copyFileSync(file + LOG, path + LOG)
}

/**
 * Returns whether a SQLite file has the rollback journal of an unfinished change. The journal of a finished change
 * is empty or has a zeroed header.
 */
function isUnderWay(file: string): boolean {
  const journal = file + JOURNAL
  return existsSync(journal) && beginningOf(journal, JOURNAL_MAGIC.length).equals(JOURNAL_MAGIC)
}

/** Returns the first bytes of a file. If the file is shorter than `length`, the remaining bytes are zero. */
function beginningOf(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, bytes, 0, length, 0)
  } finally {
    closeSync(handle)
  }
  return bytes
}

/**
 * Returns the state of a SQLite file, its log and its journal as text. The returned text changes after any write to
 * the database.
 */
const stateOf = (file: string): string =>
  ['', LOG, JOURNAL]
    .map((end) => {
      const stats = statSync(file + end, { bigint: true, throwIfNoEntry: false })
      return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`
    })
    .join('; ')

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
/** The byte offsets of fields in the header of a SQLite file. */
const PAGE_SIZE = 16
const CHANGES = 24
const PAGES = 28
const PAGES_AS_OF = 92

/** The maximum size in bytes of a database file; a larger file is an error. */
const MOST_BYTES = 8 * 1024 ** 3

/**
 * Throws an error if a SQLite file, its log or its journal is too large or is not a regular file. Reading a pipe
 * would block the process.
 */
function checkKind(file: string): void {
  for (const end of ['', LOG, JOURNAL]) {
    const problem = fileProblem(file + end, MOST_BYTES)
    if (problem !== undefined) throw new SourceError(problem)
  }
}

function checkHeader(file: string): void {
  const { size } = statSync(file)
  const header = beginningOf(file, HEADER_BYTES)
  if (size === 0)
    throw new SourceError(`${file}: the database is empty: start the server of the project once`)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new SourceError(
      `${file}: not a SQLite database: expected a file that starts with "SQLite format 3"`,
    )
  const pageSize = header.readUInt16BE(PAGE_SIZE)
  // Old versions of SQLite do not update the page count in the header of the file. Two other fields in the file's
  // header show whether the page count is current.
  const isKnown = header.readUInt32BE(CHANGES) === header.readUInt32BE(PAGES_AS_OF)
  const bytes = header.readUInt32BE(PAGES) * (pageSize === 1 ? 65_536 : pageSize)
  if (isKnown && size < bytes && !existsSync(file + LOG))
    throw new SourceError(
      `${file}: the database file is truncated: ${size} bytes of ${bytes}; copy the file again`,
    )
}

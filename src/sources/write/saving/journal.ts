/**
 * Replaces a set of files as one transaction, even if the process ends during the transaction:
 *
 * 1. Write each new file into the save folder, and flush the file.
 * 2. Write the journal, which lists the moves of all files. Flush the journal, and rename it to its final name. The
 *    rename of the journal commits the set of files.
 * 3. Move each new file from the save folder to its final path, and delete the journal.
 *
 * Without a journal, a set of files was not committed, and `completeSave` deletes the new files. With a journal, the
 * set was committed, and `completeSave` moves the remaining files.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  isNewFile,
  JOURNAL,
  type Move,
  movesIn,
  SAVE_FOLDER,
} from '../../../reference/load/files/interrupted.ts'
import { errorCode } from '../../../util/error-code.ts'
import { SourceError } from '../../source.ts'
import { accepting, flushFolder, NODE_DISK, type SaveDisk, writeNew } from './disk.ts'

/** The new contents of files, by path below the dataset folder, with forward slashes. */
export type FileSet = ReadonlyMap<string, Uint8Array>

/** The file name of the journal before the journal is complete. */
const DRAFT = 'journal.new'

/**
 * Replaces all files of a set, or no file. If some files of a committed set cannot be moved, they stay in the save
 * folder. The next call of `replaceAll` then moves these files.
 * @throws the error of the file system; the old files are then unchanged
 */
export function replaceAll(folder: string, files: FileSet, disk: SaveDisk = NODE_DISK): void {
  completeSave(folder, disk)
  const save = join(folder, SAVE_FOLDER)
  const tag = randomBytes(6).toString('hex')
  const moves = [...files.keys()].map((to, at): Move => ({ from: `new-${tag}-${at}`, to }))
  try {
    for (const { from, to } of moves) writeNew(disk, join(save, from), files.get(to) ?? new Uint8Array())
    writeNew(disk, join(save, DRAFT), Buffer.from(`${JSON.stringify({ moves })}\n`))
    disk.rename(join(save, DRAFT), join(save, JOURNAL))
  } catch (error) {
    clear(save, disk)
    throw error
  }
  try {
    flushFolder(disk, save)
    move(folder, moves, disk)
  } catch (error) {
    // If the journal exists, the save is committed. An error after the commit is ignored, because the next call of
    // `completeSave` moves the remaining files.
    if (errorCode(error) === undefined || journalIn(folder) === undefined) throw error
  }
}

/**
 * Completes a save that an earlier process committed, and deletes the new files of a save that was not committed.
 * @throws SourceError
 */
export function completeSave(folder: string, disk: SaveDisk = NODE_DISK): void {
  const moves = journalIn(folder)
  if (moves !== undefined) move(folder, moves, disk)
  clear(join(folder, SAVE_FOLDER), disk)
}

function journalIn(folder: string): readonly Move[] | undefined {
  const path = join(folder, SAVE_FOLDER, JOURNAL)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const moves = movesIn(text)
  if (moves === undefined)
    throw new SourceError(`${path}: expected the journal of a save, found something else; delete this file`)
  return moves
}

function move(folder: string, moves: readonly Move[], disk: SaveDisk): void {
  const folders = new Set(moves.map(({ to }) => dirname(join(folder, to))))
  for (const path of folders) accepting(['EEXIST'], () => disk.makeFolder(path))
  // A new file may be missing, because an earlier attempt of the save may already have moved the file.
  for (const { from, to } of moves)
    accepting(['ENOENT'], () => disk.rename(join(folder, SAVE_FOLDER, from), join(folder, to)))
  for (const path of folders) flushFolder(disk, path)
  disk.remove(join(folder, SAVE_FOLDER, JOURNAL))
}

/**
 * Deletes the new files of a save that was not committed. A failed deletion is harmless, because no code reads the
 * new files of a save that was not committed.
 */
function clear(save: string, disk: SaveDisk): void {
  try {
    for (const name of disk.namesIn(save))
      if (isNewFile(name) || name === DRAFT) disk.remove(join(save, name))
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

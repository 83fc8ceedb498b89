/**
 * Reads a dataset folder whose last save was interrupted. A save first writes the new files into a subfolder, then
 * writes a journal, and then moves each new file to its target path. If the journal still exists, the folder is read
 * as if all moves had happened.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isList, isObject, member, parseJson } from '../../../util/json.ts'
import type { Disk, Refuse } from './disk.ts'

/**
 * The name of the subfolder of a dataset folder for the new files of a save. The name of the save folder begins with
 * a dot, so the loader ignores the folder.
 */
export const SAVE_FOLDER = '.populace'
/** The name of the journal file in the save folder. */
export const JOURNAL = 'journal.json'
/** The pattern of the names of new files in the save folder. */
const NEW_FILE = /^new-[0-9a-f]{12}-\d{1,6}$/

/** A move that a journal lists: the name of a new file, and its target path in the dataset. */
export interface Move {
  readonly from: string
  readonly to: string
}

/**
 * Returns the moves that a journal lists; undefined for an invalid journal. Each move takes a new file from the save
 * folder into the dataset folder.
 */
export function movesIn(text: string): readonly Move[] | undefined {
  const json = parseJson(text)
  const list = isObject(json) && !isList(json) ? member(json, 'moves') : undefined
  if (!isList(list)) return undefined
  const moves = list.flatMap((one): readonly Move[] => {
    const [from, to] = isObject(one) ? [member(one, 'from'), member(one, 'to')] : []
    const isMove = typeof from === 'string' && typeof to === 'string' && NEW_FILE.test(from) && isPlace(to)
    return isMove ? [{ from, to }] : []
  })
  return moves.length === list.length ? moves : undefined
}

/** Returns whether a name has the form of a new file in the save folder. */
export const isNewFile = (name: string): boolean => NEW_FILE.test(name)

/**
 * Returns whether a target path is `entries/NAME.json`, `NAME.json` or `uploads/NAME`. No other target path is valid,
 * so that a journal cannot make a program write other files.
 */
const isPlace = (path: string): boolean =>
  /^(?:entries\/)?[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,250}\.json$/u.test(path) ||
  /^uploads\/[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,250}$/u.test(path)

/** Returns a view of a dataset folder in which the remaining moves of the journal have already happened. */
export function withInterrupted(disk: Disk, dir: string, refuse: Refuse): Disk {
  if (!hasJournal(dir)) return disk
  const names = new Set(disk.namesIn(SAVE_FOLDER))
  const path = `${SAVE_FOLDER}/${JOURNAL}`
  const bytes = disk.bytesOf(path)
  if (bytes === undefined) return disk
  const moves = movesIn(bytes.toString('utf8'))
  if (moves === undefined) {
    const expected = 'the journal of a save; delete it to load the files as they are'
    refuse(path, { message: 'invalid journal', expected, found: 'something else' })
    return disk
  }
  const left = new Map(moves.filter(({ from }) => names.has(from)).map(({ from, to }) => [to, from]))
  return left.size === 0 ? disk : moved(disk, left)
}

function hasJournal(dir: string): boolean {
  try {
    return lstatSync(join(dir, SAVE_FOLDER, JOURNAL), { throwIfNoEntry: false }) !== undefined
  } catch {
    // If the save folder cannot be read, another part of the loader reports the fault.
    return false
  }
}

/** Returns a view of a dataset folder in which all moves in `moves` have happened. */
function moved(disk: Disk, moves: ReadonlyMap<string, string>): Disk {
  const folders = new Set([...moves.keys()].flatMap((path) => path.split('/').slice(0, -1)))
  const there = new Set(disk.namesIn(''))
  const isNew = (path: string): boolean => folders.has(path) && !there.has(path)
  return {
    kindOf: (path) => {
      if (moves.has(path)) return 'file'
      return isNew(path) ? 'folder' : disk.kindOf(path)
    },
    namesIn: (path) => {
      const within = path === '' ? '' : `${path}/`
      const added = [...moves.keys()]
        .filter((to) => to.startsWith(within))
        .map((to) => to.slice(within.length).split('/')[0] ?? '')
      const before = isNew(path) ? [] : disk.namesIn(path)
      return [...new Set([...before, ...added])].sort()
    },
    bytesOf: (path) => {
      const from = moves.get(path)
      return disk.bytesOf(from === undefined ? path : `${SAVE_FOLDER}/${from}`)
    },
  }
}

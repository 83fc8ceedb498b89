/**
 * Locks a dataset folder, so that only one process saves into the folder. The lock of a process that has ended has
 * no effect.
 */
import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SAVE_FOLDER } from '../../../reference/load/files/interrupted.ts'
import { errorCode } from '../../../util/error-code.ts'
import { isObject, member, parseJson } from '../../../util/json.ts'
import { printable } from '../../../util/printable.ts'
import { SourceError } from '../../source.ts'
import { accepting, NODE_DISK, type SaveDisk, writeNew } from './disk.ts'

const LOCK = 'lock.json'
/** The maximum size of a lock file, in bytes. */
const MOST_BYTES = 4096

/** The process that holds a lock, as stated in the lock file. */
interface Holder {
  readonly pid: number
  /**
   * The start time of the process according to the operating system; an empty text if the system states no start
   * time.
   */
  readonly start: string
  readonly host: string
  /** The time at which the process took the lock, in the format ISO 8601. */
  readonly since: string
}

export interface Lock {
  /** Returns whether the lock file in the folder still belongs to this process. */
  readonly isHeld: () => boolean
  readonly release: () => void
}

/** Locks a dataset folder. @throws SourceError if another process holds the lock; the message names this process */
export function lockFolder(folder: string, disk: SaveDisk = NODE_DISK): Lock {
  const save = join(folder, SAVE_FOLDER)
  const path = join(save, LOCK)
  const own: Holder = {
    pid: process.pid,
    start: startOf(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
  }
  const text = `${JSON.stringify(own)}\n`
  try {
    accepting(['EEXIST'], () => disk.makeFolder(save))
    take(path, text, disk)
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new SourceError(
      `${folder}: the folder does not allow a lock (${code}); serve it without --save, or choose another folder`,
    )
  }
  const isHeld = (): boolean => textIn(path) === text
  return { isHeld, release: () => release(save, isHeld() ? path : undefined, disk) }
}

/** The maximum number of attempts to take the lock, while other processes take and release the same lock. */
const ATTEMPTS = 10

function take(path: string, text: string, disk: SaveDisk): void {
  const fresh = `${path}-${randomBytes(6).toString('hex')}`
  writeNew(disk, fresh, Buffer.from(text))
  try {
    for (let left = ATTEMPTS; left > 0; left--) {
      try {
        // Creates a hard link to the new lock file. Unlike a rename, a hard link never replaces the lock file of
        // another process.
        disk.link(fresh, path)
        return
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error
        breakStale(path, disk)
      }
    }
    throw new SourceError(`${path}: other processes hold the lock again and again; stop them`)
  } finally {
    accepting(['ENOENT'], () => disk.remove(fresh))
  }
}

/** Removes the lock file of a process that has ended. @throws SourceError if the process still runs */
function breakStale(path: string, disk: SaveDisk): void {
  const text = textIn(path)
  if (text === undefined) return
  const holder = holderIn(text)
  if (holder === undefined)
    throw new SourceError(`${path}: expected a lock of populace, found something else; delete this file`)
  if (!isOver(holder)) throw new SourceError(heldBy(path, holder))
  const aside = `${path}-${randomBytes(6).toString('hex')}`
  accepting(['ENOENT'], () => {
    disk.rename(path, aside)
    // Restores the lock file if another process has taken the lock since this process read the file.
    if (textIn(aside) !== text) accepting(['EEXIST'], () => disk.link(aside, path))
    disk.remove(aside)
  })
}

const heldBy = (path: string, { pid, host, since }: Holder): string =>
  `${path}: process ${pid} on ${printable(host, 100)} has saved into this folder since ${printable(since, 40)}; ` +
  'stop it, or serve a copy of the folder'

/**
 * Returns whether the process that took a lock has ended. A process on another host counts as running, because its
 * state is unknown.
 */
function isOver({ pid, start, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'ESRCH'
  }
  const now = startOf(pid)
  return now === OVER || (start !== '' && now !== '' && now !== start)
}

/**
 * Returns a text that identifies the start of a process: the boot id and the clock ticks since the boot. The
 * identifying text is empty on systems without `/proc`. For a zombie process, which has already ended, the
 * identifying text is `OVER`.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Skips the name of the program, which is in parentheses and may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? OVER : `${boot} ${fields[START] ?? ''}`
  } catch {
    return ''
  }
}

const OVER = 'over'
/** The position of the start time among the fields after the program name in `/proc/PID/stat`. */
const START = 19

function textIn(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  return stats.isFile() && stats.size <= MOST_BYTES ? readIfThere(path) : ''
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function holderIn(text: string): Holder | undefined {
  const json = parseJson(text)
  if (!isObject(json)) return undefined
  const [pid, start, host, since] = ['pid', 'start', 'host', 'since'].map((name) => member(json, name))
  const isHolder =
    typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof start === 'string'
  return isHolder && typeof host === 'string' && typeof since === 'string'
    ? { pid, start, host, since }
    : undefined
}

function release(save: string, path: string | undefined, disk: SaveDisk): void {
  try {
    if (path !== undefined) disk.remove(path)
    disk.removeFolder(save)
  } catch (error) {
    // Ignores an error of the file system while it removes the save folder. The save folder may be gone, or may
    // still contain a journal.
    if (errorCode(error) === undefined) throw error
  }
}

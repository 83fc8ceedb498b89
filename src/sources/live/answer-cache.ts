/**
 * Caches the answers of a server in a folder, so that a later run can resume an interrupted run. The cache folder
 * contains no API token and no headers, but only a digest of them.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { isObject, parseJson } from '../../util/json.ts'
import { readRegular } from '../regular-file.ts'
import { SourceError } from '../source.ts'

export interface AnswerCache {
  readonly read: (
    as: string,
    path: string,
  ) => { readonly status: number; readonly bytes: Uint8Array } | undefined
  readonly write: (as: string, path: string, status: number, bytes: Uint8Array) => void
  /** Removes an unusable answer from the cache. */
  readonly drop: (as: string, path: string) => void
}

/** The API token and the additional headers of the requests. The token and the headers may be secret. */
interface Sender {
  readonly token: string | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
}

const STAMP = 'populace.json'
/**
 * The maximum number of bytes of a file with a cached answer: the maximum size of a body, and 100 bytes for the
 * status line.
 */
const MOST_BYTES = DEFAULT_LIMITS.fileBytes + 100

/**
 * Opens or creates a cache folder. @throws SourceError if the folder contains answers of another server, or answers
 * to another API token or to other headers.
 */
export function openAnswerCache(folder: string, url: string, sender: Sender): AnswerCache {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = join(folder, STAMP)
  // If an earlier run failed before its first answer, the folder contains only the stamp file. The next run may
  // replace this stamp file.
  if (existsSync(stamp) && readdirSync(folder).length > 1)
    refuseOther(readRegular(stamp).toString('utf8'), folder, url, sender)
  else {
    const salt = randomBytes(16).toString('hex')
    writeFileSync(stamp, `${JSON.stringify({ url, salt, sender: markOf(sender, salt) })}\n`, { mode: 0o600 })
  }
  const fileOf = (as: string, path: string): string =>
    join(folder, createHash('sha256').update(`${as} ${path}`).digest('hex'))
  return {
    read: (as, path) => {
      const file = fileOf(as, path)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      if (size === undefined || size > MOST_BYTES) return undefined
      const all = readRegular(file, MOST_BYTES)
      const end = all.indexOf('\n')
      const status = Number(all.subarray(0, Math.max(end, 0)).toString('latin1'))
      return Number.isInteger(status) && status >= 200 ? { status, bytes: all.subarray(end + 1) } : undefined
    },
    write: (as, path, status, bytes) => {
      const file = fileOf(as, path)
      // Writes to a temporary file and renames this file, so that an interrupted write leaves no incomplete answer.
      writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${status}\n`), bytes]), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    drop: (as, path) => rmSync(fileOf(as, path), { force: true }),
  }
}

/** Returns the start time of the first run whose answers are in the cache folder. */
export const oldestAnswer = (folder: string): Date => statSync(join(folder, STAMP)).mtime

/** Deletes the cache folder. */
export const forget = (folder: string): void => rmSync(folder, { recursive: true, force: true })

const markOf = ({ token = '', headers = {} }: Sender, salt: string): string =>
  createHmac('sha256', salt)
    .update(JSON.stringify([token, Object.entries(headers).sort()]))
    .digest('hex')

function refuseOther(text: string, folder: string, url: string, sender: Sender): void {
  const json = parseJson(text)
  const { url: before, salt, sender: mark } = isObject(json) ? json : {}
  if (before === url && typeof salt === 'string' && mark === markOf(sender, salt)) return
  const what = before === url ? 'answers to another token or other headers' : 'answers of another server'
  throw new SourceError(`${folder}: contains ${what}; delete the folder to start again`)
}

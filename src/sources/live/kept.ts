/**
 * Answers that are kept until all are there, so that a run that was broken off goes on where it was. Of the token no
 * more is kept than whether it is the same one.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import { isObject, parseJson } from '../../util/json.ts'
import { SourceError } from '../source.ts'

export interface ResumeFile {
  readonly read: (
    as: string,
    path: string,
  ) => { readonly status: number; readonly bytes: Uint8Array } | undefined
  readonly write: (as: string, path: string, status: number, bytes: Uint8Array) => void
  /** Of an answer that turned out to be none. */
  readonly drop: (as: string, path: string) => void
}

const STAMP = 'populace.json'
/** Room for the status before the body. */
const MOST_BYTES = DEFAULT_LIMITS.fileBytes + 100

/**
 * Answers in a folder, which is made where there is none.
 * @throws SourceError where it holds those of another server or to another token.
 */
export function openKept(folder: string, url: string, token: string | undefined): ResumeFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = join(folder, STAMP)
  if (existsSync(stamp)) refuseOther(readFileSync(stamp, 'utf8'), folder, url, token)
  else {
    const salt = randomBytes(16).toString('hex')
    writeFileSync(stamp, `${JSON.stringify({ url, salt, token: markOf(token, salt) })}\n`, { mode: 0o600 })
  }
  const fileOf = (as: string, path: string): string =>
    join(folder, createHash('sha256').update(`${as} ${path}`).digest('hex'))
  return {
    read: (as, path) => {
      const file = fileOf(as, path)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      if (size === undefined || size > MOST_BYTES) return undefined
      const all = readFileSync(file)
      const end = all.indexOf('\n')
      const status = Number(all.subarray(0, Math.max(end, 0)).toString('latin1'))
      return Number.isInteger(status) && status >= 200 ? { status, bytes: all.subarray(end + 1) } : undefined
    },
    write: (as, path, status, bytes) => {
      const file = fileOf(as, path)
      // Whoever breaks off leaves no half of an answer under its name.
      writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${status}\n`), bytes]), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    drop: (as, path) => rmSync(fileOf(as, path), { force: true }),
  }
}

/** Removes the folder with all that is kept in it. */
export const forget = (folder: string): void => rmSync(folder, { recursive: true, force: true })

const markOf = (token: string | undefined, salt: string): string =>
  createHmac('sha256', salt)
    .update(token ?? '')
    .digest('hex')

function refuseOther(text: string, folder: string, url: string, token: string | undefined): void {
  const json = parseJson(text)
  const { url: before, salt, token: mark } = isObject(json) ? json : {}
  if (before === url && typeof salt === 'string' && mark === markOf(token, salt)) return
  const what = before === url ? 'answers to another token' : 'answers of another server'
  throw new SourceError(`${folder}: holds ${what}; remove it to begin anew`)
}

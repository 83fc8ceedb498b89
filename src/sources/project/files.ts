/** Reads the files of a project within limits, and follows no link out of the folder. */

import { openDisk } from '../../reference/load/files/disk.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import type { Wording } from '../../reference/schema/fault.ts'
import { isObject, parseJson } from '../../util/json.ts'
import type { Note } from '../note.ts'

export interface ProjectFiles {
  /** The folder as the caller named it. */
  readonly folder: string
  /** The text of a file; undefined if it is missing, or unreadable with a note. */
  readonly text: (path: string) => string | undefined
  /** The first existing file of these. */
  readonly first: (paths: readonly string[]) => { readonly path: string; readonly text: string } | undefined
  /** The bytes of a file, in the same way. */
  readonly bytes: (path: string) => Buffer | undefined
  /** The names in a folder, in name order; empty if the folder is missing. */
  readonly names: (path: string) => readonly string[]
  /** The kind of a path, if it exists. */
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
  readonly notes: readonly Note[]
}

/** The limit of text files. */
const MOST_BYTES = 50_000_000

/** The message of `openDisk` for a missing file. */
const MISSING = 'nothing there'

const worded = (wording: Wording): string => (typeof wording === 'string' ? wording : wording())

export function projectFiles(folder: string): ProjectFiles {
  const notes: Note[] = []
  const limits = { ...DEFAULT_LIMITS, fileBytes: MOST_BYTES }
  const disk = openDisk(folder, limits, (file, { message, expected, found }) => {
    // An optional file may be missing, so this is not a note.
    if (found === MISSING && file !== '') return
    notes.push({ file, line: 0, says: `${message}: expected ${worded(expected)}, found ${worded(found)}` })
  })
  const bytes = (path: string): Buffer | undefined => disk?.bytesOf(path)
  const text = (path: string): string | undefined => bytes(path)?.toString('utf8')
  return {
    folder,
    text,
    first: (paths) => {
      for (const path of paths) {
        const found = text(path)
        if (found !== undefined) return { path, text: found }
      }
      return undefined
    },
    bytes,
    names: (path) => disk?.namesIn(path).filter((name) => !name.startsWith('.')) ?? [],
    kindOf: (path) => disk?.kindOf(path),
    notes,
  }
}

const STRAPI = '@strapi/strapi'

/** Whether a folder is a Strapi project: its package depends on Strapi, and is not a plugin, whose package does too. */
export function isProject(files: ProjectFiles): boolean {
  const text = files.text('package.json')
  if (text?.includes('"@strapi/strapi"') !== true) return false
  const json = parseJson(text)
  if (!isObject(json)) return false
  const { dependencies, devDependencies, strapi } = json
  const depends = [dependencies, devDependencies].some((one) => isObject(one) && Object.hasOwn(one, STRAPI))
  return depends && !(isObject(strapi) && strapi['kind'] === 'plugin')
}

/** Reads the files of a project, up to a maximum size. Follows no symbolic link out of the project's folder. */

import { openDisk } from '../../reference/load/files/disk.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import type { Wording } from '../../reference/schema/fault.ts'
import { isObject, parseJson } from '../../util/json.ts'
import type { Note } from '../note.ts'

export interface ProjectFiles {
  /** The path of the project in the form that the user passed. */
  readonly folder: string
  /**
   * Reads a file of the project as text; undefined for a missing or unreadable file. An unreadable file of the
   * project gets a note, but a missing file gets no note.
   */
  readonly text: (path: string) => string | undefined
  /** Reads the first existing file of a list of paths; undefined if none of the files exists. */
  readonly first: (paths: readonly string[]) => { readonly path: string; readonly text: string } | undefined
  /** Reads a file of the project as bytes; undefined for a missing or unreadable file. */
  readonly bytes: (path: string) => Buffer | undefined
  /**
   * Returns the sorted names in a folder of the project, without hidden files; an empty list if the folder is
   * missing.
   */
  readonly names: (path: string) => readonly string[]
  /** Returns whether a path is a file or a folder; undefined if the path does not exist. */
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
  readonly notes: readonly Note[]
}

/** The maximum number of bytes of a file in a project that Populace reads. */
const MOST_BYTES = 50_000_000

/** The text with which `openDisk` reports a missing file. */
const MISSING = 'nothing there'

const worded = (wording: Wording): string => (typeof wording === 'string' ? wording : wording())

export function projectFiles(folder: string): ProjectFiles {
  const notes: Note[] = []
  const limits = { ...DEFAULT_LIMITS, fileBytes: MOST_BYTES }
  const disk = openDisk(folder, limits, (file, { message, expected, found }) => {
    // A missing file gets no note, because it may be optional.
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

/**
 * Returns whether a folder is a Strapi project. The `package.json` of a project depends on Strapi and does not
 * describe a plugin for Strapi.
 */
export function isProject(files: ProjectFiles): boolean {
  const text = files.text('package.json')
  if (text?.includes('"@strapi/strapi"') !== true) return false
  const json = parseJson(text)
  if (!isObject(json)) return false
  const { dependencies, devDependencies, strapi } = json
  const depends = [dependencies, devDependencies].some((one) => isObject(one) && Object.hasOwn(one, STRAPI))
  return depends && !(isObject(strapi) && strapi['kind'] === 'plugin')
}

/** The files of a project, read as those of a dataset are: nobody is followed out of the folder, nothing is endless. */

import { openDisk } from '../../reference/load/files/disk.ts'
import { DEFAULT_LIMITS } from '../../reference/load/limits.ts'
import type { Wording } from '../../reference/schema/fault.ts'
import type { Note } from '../note.ts'

export interface ProjectFiles {
  /** The folder, as it was given. */
  readonly folder: string
  /** The text of a file; undefined where there is none, or a note says why it cannot be read. */
  readonly text: (path: string) => string | undefined
  /** The first of these files that is there. */
  readonly first: (paths: readonly string[]) => { readonly path: string; readonly text: string } | undefined
  /** The bytes of a file, in the same way. */
  readonly bytes: (path: string) => Buffer | undefined
  /** The names in a folder, in name order; none where there is no such folder. */
  readonly names: (path: string) => readonly string[]
  /** Whether something is there, and what. */
  readonly kindOf: (path: string) => 'file' | 'folder' | undefined
  readonly notes: readonly Note[]
}

/** Text files of a project are shorter than this. */
const MOST_BYTES = 50_000_000

/** As `openDisk` says it. */
const MISSING = 'nothing there'

const worded = (wording: Wording): string => (typeof wording === 'string' ? wording : wording())

export function projectFiles(folder: string): ProjectFiles {
  const notes: Note[] = []
  const limits = { ...DEFAULT_LIMITS, fileBytes: MOST_BYTES }
  const disk = openDisk(folder, limits, (file, { message, expected, found }) => {
    // What a project may have or not is asked for by looking.
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

/** Whether a folder is a project of Strapi: its `package.json` asks for it. */
export const isProject = (files: ProjectFiles): boolean =>
  files.text('package.json')?.includes('"@strapi/strapi"') === true

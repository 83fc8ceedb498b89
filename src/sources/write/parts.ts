/** Lists the files of a dataset folder with their contents, before any file is written. */
import type { Dirent } from 'node:fs'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DatasetFiles, SINGLE_FILES } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'
import { type Source, SourceError, type Uploads } from '../source.ts'

/** The content of a file to write: a text, bytes, or the path of an existing file to copy. */
export type FilePart =
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly copyOf: string }

/** The contents of the files to write, by relative path with forward slashes, sorted by path. */
export type Parts = ReadonlyMap<string, FilePart>

export const UPLOADS = 'uploads'

/** Lists the files of a dataset folder for a source. @throws SourceError for an invalid file name */
export function partsOf({ files, uploads }: Pick<Source, 'files' | 'uploads'>): Parts {
  const parts = [...jsonParts(files), ...(uploads === undefined ? [] : uploadParts(uploads))]
  for (const [path] of parts) refuseUnsafe(path)
  return new Map(parts.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function jsonParts(files: DatasetFiles): readonly (readonly [string, FilePart])[] {
  const folder = (name: string, all: Readonly<Record<string, Json>> = {}) =>
    Object.entries(all).map(([stem, json]) => [`${name}/${stem}.json`, json] as const)
  const single = SINGLE_FILES.flatMap((stem): readonly (readonly [string, Json])[] => {
    const json = files[stem]
    return json === undefined ? [] : [[`${stem}.json`, json]]
  })
  const all = [
    ...folder('content-types', files.contentTypes),
    ...folder('components', files.components),
    ...folder('entries', files.entries),
    ...single,
  ]
  // Leaves out a file with rows if the content type has no rows.
  const isEmpty = (json: Json): boolean => Array.isArray(json) && json.length === 0
  return all.flatMap(([path, json]): readonly (readonly [string, FilePart])[] =>
    isEmpty(json) ? [] : [[path, { text: `${JSON.stringify(json, undefined, 2)}\n` }]],
  )
}

function uploadParts(uploads: Uploads): readonly (readonly [string, FilePart])[] {
  if (uploads.kind === 'files')
    return [...uploads.files].map(([name, bytes]) => [`${UPLOADS}/${name}`, { bytes }] as const)
  return filesBelow(uploads.folder, '', 0).map(
    (name) => [`${UPLOADS}/${name}`, { copyOf: join(uploads.folder, name) }] as const,
  )
}

/** The maximum depth of nested folders with uploaded files. */
const MOST_DEEP = 20

/** Lists the paths of the regular files below a folder. Ignores symbolic links and hidden files. */
function filesBelow(root: string, folder: string, depth: number): readonly string[] {
  return entriesIn(join(root, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory() && depth < MOST_DEEP) return filesBelow(root, path, depth + 1)
    return entry.isFile() ? [path] : []
  })
}

function entriesIn(folder: string): readonly Dirent[] {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? readdirSync(folder, { withFileTypes: true }) : []
}

/** The maximum number of characters of a file name, because some file systems do not support longer names. */
const LONGEST = 200

/** The number of segments that the path of a file must have, by the first folder in the path. */
const DEPTHS: Readonly<Record<string, number>> = { 'content-types': 2, components: 3, entries: 2 }

/**
 * Throws an error for a path that is unsafe on some operating system, such as a path out of the target folder. File
 * names come from untrusted schemas and archives.
 */
function refuseUnsafe(path: string): void {
  const isPlain = (part: string): boolean =>
    part !== '' && !part.startsWith('.') && part.length <= LONGEST && !/[\\:\p{Cc}]/u.test(part)
  const parts = path.split('/')
  const [folder = ''] = parts
  const isInPlace = !Object.hasOwn(DEPTHS, folder) || parts.length === DEPTHS[folder]
  if (isInPlace && parts.every(isPlain)) return
  const expected = 'names without slashes, colons and control characters, that begin with no dot'
  throw new SourceError(`cannot be written: expected ${expected}, found ${printable(path, LONGEST)}`)
}

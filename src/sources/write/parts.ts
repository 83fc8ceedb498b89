/** What a source is as files of a dataset folder, each by its path, before any of it is written. */
import type { Dirent } from 'node:fs'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DatasetFiles, SINGLE_FILES } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'
import { type Source, SourceError, type Uploads } from '../source.ts'

/** What becomes a file: a text, bytes, or a copy of a file that is there. */
export type FilePart =
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly copyOf: string }

/** By path below the folder, with forward slashes, in the order of the paths. */
export type Parts = ReadonlyMap<string, FilePart>

export const UPLOADS = 'uploads'

/** @throws SourceError for names that no file can have */
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
  // A type without rows has no file of them.
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

/** Folders are no deeper within each other. */
const MOST_DEEP = 20

/** Regular files; links are not followed, and what begins with a dot is nobody's upload. */
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

/** Longer names are too long for some file systems. */
const LONGEST = 200

/** How many parts the paths in these folders have. */
const DEPTHS: Readonly<Record<string, number>> = { 'content-types': 2, components: 3, entries: 2 }

/** Names come from schemas and archives of strangers: none leads out of the folder, on no system. */
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

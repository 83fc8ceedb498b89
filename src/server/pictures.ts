/**
 * Generates missing files below `/uploads/`. The server generates every file of a media row, and a picture for every
 * name with the extension of a picture.
 */
import { Readable } from 'node:stream'
import type { Graph, Row } from '../reference/graph/graph.ts'
import { FILE_UID } from '../reference/schema/schema.ts'
import { isObject, type Json, member } from '../util/json.ts'
import { asDecoded } from '../util/url/percent.ts'
import type { FindFile, StoredFile } from './stored.ts'

interface NamedPicture {
  readonly width: number
  readonly height: number
  readonly modified: Date | undefined
}

/** The size of a generated picture that no media row describes. */
const UNNAMED: NamedPicture = { width: 1200, height: 800, modified: undefined }
/** The maximum number of bytes of generated files in the cache. */
const MOST_CACHED = 16 * 1024 * 1024
const LONGEST_NAME = 1_000

/** Combines several finders into one finder, which returns the first file that any of them finds. */
export const firstOf =
  (...finders: readonly FindFile[]): FindFile =>
  async (name) => {
    for (const find of finders) {
      const found = await find(name)
      if (found !== undefined) return found
    }
    return undefined
  }

/**
 * Creates a function that generates missing files: the files of the media rows of the current graph, and other
 * pictures.
 */
export function picturesOf(graph: () => Graph): FindFile {
  const cached = new Map<string, StoredFile>()
  let known: { readonly graph: Graph; readonly files: ReadonlyMap<string, NamedPicture> } | undefined
  let size = 0
  return async (name) => {
    const now = graph()
    if (known?.graph !== now) {
      known = { graph: now, files: filesIn(now) }
      cached.clear()
      size = 0
    }
    if (name.length > LONGEST_NAME) return undefined
    const before = cached.get(name)
    if (before !== undefined) return before
    const row = known.files.get(name)
    const { isPicture, make } = await import('./pictures/picture.ts')
    const named = row ?? (isPicture(name) ? UNNAMED : undefined)
    if (named === undefined) return undefined
    const { bytes, type } = make(name, named)
    const file: StoredFile = {
      size: bytes.length,
      ...(named.modified === undefined ? {} : { modified: named.modified }),
      type,
      read: (start, end) => Readable.from([bytes.subarray(start, end)]),
    }
    if (size + bytes.length > MOST_CACHED) {
      cached.clear()
      size = 0
    }
    cached.set(name, file)
    size += bytes.length
    return file
  }
}

/**
 * Returns the files of media rows by the file name after `/uploads/` in their URL, regardless of the host in the URL.
 */
function filesIn({ tables }: Graph): ReadonlyMap<string, NamedPicture> {
  const files = new Map<string, NamedPicture>()
  for (const row of tables.get(FILE_UID)?.rows ?? []) {
    add(row.values['url'], row.values, row, files)
    const formats = row.values['formats']
    for (const format of isObject(formats) ? Object.values(formats) : [])
      if (isObject(format)) add(member(format, 'url'), format, row, files)
  }
  return files
}

function add(
  url: Json | undefined,
  { width, height }: Readonly<Record<string, Json>>,
  { values }: Row,
  files: Map<string, NamedPicture>,
): void {
  const [, name] = typeof url === 'string' ? url.split('/uploads/', 2) : []
  if (name === undefined || name === '') return
  const updated = values['updatedAt']
  const time = typeof updated === 'string' ? new Date(updated) : undefined
  const modified = time === undefined || Number.isNaN(time.getTime()) ? undefined : time
  files.set(asDecoded(name), {
    width: pixels(width, UNNAMED.width),
    height: pixels(height, UNNAMED.height),
    modified,
  })
}

const pixels = (value: Json | undefined, preset: number): number =>
  typeof value === 'number' && value >= 1 ? value : preset

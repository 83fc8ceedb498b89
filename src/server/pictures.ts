/** Files that nobody has stored: what a media row names, or what its name says is a picture, is made when it is asked for. */
import { Readable } from 'node:stream'
import type { Graph, Row } from '../reference/graph/graph.ts'
import { FILE_UID } from '../reference/schema/schema.ts'
import { isObject, type Json, member } from '../util/json.ts'
import { asDecoded } from '../util/url/percent.ts'
import type { FindFile, StoredFile } from './stored.ts'

interface Named {
  readonly width: number
  readonly height: number
  readonly modified: Date | undefined
}

/** Of a picture that no row names. */
const UNNAMED: Named = { width: 1200, height: 800, modified: undefined }
/** Bytes of pictures that are kept to be asked for again. */
const MOST_KEPT = 16 * 1024 * 1024
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i

/** A file of each finder in turn. */
export const firstOf =
  (...finders: readonly FindFile[]): FindFile =>
  async (name) => {
    for (const find of finders) {
      const found = await find(name)
      if (found !== undefined) return found
    }
    return undefined
  }

/** Made-up files for the media of a graph, which is asked for each time. */
export function picturesOf(graph: () => Graph): FindFile {
  const kept = new Map<string, StoredFile>()
  let known: { readonly graph: Graph; readonly files: ReadonlyMap<string, Named> } | undefined
  let size = 0
  return async (name) => {
    const now = graph()
    if (known?.graph !== now) {
      known = { graph: now, files: filesIn(now) }
      kept.clear()
      size = 0
    }
    const named = known.files.get(name) ?? (PICTURE.test(name) ? UNNAMED : undefined)
    if (named === undefined || name.length > LONGEST_NAME) return undefined
    const before = kept.get(name)
    if (before !== undefined) return before
    const { make } = await import('./pictures/picture.ts')
    const made = make(name, named)
    if (made === undefined) return undefined
    const { bytes, type } = made
    const file: StoredFile = {
      size: bytes.length,
      ...(named.modified === undefined ? {} : { modified: named.modified }),
      ...(type === undefined ? {} : { type }),
      read: (start, end) => Readable.from([bytes.subarray(start, end)]),
    }
    if (size + bytes.length > MOST_KEPT) {
      kept.clear()
      size = 0
    }
    kept.set(name, file)
    size += bytes.length
    return file
  }
}

const LONGEST_NAME = 1_000

/** By the name that follows `/uploads/`, wherever the rest of the address leads to. */
function filesIn({ tables }: Graph): ReadonlyMap<string, Named> {
  const files = new Map<string, Named>()
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
  files: Map<string, Named>,
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

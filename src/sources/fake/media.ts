/**
 * Generates the database rows of uploaded files, in the form that the upload plugin stores. The server generates the
 * content of a made-up file when a client requests the file.
 */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import type { Chance } from './chance.ts'
import { NOW } from './chance.ts'
import { phrase, slugOf } from './words/text.ts'

/** A kind of file in `allowedTypes` of a schema. */
export type FileKind = 'images' | 'files' | 'audios' | 'videos'

interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface Media {
  readonly rows: readonly Json[]
  /**
   * The row ids of the files for each kind of file. If the files are generated, a kind that no media attribute needs
   * has an empty list.
   */
  readonly ids: Readonly<Record<FileKind, readonly number[]>>
}

const COUNTS: Readonly<Record<FileKind, number>> = { images: 12, files: 3, audios: 2, videos: 2 }

/** The sizes of generated pictures in pixels: landscape, portrait and square. */
const SIZES: readonly ImageSize[] = [
  { width: 1600, height: 900 },
  { width: 800, height: 1000 },
  { width: 600, height: 600 },
  { width: 1200, height: 800 },
]

/** The maximum width and height of the smaller copies that the upload plugin makes of a picture. */
const FORMATS: Readonly<Record<string, ImageSize>> = {
  large: { width: 1000, height: 1000 },
  small: { width: 500, height: 500 },
  medium: { width: 750, height: 750 },
  thumbnail: { width: 245, height: 156 },
}

interface FakeMedia {
  readonly ext: string
  readonly mime: string
  /** The file size in bytes that the database row of the file states. */
  readonly weight: number
  readonly more: { readonly [key: string]: Json }
}

export function fakeMedia(kinds: ReadonlySet<FileKind>, chance: Chance): Media {
  const rows: Json[] = []
  const make = (kind: FileKind): readonly number[] => {
    if (!kinds.has(kind)) return []
    return Array.from({ length: COUNTS[kind] }, (_, index) => {
      const id = rows.length + 1
      rows.push(fileRow(id, kind, index, chance))
      return id
    })
  }
  const ids = { images: make('images'), files: make('files'), audios: make('audios'), videos: make('videos') }
  return { rows, ids }
}

function fileRow(id: number, kind: FileKind, index: number, chance: Chance): Json {
  const words = chance('file', kind, index)
  const title = phrase(words)
  const hash = `${slugOf(title).replaceAll('-', '_')}_${words.string.hexadecimal({ length: 10, casing: 'lower', prefix: '' })}`
  const documentId = documentIdOf(chance, 'file', kind, index)
  const { ext, mime, weight, more } = made(kind, index, title, hash)
  return {
    id,
    documentId,
    name: `${slugOf(title)}${ext}`,
    alternativeText: kind === 'images' ? `${title}, a picture` : null,
    caption: null,
    focalPoint: null,
    width: null,
    height: null,
    formats: null,
    hash,
    ext,
    mime,
    size: kilobytes(weight),
    url: `/uploads/${hash}${ext}`,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    ...more,
    folderPath: '/',
    createdAt: NOW,
    updatedAt: NOW,
    publishedAt: NOW,
  }
}

/** Returns a made-up documentId in the format of cuid2: a letter, then letters and digits. */
export function documentIdOf(chance: Chance, ...place: readonly (string | number)[]): string {
  const words = chance('documentId', ...place)
  return (
    words.string.alpha({ length: 1, casing: 'lower' }) +
    words.string.alphanumeric({ length: 23, casing: 'lower' })
  )
}

/** Returns the approximate size in bytes of a photograph with the given width and height. */
const weightOf = ({ width, height }: ImageSize): number => Math.round((width * height) / 8)

const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100

function made(kind: FileKind, index: number, title: string, hash: string): FakeMedia {
  switch (kind) {
    case 'images':
      return picture(index, title, hash)
    case 'files':
      return { ext: '.pdf', mime: 'application/pdf', weight: 180_000, more: {} }
    case 'audios':
      return { ext: '.wav', mime: 'audio/wav', weight: 8_044, more: {} }
    case 'videos':
      return { ext: '.mp4', mime: 'video/mp4', weight: 1_500_000, more: {} }
  }
}

function picture(index: number, title: string, hash: string): FakeMedia {
  const size = SIZES[index % SIZES.length] ?? { width: 600, height: 600 }
  const formats = Object.entries(FORMATS).flatMap(([name, box]): readonly (readonly [string, Json])[] => {
    const scale = Math.min(box.width / size.width, box.height / size.height)
    if (scale >= 1) return []
    const fitted = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
    const own = `${name}_${hash}`
    const format = {
      name: `${name}_${slugOf(title)}.png`,
      hash: own,
      ext: '.png',
      mime: 'image/png',
      path: null,
      ...fitted,
      size: kilobytes(weightOf(fitted)),
      sizeInBytes: weightOf(fitted),
      url: `/uploads/${own}.png`,
    }
    return [[name, format]]
  })
  return {
    ext: '.png',
    mime: 'image/png',
    weight: weightOf(size),
    more: { ...size, formats: Object.fromEntries(formats) },
  }
}

/** Returns the kinds of uploaded files that the media attributes of the schemas need. */
export function kindsIn({ contentTypes, components = {} }: DatasetFiles): ReadonlySet<FileKind> {
  const kinds = new Set<FileKind>()
  for (const json of [...Object.values(contentTypes), ...Object.values(components)]) {
    const attributes = isObject(json) ? member(json, 'attributes') : undefined
    for (const attribute of isObject(attributes) ? Object.values(attributes) : []) {
      if (isObject(attribute) && attribute.type === 'media')
        for (const kind of kindsOf(attribute.allowedTypes)) kinds.add(kind)
    }
  }
  return kinds
}

const KINDS: readonly FileKind[] = ['images', 'files', 'audios', 'videos']

/**
 * Returns the kinds of files that the generator puts into a media attribute. If the attribute allows pictures, or
 * names no kind, the result is only pictures.
 */
export function kindsOf(allowedTypes: Json | undefined): readonly FileKind[] {
  const kinds = isList(allowedTypes) ? KINDS.filter((kind) => allowedTypes.includes(kind)) : []
  return kinds.length === 0 || kinds.includes('images') ? ['images'] : kinds
}

/**
 * Generates entries for content types without rows, from the schema alone. For the same source, the same seed always
 * gives the same generated entries.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { type ContentType, FILE_UID, type Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import { at, textAt } from '../database/model.ts'
import { graphOf } from '../loaded.ts'
import type { Note } from '../note.ts'
import { customFieldKind } from '../repair/custom-fields.ts'
import { type Source, SourceError } from '../source.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Document, emptyTypes, newDocuments, oldDocuments } from './documents.ts'
import { type GivenValues, readGiven } from './given.ts'
import { linksIn } from './links.ts'
import { fakeMedia, kindsIn, type Media } from './media.ts'
import { isFollowed, patternFit } from './pattern/fit.ts'
import { type FakeWorld, rowsOf } from './rows.ts'
import { writtenIn } from './shape.ts'
import { uniqueValues } from './unique.ts'

export interface FakeOptions {
  /** The number of entries to generate for each empty collection type, from 0 to 10,000. */
  readonly count: number
  readonly seed: number
  /**
   * The content of the JSON file with values for particular content types and attributes, and the name of this file.
   */
  readonly given?: { readonly file: string; readonly json: Json }
}

/** The maximum number of rows that `--fake` generates, for all content types together. */
const MOST_ROWS = 500_000

/** The files and the graph of a source, without its other members. */
type LoadedData = Pick<Source, 'files' | 'graph'>

/** The dataset files of a source after the generation of entries, and the notes on the generation. */
interface Filled {
  readonly files: DatasetFiles
  readonly notes: readonly Note[]
}

/** A generator of entries for the content types of a source that have no rows. */
export interface Filler {
  /**
   * Generates the entries for dataset files before the source is complete, so that a later call of `fill` with these
   * files is fast.
   */
  readonly ahead: (data: LoadedData) => void
  /**
   * Adds generated entries to the content types of a source that have no rows. Existing rows stay unchanged.
   * @throws SourceError for an invalid file of values; DatasetError for faults of the source.
   */
  readonly fill: (source: Source) => Source
}

/** Adds generated entries to the empty content types of a source, like `Filler.fill`. */
export const withFake = (source: Source, options: FakeOptions): Source => fillerOf(options).fill(source)

export function fillerOf(options: FakeOptions): Filler {
  const known = new WeakMap<DatasetFiles, Filled & LoadedData>()
  return {
    ahead: (data) => {
      try {
        const found = filled(data, options)
        const { files } = found
        known.set(data.files, { ...found, graph: graphOf({ files }) })
      } catch {
        // The method `fill` throws the same error for the same files.
      }
    },
    fill: (source) => {
      const { graph: _, ...rest } = source
      const { notes, ...made } = known.get(source.files) ?? filled(source, options)
      const kind = `${source.kind}, with made-up entries (seed ${options.seed})`
      return { ...rest, ...made, notes: [...source.notes, ...notes], kind }
    },
  }
}

/**
 * Returns the dataset files of a source with generated entries for the empty content types. @throws the errors of
 * `Filler.fill`.
 */
function filled(source: LoadedData, { count, seed, given: file }: FakeOptions): Filled {
  const before = graphOf(source)
  const given = readGiven(file?.json, before.schema, file?.file ?? '')
  const types = emptyTypes(before)
  const chance = chanceOf(seed)
  const spoken = localesFor(before, types)
  const filled = new Set(types.map(({ uid }) => uid))
  const documents = new Map<Uid, readonly Document[]>(
    [...before.tables.keys()].map((uid) => [uid, oldDocuments(before, uid)]),
  )
  const countOf = ({ uid }: ContentType): number => given.entries(uid) ?? count
  refuseTooMany(types, countOf, spoken.length)
  for (const type of types) documents.set(type.uid, newDocuments(type, countOf(type), spoken, chance))
  const media = mediaFor(source, before, chance)
  const { schema } = before
  const written = writtenIn(source.files, schema)
  const links = linksIn(before, documents, filled)
  const world: FakeWorld = {
    schema,
    chance,
    written,
    given,
    unique: uniqueValues(),
    fitted: patternFit(),
    links,
    media: media.made,
  }
  const entries = types.map((type): readonly [string, Json] => [
    stemOf(type.uid),
    (documents.get(type.uid) ?? []).flatMap((document) => rowsOf(world, type, document)),
  ])
  const files = {
    ...source.files,
    ...localeFile(source.files, before, spoken),
    entries: { ...without(source.files.entries ?? {}, types), ...Object.fromEntries(entries) },
    ...(media.isOld ? {} : { media: media.made.rows }),
  }
  return { files, notes: unfollowed(source.files, given, types) }
}

/**
 * Returns the name of the dataset file for the generated rows of a content type. The file name is unique, because it
 * contains the uid of the content type.
 */
const stemOf = (uid: Uid): string => uid.replace(/::|\./g, '-')

/** Removes the empty dataset files of the given content types. */
function without(
  entries: Readonly<Record<string, Json>>,
  types: readonly ContentType[],
): Readonly<Record<string, Json>> {
  const emptied = new Set(types.flatMap(({ uid, singularName }) => [singularName, stemOf(uid)]))
  return Object.fromEntries(
    Object.entries(entries).filter(([stem, json]) => !(emptied.has(stem) && isEmpty(json))),
  )
}

const isEmpty = (json: Json): boolean => isList(json) && json.length === 0

/**
 * Returns the locales of the source. Adds a second locale if one of the given content types is localized and the source
 * has a single locale.
 */
function localesFor({ locales }: Graph, types: readonly ContentType[]): readonly string[] {
  const codes = [
    locales.default,
    ...locales.codes.map(({ code }) => code).filter((code) => code !== locales.default),
  ]
  if (codes.length > 1 || !types.some(({ localized }) => localized)) return codes
  return [...codes, SECOND.find(({ code }) => code !== locales.default)?.code ?? 'fr']
}

const SECOND = [
  { code: 'fr', name: 'French (fr)' },
  { code: 'en', name: 'English (en)' },
] as const

function localeFile(
  { locales: file }: DatasetFiles,
  { locales }: Graph,
  spoken: readonly string[],
): Pick<DatasetFiles, 'locales'> {
  const known = new Set(locales.codes.map(({ code }) => code))
  const more = SECOND.filter(({ code }) => spoken.includes(code) && !known.has(code))
  if (more.length === 0) return file === undefined ? {} : { locales: file }
  return {
    locales: {
      default: locales.default,
      locales: [...locales.codes.map(({ code, name }) => ({ code, name })), ...more],
    },
  }
}

/**
 * Throws an error if `--fake` would generate too many rows. The count assumes that each document has a draft and a
 * published row in every locale.
 */
function refuseTooMany(
  types: readonly ContentType[],
  countOf: (type: ContentType) => number,
  languages: number,
): void {
  const most = types.map((type) => {
    const count = type.kind === 'singleType' ? 1 : countOf(type)
    return count * (type.draftAndPublish ? 2 : 1) * (type.localized ? languages : 1)
  })
  const rows = most.reduce((sum, one) => sum + one, 0)
  if (rows <= MOST_ROWS) return
  throw new SourceError(
    `--fake would create ${rows} rows: expected at most ${MOST_ROWS} of all types together`,
  )
}

/**
 * Returns the uploaded files for generated media attributes. If the source has no uploaded files, generates rows of
 * made-up files.
 */
function mediaFor(
  { files }: LoadedData,
  { tables }: Graph,
  chance: Chance,
): { readonly made: Media; readonly isOld: boolean } {
  const old = (tables.get(FILE_UID)?.rows ?? []).map(({ id }) => id)
  if (old.length === 0) return { made: fakeMedia(kindsIn(files), chance), isOld: false }
  return {
    made: { rows: [], ids: { images: old, files: old, audios: old, videos: old } },
    isOld: true,
  }
}

/**
 * Makes a note on each pattern (`regex`) of a schema that the generator cannot follow; the generator runs no pattern
 * as a regular expression.
 */
function unfollowed(files: DatasetFiles, given: GivenValues, types: readonly ContentType[]): readonly Note[] {
  const names = new Map(types.map(({ uid, singularName }) => [singularName, uid]))
  return Object.entries(files.contentTypes).flatMap(([stem, json]) => {
    const uid = textAt(json, ['uid']) ?? names.get(textAt(json, ['info', 'singularName']) ?? '') ?? ''
    const attributes = at(json, ['attributes'])
    return Object.entries(isObject(attributes) ? attributes : {}).flatMap(
      ([name, attribute]): readonly Note[] => {
        const regex = at(attribute, ['regex'])
        if (typeof regex !== 'string' || isFollowed(regex) || given.has(uid, name)) return []
        // The generated value of a custom field already matches the pattern of the custom field's plugin.
        if (isObject(attribute) && customFieldKind(attribute) !== undefined) return []
        const says = 'made-up values ignore this pattern; to set the values, use --fake-values'
        return [
          {
            file: `content-types/${stem}.json`,
            line: 0,
            pointer: ['attributes', name, 'regex'].reduce(pointerTo, ''),
            says,
          },
        ]
      },
    )
  })
}

/** Converts dataset files with saved answers of a server to files with rows. */

import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { at, type Fault, type Report, wholeFile } from '../../reference/schema/fault.ts'
import { loadSchema } from '../../reference/schema/load.ts'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { Note } from '../note.ts'
import { entriesIn } from './answer.ts'
import { isAnswer, isUploadAnswer } from './detect.ts'
import { filesOf, stemsOf } from './files.ts'
import { placeGiven } from './places.ts'
import { settle } from './settle.ts'
import { newWorld, type RestWorld, takeListed } from './world.ts'

export interface Unwrapped {
  readonly files: DatasetFiles
  readonly notes: readonly Note[]
  /** Converts a fault in a converted file to a fault at the corresponding place in the user's original file. */
  readonly given: (fault: Fault) => Fault
}

/** The maximum number of notes on contradictions between saved answers. */
const MOST_NOTES = 100

/**
 * Converts the saved answers among the dataset files to files with rows. Reports an error answer, and an answer
 * without data, as a fault.
 */
export function unwrapped(given: DatasetFiles, report: Report): Unwrapped {
  const all = withDefaults(given)
  const { schema } = loadSchema(all, () => undefined)
  const notes: Note[] = []
  let more = 0
  const note = (one: Note): void => {
    if (notes.length < MOST_NOTES) notes.push(one)
    else more++
  }
  const world = newWorld(schema, { report, note, takesPrivate: true, defaultLocale: defaultIn(all.locales) })
  const untouched = takeFiles(all, schema, world)
  settle(world)
  const { files, written } = filesOf(world, stemsOf(schema, Object.keys(all.entries)))
  pushAll(notes, partialNotes(world))
  if (more > 0) notes.push({ file: '.', line: 0, says: `${more} more contradictions between answers` })
  return {
    files: {
      ...given,
      entries: { ...untouched.entries, ...files.entries },
      media: files.media ?? untouched.media,
    },
    notes,
    given: (fault) => ({ ...fault, ...placeGiven(written, fault.file, fault.pointer) }),
  }
}

function defaultIn(locales: Json): string | undefined {
  const locale = isObject(locales) ? locales['default'] : undefined
  return typeof locale === 'string' ? locale : undefined
}

interface Untouched {
  readonly entries: Record<string, Json>
  readonly media: Json
}

/**
 * Reads the files of entries and of media, with rows or with saved answers. A file stays unchanged if it is neither an
 * answer nor a list of objects, or if it belongs to no content type. The loader reports its fault.
 */
function takeFiles(all: Required<DatasetFiles>, schema: Schema, world: RestWorld): Untouched {
  const entries: Record<string, Json> = {}
  const types = new Map([...stemsOf(schema, Object.keys(all.entries))].map(([uid, stem]) => [stem, uid]))
  for (const [stem, json] of Object.entries(all.entries)) {
    const type = schema.contentTypes.get(types.get(stem) ?? '')
    if (type === undefined || !take(type, `entries/${stem}.json`, json, world)) entries[stem] = json
  }
  const files = schema.contentTypes.get(FILE_UID)
  const isTaken = files !== undefined && take(files, 'media.json', all.media, world)
  return { entries, media: isTaken ? [] : all.media }
}

function take(type: ContentType, file: string, json: Json, world: RestWorld): boolean {
  const place = wholeFile(file)
  if (isAnswer(json) || (type.uid === FILE_UID && isUploadAnswer(json))) {
    takeListed(type, entriesIn(json, place, world.report), false, world)
    return true
  }
  if (!isList(json) || !json.every((item): item is JsonObject => isObject(item))) return false
  const rows = json.map((item, index) => ({ json: item, place: at(place, index) }))
  takeListed(type, rows, true, world)
  return true
}

/**
 * For each content type, makes a note on rows that occur only in links, because such rows may be incomplete. An
 * uploaded file gets no note, because a link to a file always shows the whole file.
 */
function partialNotes({ rows }: RestWorld): readonly Note[] {
  return [...rows].flatMap(([uid, those]): readonly Note[] => {
    const partial = those.filter(({ isListed }) => !isListed)
    const [first] = partial
    if (first === undefined || uid === FILE_UID) return []
    const count = partial.length === 1 ? 'one entry' : `${partial.length} entries`
    const says = `${count} of ${uid} ${partial.length === 1 ? 'is' : 'are'} known only from links in other entries, so attributes may be missing; add the list of all entries of this type`
    return [{ file: first.place.file, line: 0, says }]
  })
}

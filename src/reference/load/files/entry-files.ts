/** Assigns each JSON file with rows to its content type. */
import { isObject, type Json, member } from '../../../util/json.ts'
import { expectedName, type Report, rowsOf, shown, wholeFile } from '../../schema/fault.ts'
import type { Schema, Uid } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import type { DatasetFiles } from './files.ts'

/** A JSON file with the rows of one content type. */
export interface EntryFile {
  readonly file: string
  readonly json: Json
}

/** Returns for each content type the JSON file with its rows. A content type without a JSON file has no rows. */
export function filesByType(
  { contentTypes, entries, media }: Required<DatasetFiles>,
  schema: Schema,
  report: Report,
): ReadonlyMap<Uid, EntryFile> {
  const stems = stemsOf(schema)
  const files = new Map<Uid, EntryFile>([[FILE_UID, { file: 'media.json', json: media }]])
  for (const [stem, json] of Object.entries(entries)) {
    const [uid, other] = stems.get(stem) ?? []
    const file = `entries/${stem}.json`
    const earlier = uid === undefined ? undefined : files.get(uid)
    if (uid === undefined) {
      // The schema file of the content type is faulty, and this fault is already reported.
      if (Object.hasOwn(contentTypes, stem) && !schema.contentTypes.has(uidIn(contentTypes[stem]))) continue
      const expected = expectedName("a content type's singular name", stem, stems.keys())
      const problem = { message: 'rows of an unknown type', expected, found: shown(stem) }
      const missing = `api::${stem}.${stem}`
      report(wholeFile(file), { ...problem, sought: ['content-types/'], missing, hides: file })
    } else if (other !== undefined) {
      const expected = `a name that stands for one type, not for ${uid} and ${other}`
      const problem = { message: 'rows of two types', expected, found: shown(stem) }
      report(wholeFile(file), { ...problem, hides: file })
    } else if (earlier !== undefined) {
      const expected = `the rows of ${uid} only in ${earlier.file}`
      const problem = { message: 'second file of one type', expected, found: shown(stem) }
      report(wholeFile(file), { ...problem, hides: rowsOf(uid) })
    } else {
      files.set(uid, { file, json })
    }
  }
  return files
}

/** Returns the uid that a schema file states or implies; empty if the file is not a JSON object. */
function uidIn(json: Json | undefined): Uid {
  if (!isObject(json)) return ''
  const [uid, info] = [member(json, 'uid'), member(json, 'info')]
  if (typeof uid === 'string') return uid
  const name = isObject(info) ? member(info, 'singularName') : ''
  return `api::${String(name)}.${String(name)}`
}

/**
 * Maps each valid name of a file with rows to the content types that the name can mean. A file name that is a
 * singular name means an `api::` type, and a file name that is a uid means any content type.
 */
export function stemsOf(schema: Schema): ReadonlyMap<string, readonly Uid[]> {
  const stems = new Map<string, Uid[]>()
  for (const { uid, singularName } of schema.contentTypes.values()) {
    const names = [
      uid.replace('::', '-').replaceAll('.', '-'),
      ...(uid.startsWith('api::') ? [singularName] : []),
    ]
    for (const name of new Set(names)) stems.set(name, [...(stems.get(name) ?? []), uid])
  }
  return stems
}

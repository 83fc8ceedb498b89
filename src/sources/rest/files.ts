/** Converts the assembled rows to dataset files. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { Schema } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { agree } from './agree.ts'
import type { RestRow } from './draft.ts'
import type { RowsByFile } from './places.ts'
import type { RestWorld } from './world.ts'
import { relatedOf, rowJson } from './write.ts'

/**
 * Returns the name of the dataset file with the rows of each content type, without extension. For a content type of
 * the project, the file name is the singular name of the type. For a content type of a plugin, the file name is the
 * uid with hyphens. A type of the project also gets the uid with hyphens, if this file exists or several types have
 * the same singular name.
 */
export function stemsOf({ contentTypes }: Schema, there: readonly string[]): ReadonlyMap<string, string> {
  const present = new Set(there)
  const counts = new Map<string, number>()
  for (const { uid, singularName } of contentTypes.values())
    if (uid.startsWith('api::')) counts.set(singularName, (counts.get(singularName) ?? 0) + 1)
  const stems = new Map<string, string>()
  for (const { uid, singularName } of contentTypes.values()) {
    const long = uid.replace('::', '-').replaceAll('.', '-')
    const isShort = uid.startsWith('api::') && counts.get(singularName) === 1 && !present.has(long)
    stems.set(uid, isShort ? singularName : long)
  }
  return stems
}

export interface FilesMade {
  readonly files: Pick<DatasetFiles, 'entries' | 'media'>
  readonly written: RowsByFile
}

export function filesOf(world: RestWorld, stems: ReadonlyMap<string, string>): FilesMade {
  agree(world.rows, world.schema)
  const related = relatedOf([...world.rows.values()].flat(), ({ type }) => type.uid === FILE_UID)
  const entries: Record<string, Json> = {}
  const written = new Map<string, readonly RestRow[]>()
  let media: Json | undefined
  for (const [uid, rows] of world.rows) {
    const json = rows.map((row) => rowJson(row, row.related === undefined ? undefined : related(row)))
    if (uid === FILE_UID) {
      media = json
      written.set('media.json', rows)
    } else {
      const stem = stems.get(uid) ?? uid
      entries[stem] = json
      written.set(`entries/${stem}.json`, rows)
    }
  }
  return { files: { entries, ...(media === undefined ? {} : { media }) }, written }
}

/** Schemas, settings and a database → the files of a dataset that the loader takes. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isObject, type Json } from '../../util/json.ts'
import { at } from '../database/model.ts'
import { type DatabaseContent, type OpenDatabase, readDatabase, type Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import { type RepairOptions, repaired } from '../repair/repair.ts'
import type { Source } from '../source.ts'
import { type Answers, datasetOf, type PartNames, placesOf, withStrays } from './dataset.ts'
import { withStored } from './stored.ts'

export interface ReadOptions {
  /** `settings.json` of the dataset format: it stands before what was found. */
  readonly settings?: Json
  /** Whether what Strapi would live with is refused too. */
  readonly strict?: boolean
}

export interface ReadAll {
  readonly content: DatabaseContent | null
  readonly loaded: Pick<Source, 'files' | 'graph'>
  readonly notes: readonly Note[]
}

/**
 * The schemas are mended first, so that rows are read by what is left of them. `open` is null where there is no database.
 * @throws SourceError where the database cannot be read; DatasetError for faults that stay.
 */
export async function readAll(
  found: Schemas,
  given: Answers,
  open: OpenDatabase | null,
  { strict = false, settings }: ReadOptions,
  places: PartNames,
): Promise<ReadAll> {
  const schemas = open === null ? found : withStored(found, open.stored, places.stored)
  const options: RepairOptions = { strict, nameOf: placesOf(schemas, places) }
  const answers = { ...given, settings: withGiven(given.settings, settings) }
  const bare = datasetOf(schemas, answers, null)
  const mended = strict ? { files: bare, notes: [] } : repaired(bare, options)
  const sound = mendedSchemas(schemas, mended.files)
  const content = open === null ? null : await readDatabase(open, sound)
  const grown = content === null || strict ? { schemas: sound, notes: [] } : withStrays(sound, content.strays)
  const { files, graph, notes } = repaired(datasetOf(grown.schemas, answers, content), options)
  return {
    content,
    loaded: { files, graph },
    notes: [...mended.notes, ...(content?.notes ?? []), ...grown.notes, ...notes],
  }
}

/** What is given stands member by member before what was found. */
function withGiven(found: Json, given: Json | undefined): Json {
  if (given === undefined) return found
  const [rest, more] = [at(found, ['rest']), at(given, ['rest'])]
  return isObject(rest) && isObject(more) && isObject(given)
    ? { ...given, rest: { ...rest, ...more } }
    : given
}

function mendedSchemas({ contentTypes, components }: Schemas, files: DatasetFiles): Schemas {
  return {
    contentTypes: contentTypes.map((file) => ({ ...file, json: files.contentTypes[file.stem] ?? file.json })),
    components: components.map((file) => ({ ...file, json: files.components?.[file.stem] ?? file.json })),
  }
}

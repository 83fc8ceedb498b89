/** Converts the schemas, the settings and the database of a source to valid dataset files. */

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
  /**
   * The content of `settings.json` in the dataset format. The settings of the user override the settings of the
   * source.
   */
  readonly settings?: Json
  /** Whether the reader rejects faults that Strapi itself tolerates. */
  readonly strict?: boolean
  /**
   * The dataset files with rows, access and locales, for a source without a database. The keys of the member
   * `entries` are names of dataset files without extension.
   */
  readonly rest?: Pick<DatasetFiles, 'entries' | 'access' | 'locales'>
  /**
   * Returns the schemas after the project's own code has changed them at its start. If the project's code changed no
   * schema, the result contains the parameter `schemas` itself.
   */
  readonly registered?: (schemas: Schemas, answers: Answers) => Promise<Registration>
  /**
   * A function that gets the loaded data early, while the project's own code still runs. The early data are correct
   * only if the project's code changes no schema.
   */
  readonly ahead?: (loaded: ReadAll['loaded']) => Promise<void>
}

/** The schemas after the project's own code has changed them, and the notes on problems of this code. */
export interface Registration {
  readonly schemas: Schemas
  readonly notes: readonly Note[]
}

export interface ReadAll {
  readonly content: DatabaseContent | null
  readonly loaded: Pick<Source, 'files' | 'graph'>
  readonly notes: readonly Note[]
}

/**
 * Reads a whole source. Repairs the schemas first, because the schemas decide how to read the rows. The parameter
 * `open` is null for a source without a database.
 * @throws SourceError for an unreadable database; DatasetError for remaining faults.
 */
export async function readAll(
  found: Schemas,
  given: Answers,
  open: OpenDatabase | null,
  { strict = false, settings, registered, rest, ahead }: ReadOptions,
  places: PartNames,
): Promise<ReadAll> {
  const stored = open === null ? found : withStored(found, open.stored, places.stored)
  const answers = { ...given, settings: withGiven(given.settings, settings) }
  const read = (schemas: Schemas): Promise<ReadAll> =>
    readRows(schemas, answers, open, { strict, nameOf: placesOf(schemas, places) }, rest)
  if (registered === undefined) return read(stored)
  const registering = registered(stored, answers)
  // Reads the rows while the project's code starts, because project code rarely changes a schema.
  const readEarly = async (): Promise<ReadAll | null> => {
    if (hasCustomFields(stored)) return null
    const all = await read(stored)
    await ahead?.(all.loaded)
    return all
  }
  const [changed, early] = await Promise.allSettled([registering, readEarly()])
  if (changed.status === 'rejected') throw changed.reason
  const { schemas, notes } = changed.value
  const known = schemas === stored && early.status === 'fulfilled' ? early.value : null
  const all = known ?? (await read(schemas))
  return { ...all, notes: [...notes, ...all.notes] }
}

/**
 * Returns whether the schemas contain a custom field. The type of a custom field is known only after the project's
 * code has registered the field.
 */
const hasCustomFields = ({ contentTypes, components }: Schemas): boolean =>
  [...contentTypes, ...components].some(({ json }) => {
    const attributes = at(json, ['attributes'])
    return (
      isObject(attributes) && Object.values(attributes).some((one) => isObject(one) && 'customField' in one)
    )
  })

async function readRows(
  schemas: Schemas,
  answers: Answers,
  open: OpenDatabase | null,
  options: RepairOptions,
  rest: ReadOptions['rest'],
): Promise<ReadAll> {
  const { strict } = options
  const bare = datasetOf(schemas, answers, null)
  const mended = strict ? { files: bare, notes: [] } : repaired(bare, options)
  const sound = mendedSchemas(schemas, mended.files)
  const content = open === null ? null : await readDatabase(open, sound)
  const grown = content === null || strict ? { schemas: sound, notes: [] } : withStrays(sound, content.strays)
  const whole = datasetOf(grown.schemas, answers, content)
  const filled = content === null ? { ...whole, ...rest } : whole
  const { files, graph, notes } = repaired(filled, options)
  return {
    content,
    loaded: { files, graph },
    notes: [...mended.notes, ...(content?.notes ?? []), ...grown.notes, ...notes],
  }
}

/**
 * Merges the settings of the user (`given`) into the settings of the source. A setting of the user replaces the
 * source's setting of the same name.
 */
function withGiven(found: Json, given: Json | undefined): Json {
  if (given === undefined) return found
  if (!isObject(found) || !isObject(given)) return given
  const [rest, more] = [at(found, ['rest']), at(given, ['rest'])]
  return { ...found, ...given, ...(isObject(rest) && isObject(more) ? { rest: { ...rest, ...more } } : {}) }
}

function mendedSchemas({ contentTypes, components }: Schemas, files: DatasetFiles): Schemas {
  return {
    contentTypes: contentTypes.map((file) => ({ ...file, json: files.contentTypes[file.stem] ?? file.json })),
    components: components.map((file) => ({ ...file, json: files.components?.[file.stem] ?? file.json })),
  }
}

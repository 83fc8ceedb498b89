/**
 * Starts the code of a project. The project's code exports the configuration, and registers custom fields and
 * content types.
 */

import { DatasetError } from '../../reference/schema/fault.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type Answers, datasetOf } from '../assembly/dataset.ts'
import type { Registration } from '../assembly/read.ts'
import { storedFile } from '../assembly/stored.ts'
import { type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import { repaired } from '../repair/repair.ts'
import { type OpenedCode, type OpenOptions, openProjectCode } from '../runner/host/index.ts'
import { modelsOf } from '../runner/models.ts'
import type { CodeProblem, ModelMessage, Registered } from '../runner/protocol.ts'

/** The options for running the project's own code. */
export interface RunOptions {
  /**
   * The hosts to which the project's code may connect, as `name` or `name:port`. By default, the code may connect to
   * no host.
   */
  readonly allowedHosts?: readonly string[]
  /** A function that receives each line that the project's code prints. */
  readonly tell: (line: string) => void
  /** The URL of the module that the thread for the project's code runs. The default is the script of the package. */
  readonly file?: URL
  /** The maximum time that the project's own code may take for one request, in milliseconds. */
  readonly patience?: number
}

export type OpenCode = (options: OpenOptions) => Promise<OpenedCode>

/**
 * Starts the thread that runs the project's own code.
 * @throws CodeStartError if the thread ends, or if the project's files in `config` take too much time or memory.
 */
export function startCode(
  folder: string,
  env: Readonly<Record<string, string>>,
  { tell, allowedHosts = [], file, patience }: RunOptions,
  open: OpenCode = openProjectCode,
): Promise<OpenedCode> {
  return open({
    folder,
    env,
    allowedHosts,
    log: (_level, text) => tell(text),
    ...(file === undefined ? {} : { file }),
    ...(patience === undefined ? {} : { patience }),
  })
}

/**
 * Makes one note for each problem of the project's code. A missing package gets only one note, which names the first
 * file that imports the package.
 */
export function problemNotes(problems: readonly CodeProblem[]): readonly Note[] {
  const noted = new Map<string, Note>()
  for (const { file, line, message, missing } of problems) {
    const key = missing === undefined ? JSON.stringify([file, line, message]) : `package ${missing}`
    if (!noted.has(key)) noted.set(key, { file, line, says: message })
  }
  return [...noted.values()]
}

/**
 * Adds to the schemas the custom fields and the content types that the project's own code registered. If the code
 * registered nothing, the result contains the parameter `schemas` itself.
 */
export async function registeredSchemas(
  { register }: Pick<OpenedCode, 'register'>,
  schemas: Schemas,
  answers: Answers,
): Promise<Registration & { readonly problems: readonly CodeProblem[] }> {
  const registered = await register(modelsOf(datasetOf(schemas, answers, null)))
  const notes: Note[] = []
  const changed = Object.values(registered.models).flatMap((model) => changedFile(model, schemas, notes))
  const isType = ({ uid }: SchemaFile): boolean => uid.includes('::')
  const types = replaced(schemas.contentTypes, changed.filter(isType))
  const components = replaced(
    schemas.components,
    changed.filter((file) => !isType(file)),
  )
  const typed = (file: SchemaFile): SchemaFile => withFieldTypes(file, registered.customFields)
  const isSame = changed.length === 0 && Object.keys(registered.customFields).length === 0
  return {
    schemas: isSame ? schemas : { contentTypes: types.map(typed), components: components.map(typed) },
    notes: [...problemNotes(registered.problems), ...notes],
    problems: registered.problems,
  }
}

function replaced(all: readonly SchemaFile[], changed: readonly SchemaFile[]): readonly SchemaFile[] {
  const byUid = new Map([...all, ...changed].map((file) => [file.uid, file]))
  return [...byUid.values()]
}

/**
 * Returns the schema file of a model that the project's code changed or added; an empty list if no repair makes the
 * schema usable.
 */
function changedFile(model: ModelMessage, schemas: Schemas, notes: Note[]): readonly SchemaFile[] {
  const { uid } = model
  const known = [...schemas.contentTypes, ...schemas.components].find((file) => file.uid === uid)
  const place = known?.file ?? `the code's schema of ${uid}`
  const file = fileOf(uid, jsonOf(model), place)
  try {
    const one = { [file.stem]: file.json }
    const isPart = model.modelType === 'component'
    repaired(isPart ? { contentTypes: ANY_TYPE, components: one } : { contentTypes: one }, LENIENT)
    return [file]
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    const why = error.faults.map(({ message, pointer }) => `${message} at ${pointer}`).slice(0, 3)
    notes.push({ file: place, line: 0, says: `the code registers no usable schema: ${why.join(', ')}` })
    return []
  }
}

/**
 * A stand-in content type for the trial dataset of a component, because a dataset must contain at least one content
 * type.
 */
const ANY_TYPE: Readonly<Record<string, Json>> = {
  any: { info: { singularName: 'any', pluralName: 'anys' }, attributes: { any: { type: 'string' } } },
}

const LENIENT = { strict: false, nameOf: (file: string): string => file }

function fileOf(uid: string, json: JsonObject, place: string): SchemaFile {
  if (uid.includes('::')) {
    const file = storedFile(uid, json, place)
    const isUsual = uid === `api::${file.name}.${file.name}`
    return isUsual ? { ...file, stem: file.name } : file
  }
  const [category = '', name = ''] = uid.split('.')
  return { uid, stem: `${category}/${name}`, name, file: place, json }
}

/** Returns the schema of a registered model without the members that only a running server adds. */
function jsonOf({
  modelType: _,
  __schema__: _schema,
  __filename__: _name,
  ...model
}: ModelMessage): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(model))
  return isJsonObject(json) ? json : {}
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Replaces the type of each custom field in a schema file by the type that the project's code registered for the
 * field.
 */
function withFieldTypes(file: SchemaFile, types: Registered['customFields']): SchemaFile {
  const { json } = file
  if (!isObject(json) || !isObject(json['attributes'])) return file
  const attributes = Object.entries(json['attributes']).map(([name, attribute]): readonly [string, Json] => {
    const field = textAt(attribute, ['customField']) ?? ''
    const type = Object.hasOwn(types, field) ? types[field] : undefined
    return isObject(attribute) && type !== undefined ? [name, { ...attribute, type }] : [name, attribute]
  })
  return { ...file, json: { ...json, attributes: Object.fromEntries(attributes) } }
}

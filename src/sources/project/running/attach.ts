/** Runs the code of a project with the data of another source: a dataset folder or an export. */
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { DatasetFiles } from '../../../reference/load/files/files.ts'
import type { Json } from '../../../util/json.ts'
import { type SchemaFile, textAt } from '../../database/model.ts'
import type { Schemas } from '../../database/read.ts'
import type { Note } from '../../note.ts'
import { repaired } from '../../repair/repair.ts'
import type { OpenedCode } from '../../runner/host/index.ts'
import type { CodeProblem } from '../../runner/protocol.ts'
import type { Source } from '../../source.ts'
import { type OpenCode, registeredSchemas } from '../code.ts'
import { projectFiles } from '../files.ts'
import type { ProjectOptions } from '../open.ts'
import { type ProjectParts, partsOf } from '../parts.ts'
import { withRoles } from '../roles.ts'
import { serverFound } from '../server.ts'
import { grantedActions, rolesOfAccess } from './granted.ts'
import { runningMembers, watchedPaths } from './members.ts'

/**
 * Adds to a source the code, the plugins, the settings for users and the server of a project. The source keeps its
 * rows. If the project's code runs, the function adds missing content types and rows of roles and permissions.
 * @throws DatasetError if the rows of the source do not match the content types that the project's code registers.
 */
export async function withProject(
  source: Source,
  project: string,
  options: ProjectOptions,
  open?: OpenCode,
): Promise<Source> {
  const files = projectFiles(resolve(project))
  const parts = await partsOf(files, options.env, options.projectCode, open)
  try {
    const problems: CodeProblem[] = [...(parts.code?.configured.problems ?? [])]
    const data = await registeredData(source, parts, problems)
    const members = runningMembers(files, parts, {
      files: data.files,
      actions: grantedActions(data.files),
      problems,
      open: null,
      setting: undefined,
    })
    const { watched } = source
    return {
      ...source,
      ...data,
      ...members,
      notes: [...source.notes, ...parts.notes, ...data.notes, ...members.notes],
      server: serverFound(files, parts.database),
      ...(parts.code === null ? {} : { project: files.folder }),
      watched: { ...watched, paths: [...(watched?.paths ?? []), ...watchedPaths(files.folder)] },
    }
  } catch (error) {
    parts.code?.end()
    throw error
  }
}

type Data = Pick<Source, 'files' | 'graph'> & { readonly notes: readonly Note[] }

/**
 * Returns the dataset files of a source, with the content types and custom fields that the project's own code
 * registers.
 */
async function registeredData(
  source: Source,
  { code }: ProjectParts,
  problems: CodeProblem[],
): Promise<Data> {
  const { files, graph } = source
  const same: Data = { files, notes: [], ...(graph === undefined ? {} : { graph }) }
  if (code === null) return same
  const { schemas, notes } = await registeredTypes(files, code, problems)
  const changed = withSchemas(files, schemas)
  if (changed === undefined) return { ...same, notes }
  const whole = { ...changed, entries: { ...rolesOfAccess(changed), ...changed.entries } }
  const made = repaired(whole, { strict: false, nameOf: (file) => file })
  return { files: made.files, graph: made.graph, notes: [...notes, ...made.notes] }
}

async function registeredTypes(files: DatasetFiles, code: OpenedCode, problems: CodeProblem[]) {
  const answers = { settings: files.settings ?? {}, privateAttributes: [] }
  const registered = await registeredSchemas(code, withRoles(schemasOf(files)), answers)
  problems.push(...registered.problems)
  return registered
}

function schemasOf({ contentTypes, components = {} }: DatasetFiles): Schemas {
  const file = (folder: string, stem: string, json: Json, uid: string): SchemaFile => ({
    uid,
    stem,
    name: uid.slice(uid.lastIndexOf('.') + 1),
    file: `${folder}/${stem}.json`,
    json,
  })
  return {
    contentTypes: Object.entries(contentTypes).map(([stem, json]) =>
      file('content-types', stem, json, textAt(json, ['uid']) ?? `api::${stem}.${stem}`),
    ),
    components: Object.entries(components).map(([stem, json]) =>
      file('components', stem, json, stem.replace('/', '.')),
    ),
  }
}

/** Returns the dataset files with the given schemas in place of the old schemas; undefined if no schema has changed. */
function withSchemas(files: DatasetFiles, { contentTypes, components }: Schemas): DatasetFiles | undefined {
  const differing = (all: readonly SchemaFile[], known: Readonly<Record<string, Json>> = {}) =>
    all
      .filter(({ stem, json }) => !isDeepStrictEqual(json, known[stem]))
      .map(({ uid, stem, json }) => [stem, uid.includes('::') ? { uid, ...Object(json) } : json] as const)
  const types = differing(contentTypes, files.contentTypes)
  const parts = differing(components, files.components)
  if (types.length === 0 && parts.length === 0) return undefined
  return {
    ...files,
    contentTypes: { ...files.contentTypes, ...Object.fromEntries(types) },
    components: { ...files.components, ...Object.fromEntries(parts) },
  }
}

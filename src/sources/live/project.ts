/** Reads the project folder of a running server: the settings, the schemas and the Strapi release. */
import type { Answers } from '../assembly/dataset.ts'
import type { Note } from '../note.ts'
import { type RunOptions, registeredSchemas } from '../project/code.ts'
import type { Environment } from '../project/config.ts'
import { isProject, projectFiles } from '../project/files.ts'
import { type ProjectParts, partsOf } from '../project/parts.ts'
import type { SchemasFound } from '../project/schemas.ts'
import { serverFound } from '../project/server.ts'
import { settingsOf } from '../project/settings.ts'
import type { ServerFound } from '../server.ts'

export interface LiveProject {
  readonly answers: Answers
  readonly schemas: SchemasFound
  readonly server: ServerFound
  readonly notes: readonly Note[]
}

/**
 * Reads the project of a running server, and runs the project's own code up to `register`. The result is undefined
 * if the user names no folder, or if the folder is not a Strapi project.
 */
export async function projectAt({
  project,
  env = {},
  projectCode,
}: {
  readonly project?: string
  readonly env?: Environment
  readonly projectCode?: false | RunOptions
}): Promise<LiveProject | undefined> {
  const files = project === undefined ? undefined : projectFiles(project)
  if (files === undefined || !isProject(files)) return undefined
  const parts = await partsOf(files, env, projectCode)
  try {
    const answers = settingsOf(parts.config)
    const { schemas, notes } = await registered(parts, answers)
    const server = serverFound(files, parts.database)
    return { answers, schemas, server, notes: [...parts.notes, ...notes] }
  } finally {
    parts.code?.end()
  }
}

async function registered(
  { code, schemas }: ProjectParts,
  answers: Answers,
): Promise<{ readonly schemas: SchemasFound; readonly notes: readonly Note[] }> {
  if (code === null || schemas.collected.faults.length > 0) return { schemas, notes: [] }
  const changed = await registeredSchemas(code, schemas, answers)
  return { schemas: { ...changed.schemas, collected: schemas.collected }, notes: changed.notes }
}

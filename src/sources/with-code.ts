/** Finds and opens the project whose code belongs to a dataset folder or an archive. */
import { statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { parseJson } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { textAt } from './database/model.ts'
import { isProject, projectFiles } from './project/files.ts'
import type { ProjectOptions } from './project/open.ts'
import { readRegular } from './regular-file.ts'
import { type Source, SourceError } from './source.ts'
import { MANIFEST } from './write/manifest.ts'

/** The maximum size of a manifest in bytes. A manifest lists all files that a command wrote into a dataset folder. */
const MOST_BYTES = 50_000_000

/**
 * Returns the path of the project from which a dataset folder was imported; undefined if the manifest names no
 * project by a relative path.
 */
function rememberedPath(folder: string): string | undefined {
  const file = join(folder, MANIFEST)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() !== true || stats.size > MOST_BYTES) return undefined
  const path = textAt(parseJson(readRegular(file, MOST_BYTES).toString('utf8')), ['project'])
  return path === undefined || path === '' || isAbsolute(path) ? undefined : path
}

/**
 * Adds the code of a project to a dataset folder's source. The code is that of the given project, or else of the
 * project from which the folder was imported.
 * @throws SourceError if `project` is not a Strapi project.
 */
export async function withCodeOfImport(
  source: Source,
  folder: string,
  { project, ...options }: ProjectOptions & { readonly project?: string },
): Promise<Source> {
  if (project !== undefined) return withCodeOf(source, project, options)
  const path = rememberedPath(folder)
  if (path === undefined) return source
  const named = resolve(folder, path)
  const problem = problemOf(folder, named)
  if (problem === undefined) return withCodeOf(source, named, options)
  const says = `the dataset was imported from ${printable(path, 500)}, ${problem}; its code does not run; name the project with --project DIR`
  return { ...source, notes: [...source.notes, { file: MANIFEST, line: 0, says }] }
}

/**
 * Returns the reason why Populace does not run the project from which a dataset folder was imported; undefined if
 * Populace runs it. Populace never runs a project inside the dataset folder, because the folder may be a download.
 */
function problemOf(folder: string, named: string): string | undefined {
  if (!relative(resolve(folder), named).startsWith('..')) return 'a folder inside the dataset itself'
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory() !== true) return 'which does not exist'
  return isProject(projectFiles(named)) ? undefined : 'which is not a Strapi project'
}

/** Adds the code of a project to a source. @throws SourceError if `project` is not a Strapi project. */
export async function withCodeOf(source: Source, project: string, options: ProjectOptions): Promise<Source> {
  const isFolder = statSync(project, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder || !isProject(projectFiles(project))) {
    const found = isFolder ? 'none in its package.json' : 'no folder'
    throw new SourceError(
      `--project ${project}: expected a Strapi project, which depends on @strapi/strapi, found ${found}`,
    )
  }
  // Imports this module only here, because a dataset without code does not need it.
  const { withProject } = await import('./project/running/attach.ts')
  return withProject(source, project, options)
}

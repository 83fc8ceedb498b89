/** The manifest of a folder: a file that lists what a command wrote there. */
import { isAbsolute, relative, sep } from 'node:path'
import type { Parts } from './parts.ts'

/** The commands that write folders: `import` and `site`. Each command replaces only its own files. */
export type Writer = 'import' | 'run of site'

/** The name of the file that lists the written files for the next run. */
export const MANIFEST = '.populace.json'

/**
 * Returns the text of a manifest. The parameter `project` is the path of the project whose code belongs to the dataset,
 * relative to the folder.
 */
export const manifestText = (parts: Parts, by: Writer, project?: string): string =>
  `${JSON.stringify({ by, ...(project === undefined ? {} : { project }), written: [...parts.keys()] }, undefined, 2)}\n`

/**
 * Returns the path of a project relative to a folder, with forward slashes; undefined if the project is on another
 * disk.
 */
export function pathToProject(folder: string, project: string): string | undefined {
  const path = relative(folder, project)
  return isAbsolute(path) ? undefined : path.split(sep).join('/')
}
